import { useEffect, useRef, type FocusEvent, type MouseEvent } from 'react'

/** Prevents a pointer press from moving the focus, because removing a focused button makes a press a third slower. */
export const leaveFocus = (event: MouseEvent) => event.preventDefault()

/** Marks elements that are a possible next step. */
export const nextMark = { 'data-next': '' }

/**
 * Moves the focus for keyboard users. Pressing a button that completes a line removes the button, and the browser would
 * continue at the top of the page. The focus moves to the next marked element after that line, or to the first one if
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
    // Do not scroll the page after a tap.
    ;(all.find(isFromHere) ?? all[0])?.focus({ preventScroll: !held.current.isVisible })
  })
  const onFocus = ({ target }: FocusEvent) => {
    held.current = { element: target, isVisible: target.matches(':focus-visible') }
    // A dialog is outside this element and belongs to the line that opened it.
    if (around.current?.contains(target)) line.current = target.closest('[data-state]')
  }
  const onBlur = ({ target }: FocusEvent) => {
    if (target.isConnected && !target.matches(':disabled')) held.current = null
  }
  return { ref: around, onFocus, onBlur }
}
