import { useEffect, useRef, type MouseEvent } from 'react'

/** A press within this time after the one that completed a line was meant for the same line. */
const SECOND_PRESS_MS = 300

/** Detects the second press of a double press on a line. */
export function useSecondPress() {
  const endedAt = useRef(-SECOND_PRESS_MS)
  return {
    /** False right after a press that completed a line. */
    mayPress: () => performance.now() - endedAt.current >= SECOND_PRESS_MS,
    /** Call this when a press completes a line. */
    lineEnded: () => {
      endedAt.current = performance.now()
    },
  }
}

/** Whether `shown` appeared less than 300 ms ago. A press was then meant for the previous content. */
export function useJustShown(shown: unknown) {
  const shownAt = useRef(Infinity)
  useEffect(() => {
    shownAt.current = performance.now()
  }, [shown])
  return () => performance.now() - shownAt.current < SECOND_PRESS_MS
}

/** Ignores pointer presses on an element in its first 300 ms on screen. Spread the result on the element. */
export function useIgnoredSecondPress() {
  const isJustShown = useJustShown(true)
  const onClickCapture = (event: MouseEvent) => {
    // A press by keyboard (`detail` 0) is always meant for the focused element.
    if (event.detail === 0 || !isJustShown()) return
    event.preventDefault()
    event.stopPropagation()
  }
  return { onClickCapture }
}
