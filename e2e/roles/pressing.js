// Runs in a page of the back office. `pressing.screen(path)` opens a screen, presses everything that it offers, fills
// and sends its forms, and returns the calls that were made. Calls that change data are not sent, but answered here
// with an error. The store does not change, so presses that cannot be undone are safe.
;(() => {
  const QUIET_MS = 50
  const MOST_MS = 4000
  const called = new Set()
  const refused = new Set()
  let waiting = 0
  let changedAt = 0

  const nameOf = (method, path) =>
    pressingCalls.find((call) => call.method === method && new RegExp(call.path).test(path))
  const realFetch = fetch
  globalThis.fetch = async (target, options = {}) => {
    const path = new URL(target.url ?? target, location.href).pathname
    const call = nameOf(options.method ?? target.method ?? 'GET', path)
    if (call) called.add(call.name)
    if (call?.writes) return Response.json({ message: 'Not today', code: 'not-today' }, { status: 400 })
    if (path.endsWith('/events')) return realFetch(target, options)
    waiting += 1
    try {
      const answer = await realFetch(target, options)
      if (answer.status === 403) refused.add(path)
      return answer
    } finally {
      waiting -= 1
      changedAt = performance.now()
    }
  }
  globalThis.print = globalThis.open = () => null

  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
  /** Waits until nothing was rendered and no call was running for `quiet` ms. */
  async function settled(quiet = QUIET_MS) {
    const until = performance.now() + MOST_MS
    changedAt = performance.now()
    while (performance.now() < until) {
      await pause(10)
      if (waiting === 0 && performance.now() - changedAt > quiet) return
    }
  }

  /** A form of a dialog has no box of its own (`display: contents`), so its fields decide whether it is visible. */
  const isShown = (element) =>
    (element.localName === 'form' ? [...element.elements] : [element]).some((one) => one.checkVisibility()) &&
    !element.closest('[inert], [aria-hidden=true]')
  const popups = () => [...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu]')]
  const front = () => popups().findLast((popup) => popup.checkVisibility())
  /** The kind of a press. The same button in several rows is one kind; in several columns it is several. */
  function kindOf(element) {
    const label = element.textContent.trim() || element.ariaLabel || element.name || ''
    const inRow = element.closest('tbody tr, main li')
    const column = element.closest('td, th')?.cellIndex ?? ''
    const name = inRow ? `${label.split(' ')[0]} ${column}` : label.replace(/\d+/g, '#').slice(0, 24)
    return `${element.localName} ${element.type ?? element.role} ${name}`
  }
  const pattern = (path) => path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}.*/, ':id')

  const links = new Map()
  async function collectLinks() {
    for (const { href } of document.querySelectorAll('a[href]')) {
      const { origin, pathname, search } = new URL(href, location.href)
      if (origin !== location.origin || links.has(pattern(pathname))) continue
      links.set(pattern(pathname), pathname)
      // Files are requested here, because pressing the link would leave the page.
      if (!/^\/(super)?admin/.test(pathname)) void (await fetch(pathname + search)).body?.cancel()
    }
  }

  function enter(field, value) {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }

  function valueFor(field) {
    if (field.localName === 'select')
      return [...field.options].findLast(({ value }) => value !== '')?.value ?? ''
    if (field.type === 'date') return new Date().toISOString().slice(0, 10)
    if (field.type === 'tel') return '9876543210'
    if (field.type === 'password') return 'Pressed@2026'
    if (field.inputMode === 'numeric' || field.inputMode === 'decimal' || field.type === 'number')
      return field.maxLength === 6 ? '799100' : '5'
    return field.value || 'Pressed'
  }

  async function send(form) {
    for (const field of form.querySelectorAll('input, select, textarea')) {
      if (field.disabled || field.type === 'checkbox' || field.type === 'radio') continue
      if (field.type === 'file') {
        const files = new DataTransfer()
        const bytes = Uint8Array.from(atob(pressingPicture), (letter) => letter.charCodeAt(0))
        files.items.add(new File([bytes], 'pressed.png', { type: 'image/png' }))
        field.files = files.files
        field.dispatchEvent(new Event('change', { bubbles: true }))
      } else enter(field, valueFor(field))
    }
    await settled()
    form.querySelector('[type=submit]')?.click()
    await settled()
  }

  /** Closes the popup and discards the typed values. */
  async function close(popup) {
    for (let tries = 0; tries < 6 && popup.isConnected && popup.checkVisibility(); tries += 1) {
      const last = front()
      const answer = last?.role === 'alertdialog' && [...last.querySelectorAll('button')].at(-1)
      if (answer && last !== popup) answer.click()
      else
        (last ?? document.body).dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
      await settled()
    }
  }

  const pressed = new Set()
  async function pressAll(root, where, depth = 0) {
    const offered = 'button, [role=menuitem], [role=tab], input[type=checkbox], input[type=radio], select'
    for (let presses = 0; presses < 80; presses += 1) {
      const next = [...root.querySelectorAll('form'), ...root.querySelectorAll(offered)].find(
        (element) =>
          isShown(element) &&
          !element.disabled &&
          !/^(log ?out|cancel$|close$|copy)/i.test(element.textContent.trim() || element.ariaLabel) &&
          !(element.type === 'submit' && element.form) &&
          !pressed.has(`${where} ${kindOf(element)}`),
      )
      if (!next) return
      pressed.add(`${where} ${kindOf(next)}`)
      const here = location.pathname
      const before = front()
      if (next.localName === 'form') await send(next)
      else if (next.localName === 'select') enter(next, valueFor(next))
      else next.click()
      await settled()
      await collectLinks()
      const popup = front()
      if (popup && popup !== before) {
        if (depth < 3)
          await pressAll(
            popup,
            `${where} > ${popup.querySelector('h2')?.textContent.split(' ', 2)}`,
            depth + 1,
          )
        await close(popup)
      }
      if (location.pathname !== here) await go(here)
      if (!root.isConnected) return
    }
  }

  async function go(path) {
    if (location.pathname !== path) {
      history.pushState({}, '', path)
      dispatchEvent(new PopStateEvent('popstate', { state: {} }))
      await settled()
      const question = front()
      if (question) await close(question)
    }
    await settled(100)
  }

  /** Presses one result of each kind that the palette finds for a text. */
  async function findAndPress(text) {
    for (const kinds = new Set(); ;) {
      dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }))
      await settled()
      const input = document.querySelector('[role=combobox]')
      enter(input, text)
      await settled(350)
      const results = [...document.querySelectorAll('[role=option]')]
      const next = results.find(({ lastChild, textContent }) => {
        const kind = `${lastChild.textContent} ${textContent.startsWith('Mark')}`
        return !kinds.has(kind) && kinds.add(kind)
      })
      if (!next) return close(front())
      next.click()
      await settled()
      check()
      const shown = front()
      if (shown) await close(shown)
    }
  }

  const notInRole = new Set()
  const check = () => {
    if (document.querySelector('h1')?.textContent === 'Not in your role') notInRole.add(location.pathname)
  }

  const told = () => ({
    called: [...called],
    refused: [...refused],
    notInRole: [...notInRole],
    links: [...links.values()],
  })
  globalThis.pressing = {
    /** Loads all code ahead, because a dialog whose code is still loading would be missed. */
    async preload(chunks) {
      await Promise.all(chunks.map((chunk) => import(chunk)))
    },
    async screen(path) {
      await go(path)
      check()
      await collectLinks()
      await pressAll(document.body, pattern(path))
      check()
      return told()
    },
    async palette(text) {
      await findAndPress(text)
      return told()
    },
  }
  addEventListener('DOMContentLoaded', () =>
    new MutationObserver(() => (changedAt = performance.now())).observe(document.documentElement, {
      childList: true,
      subtree: true,
      attributes: true,
    }),
  )
})()
