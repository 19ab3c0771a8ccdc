/**
 * Ref of an element around a table: lets it scroll sideways while the table is wider, whatever the width of the window, as
 * with large text. Its header then scrolls with the rows: it would stick to the element, one row too low.
 */
export function scrollIfWider(element: HTMLElement | null) {
  if (!element) return
  const update = () => {
    const isWider = element.scrollWidth > element.clientWidth + 1
    element.style.overflowX = isWider ? 'auto' : ''
    for (const head of element.querySelectorAll('th'))
      if (getComputedStyle(head).top !== 'auto') head.style.position = isWider ? 'static' : ''
  }
  const observer = new ResizeObserver(update)
  observer.observe(element)
  // It also gets wider while the element keeps its size, as with one more column.
  if (element.firstElementChild) observer.observe(element.firstElementChild)
  return () => observer.disconnect()
}
