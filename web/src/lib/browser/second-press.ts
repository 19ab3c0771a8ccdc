import { useRef } from 'react'

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
