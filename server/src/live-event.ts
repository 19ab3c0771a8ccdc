export type EventType =
  | 'order.created'
  | 'order.changed'
  | 'manual-order.created'
  | 'manual-order.changed'
  | 'withdrawal.created'
  | 'withdrawal.changed'
  | 'opening.changed'
/**
 * `seq` grows and is never seen before a smaller one, so a listener that knows a `seq` has missed nothing before it.
 * `at`: when it was written, milliseconds since 1970 by the database's clock.
 */
export type LiveEvent = { seq: number; type: EventType; subject: string; at: number }
export type Batch = readonly LiveEvent[]
