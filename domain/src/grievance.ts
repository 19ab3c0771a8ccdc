/** The states of a contact message. */
export const contactStates = ['new', 'in-work', 'answered'] as const
export type ContactState = (typeof contactStates)[number]

const HOUR_MS = 60 * 60 * 1000
/** The grievance officer acknowledges within 48 hours and resolves within 30 days (E-Commerce Rules 2020, legal page). */
export const ACKNOWLEDGE_HOURS = 48
export const RESOLVE_DAYS = 30

/** When work on the message started and when it was answered; null if not yet. */
export type ContactDates = { startedAt: Date | null; answeredAt: Date | null }

/**
 * The next deadline: a new message must be acknowledged, one in work answered; null once it is answered. Both periods
 * start when the message is received.
 */
export function contactDueAt({ state, createdAt }: { state: ContactState; createdAt: Date }): Date | null {
  if (state === 'answered') return null
  const hours = state === 'new' ? ACKNOWLEDGE_HOURS : RESOLVE_DAYS * 24
  return new Date(createdAt.getTime() + hours * HOUR_MS)
}

/** Whether the deadline has passed. At the deadline itself the message is not overdue. */
export const isContactOverdue = (dueAt: Date | null, now: Date): boolean =>
  dueAt !== null && now.getTime() > dueAt.getTime()

/**
 * The dates after a change of state at `now`. Answering also counts as acknowledging; returning to in work keeps the
 * acknowledgement, returning to new removes it.
 */
export function contactDates(to: ContactState, before: ContactDates, now: Date): ContactDates {
  if (to === 'new') return { startedAt: null, answeredAt: null }
  const startedAt = before.startedAt ?? now
  return { startedAt, answeredAt: to === 'answered' ? (before.answeredAt ?? now) : null }
}
