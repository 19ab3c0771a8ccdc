/**
 * Ref of an element around a table. Lets the element scroll horizontally while the table is wider than it, for example
 * with large text. The header is then not sticky, because it would stick to the element, one row too low.
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
  // The table can become wider without the element changing its size, for example by a new column.
  if (element.firstElementChild) observer.observe(element.firstElementChild)
  return () => observer.disconnect()
}
