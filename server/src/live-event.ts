import type { EventType } from '@kirana/domain/vocabulary'
import type { Position } from './db/position.ts'

/**
 * A position in the stream of live events: after the event with this number, or before the first one if `seq` is 0.
 * Numbers count within an epoch: after a restore, or a failover that lost events, delivered numbers are assigned again
 * (decision 063). `at` (insert time, database clock, ms since 1970 UTC) distinguishes two events with the same number.
 * `position` is after the commit of the event; it is missing without a replica.
 */
export type Place = { epoch: string; seq: number; at: number; position?: Position }

/**
 * `seq` values become visible in ascending order, so a listener that has received one has not missed any smaller one.
 */
export type LiveEvent = Place & { type: EventType; subject: string }
export type Batch = readonly LiveEvent[]

/** The id of an event in the stream, which browsers store. They compare only its number; `placeOf` reads the rest. */
export const idOf = ({ epoch, seq, at, position }: Place) =>
  [epoch, seq, at, ...(position ? [position] : [])].join(':')

const id = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}):(\d{1,15}):(\d{1,15})(?::[\dA-F/]{1,26})?$/

/** The place that an id names; null for any other text. */
export function placeOf(text: string): Place | null {
  const [, epoch, seq, at] = id.exec(text) ?? []
  return epoch === undefined ? null : { epoch, seq: Number(seq), at: Number(at) }
}
