import { useEffect, useRef, type MouseEvent } from 'react'

/** A press this soon after the one that ended a line was meant for that line. */
const SECOND_PRESS_MS = 300

/** Tells the second press of a double one. */
export function useSecondPress() {
  const endedAt = useRef(-SECOND_PRESS_MS)
  return {
    /** False right after a press that ended a line. */
    mayPress: () => performance.now() - endedAt.current >= SECOND_PRESS_MS,
    /** To be called with the press that ends a line. */
    lineEnded: () => {
      endedAt.current = performance.now()
    },
  }
}

/** Whether `shown` appeared less than 300 ms ago: a press is then meant for what was there before. */
export function useJustShown(shown: unknown) {
  const shownAt = useRef(Infinity)
  useEffect(() => {
    shownAt.current = performance.now()
  }, [shown])
  return () => performance.now() - shownAt.current < SECOND_PRESS_MS
}

/** Ignores pointer presses on an element that has just appeared under the finger. Spread the result on it. */
export function useIgnoredSecondPress() {
  const isJustShown = useJustShown(true)
  const onClickCapture = (event: MouseEvent) => {
    // The keyboard (`detail` 0) presses what has the focus.
    if (event.detail === 0 || !isJustShown()) return
    event.preventDefault()
    event.stopPropagation()
  }
  return { onClickCapture }
}
