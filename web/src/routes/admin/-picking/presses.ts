import { useRef, type MouseEvent } from 'react'

/** From this many open pieces on, one press finds all of them. */
export const MANY = 4

/** A pointer does not move the focus: removing a focused button adds a third to the time of a press. */
export const leaveFocus = (event: MouseEvent) => event.preventDefault()

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
