import { HttpError } from './errors.ts'
import type { FairTurns, Lane, Refusal, Turn } from './fair-turns.ts'

/** Limits without a queue: calls above them are rejected with Retry-After. */
export const places = (reserved: number, perCaller: number): Lane => ({
  reserved,
  runningPerCaller: perCaller,
  waitingPerCaller: 0,
  waiting: 0,
})

export const busy = () => new HttpError(503, 'The server is busy. Please try again', { retryAfter: 1 })
const tooMany = () => new HttpError(429, 'Too many calls at once. Please try again', { retryAfter: 1 })
export const refusalOf = (refusal: Refusal) => (refusal === 'caller' ? tooMany() : busy())

/** Takes a place in `pool` without waiting. @throws HttpError 429, 503 */
export function placeIn<L extends string>(pool: FairTurns<L>, lane: L, key: string): Turn {
  const turn = pool.take(lane, key, { start: () => {}, drop: () => {} })
  if (typeof turn === 'string') throw refusalOf(turn)
  return turn
}
