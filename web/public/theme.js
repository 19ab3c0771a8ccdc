// Sets light or dark before the first paint. An own file, since the content security policy forbids inline scripts.
;(() => {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const show = () => {
    let choice = 'system'
    try {
      choice = localStorage.getItem('kirana-theme') || 'system'
    } catch {
      // Storage may be forbidden; the system's choice is right then.
    }
    const theme = choice === 'system' ? (dark.matches ? 'dark' : 'light') : choice
    document.documentElement.dataset.theme = theme
    document
      .querySelector('meta[name="theme-color"]')
      ?.setAttribute('content', theme === 'dark' ? '#14110f' : '#faf8f5')
  }
  show()
  dark.addEventListener('change', show)
  addEventListener('storage', show)
  addEventListener('kirana-theme', show)
})()
