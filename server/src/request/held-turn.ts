/** The turn at the database that a call holds; null for work that belongs to no call. */
export type HeldTurn = {
  /** Gives the turn back. @throws HttpError 429, 503 */
  pause: () => void
  /** Waits for the next turn. @throws HttpError 429, 503, or 400 when the caller has disconnected */
  resume: () => Promise<void>
} | null

/**
 * Runs `work`, which waits for something other than the database, while the call holds no turn; afterwards the call has
 * one again, unless `work` failed. Never call it in a transaction: others would wait for its locks without end.
 * @throws HttpError 429, 503, 400 as `HeldTurn`, and the errors of `work`
 */
export async function withoutTurn<T>(turn: HeldTurn, work: () => Promise<T>): Promise<T> {
  turn?.pause()
  const result = await work()
  await turn?.resume()
  return result
}
