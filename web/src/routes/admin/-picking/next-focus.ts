import { useEffect, useRef, type FocusEvent, type MouseEvent } from 'react'

/** A pointer does not move the focus: removing a focused button adds a third to the time of a press. */
export const leaveFocus = (event: MouseEvent) => event.preventDefault()

/** Marks what is to be done next, in the order of the screen. */
export const nextMark = { 'data-next': '' }

/**
 * Moves the focus on for keyboard users: pressing a button that settles a line removes the button, and the browser would
 * start again at the top of the page. The focus goes to the next marked element after that line, or to the first one if
 * none follows. Spread the result on the element around all lines.
 */
export function useNextFocus() {
  const around = useRef<HTMLDivElement>(null)
  const held = useRef<{ element: Element; isVisible: boolean } | null>(null)
  const line = useRef<Element | null>(null)
  useEffect(() => {
    const { activeElement, body } = document
    if (activeElement !== body || !held.current || held.current.element.isConnected) return
    const all = [
      ...(around.current?.querySelectorAll<HTMLElement>('[data-next]:enabled, a[data-next]') ?? []),
    ]
    const isFromHere = (one: Element) =>
      ((line.current?.compareDocumentPosition(one) ?? 0) & Node.DOCUMENT_POSITION_FOLLOWING) > 0
    // A tap does not scroll the page.
    ;(all.find(isFromHere) ?? all[0])?.focus({ preventScroll: !held.current.isVisible })
  })
  const onFocus = ({ target }: FocusEvent) => {
    held.current = { element: target, isVisible: target.matches(':focus-visible') }
    // A dialog is outside and belongs to the line that it was opened from.
    if (around.current?.contains(target)) line.current = target.closest('[data-state]')
  }
  const onBlur = ({ target }: FocusEvent) => {
    if (target.isConnected && !target.matches(':disabled')) held.current = null
  }
  return { ref: around, onFocus, onBlur }
}
