/** The database turn of an HTTP call; null for background work. */
export type HeldTurn = {
  /** Releases the turn. @throws HttpError 429, 503 */
  pause: () => void
  /** Waits for the next turn. @throws HttpError 429, 503, or 400 when the caller has disconnected */
  resume: () => Promise<void>
} | null

/**
 * Releases the call's database turn, runs `work`, and acquires a turn again; if `work` fails, the call has none. Never
 * call it in a transaction: its locks would be held while it waits for a turn.
 * @throws HttpError 429, 503, 400 as `HeldTurn`, and the errors of `work`
 */
export async function withoutTurn<T>(turn: HeldTurn, work: () => Promise<T>): Promise<T> {
  turn?.pause()
  const result = await work()
  await turn?.resume()
  return result
}
