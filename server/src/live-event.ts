import type { EventType } from '@kirana/domain/vocabulary'

/**
 * `seq` values become visible in ascending order, so a listener that has seen one has missed no smaller one. `at` is the
 * time of writing by the database's clock, in ms since 1970 (UTC).
 */
export type LiveEvent = { seq: number; type: EventType; subject: string; at: number }
export type Batch = readonly LiveEvent[]
