import type { PGlite } from '@electric-sql/pglite'

/** What PGlite has of PostgreSQL's own functions. */
type Engine = {
  _PostgresMainLoopOnce: () => void
  _pq_buffer_remaining_data: () => number
  _IsAbortedTransactionBlockState: () => number
}
const engineOf = (client: PGlite) => client.Module as unknown as Engine

/** How the engine says that a statement failed; anything else that comes out of it is its end. */
const statementFailed = 100
const hasStatementFailed = (error: unknown) =>
  typeof error === 'object' && error !== null && 'status' in error && error.status === statementFailed

/** Whether a statement of the open transaction has failed, so that its COMMIT would undo it. */
export const isTransactionFailed = (client: PGlite) =>
  engineOf(client)._IsAbortedTransactionBlockState() !== 0

/**
 * PGlite swallows the engine's end (a panic over a disk that refuses, memory used up) and goes on feeding it: the
 * process turns in circles, or a COMMIT is answered with nothing, as if it were done. With this guard that statement and all later ones
 * reject, and only a new start helps.
 */
export function engineGuard() {
  let ended: Error | null = null
  const stop = (cause: unknown) => {
    ended ??= new Error('The embedded database has stopped. Start again once the disk is well.', { cause })
  }
  return {
    stop,
    watch(client: PGlite) {
      const engine = engineOf(client)
      const loopOnce = engine._PostgresMainLoopOnce
      engine._PostgresMainLoopOnce = () => {
        try {
          loopOnce()
        } catch (error) {
          if (!hasStatementFailed(error)) stop(error)
          throw error
        }
      }
      // Asked before each round of the loop that would otherwise feed the ended engine for ever.
      const remaining = engine._pq_buffer_remaining_data
      engine._pq_buffer_remaining_data = () => {
        if (ended) throw ended
        return remaining()
      }
      const send = client.execProtocolRawSync.bind(client)
      client.execProtocolRawSync = (message) => {
        if (ended) throw ended
        const answer = send(message)
        if (ended) throw ended
        return answer
      }
    },
  }
}
