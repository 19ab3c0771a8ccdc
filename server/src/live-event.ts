export const eventTypes = [
  'order.created',
  'order.changed',
  'manual-order.created',
  'manual-order.changed',
  'withdrawal.created',
  'withdrawal.changed',
  'opening.changed',
] as const
export type EventType = (typeof eventTypes)[number]

/**
 * `seq` values become visible in ascending order, so a listener that has seen one has missed no smaller one. `at` is the
 * time of writing by the database's clock, in ms since 1970 (UTC).
 */
export type LiveEvent = { seq: number; type: EventType; subject: string; at: number }
export type Batch = readonly LiveEvent[]
