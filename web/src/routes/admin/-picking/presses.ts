import type { MouseEvent } from 'react'

/** From this many open pieces on, one press finds all of them. */
export const MANY = 4

/** A pointer does not move the focus: removing a focused button adds a third to the time of a press. */
export const leaveFocus = (event: MouseEvent) => event.preventDefault()
