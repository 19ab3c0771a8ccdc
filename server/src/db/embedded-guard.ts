import type { PGlite } from '@electric-sql/pglite'

/** PostgreSQL functions that PGlite exports. */
type Engine = {
  _PostgresMainLoopOnce: () => void
  _pq_buffer_remaining_data: () => number
  _IsAbortedTransactionBlockState: () => number
}
const engineOf = (client: PGlite) => client.Module as unknown as Engine

/** Exit status of a failed statement; anything else thrown by the engine means that it has crashed. */
const statementFailed = 100
const hasStatementFailed = (error: unknown) =>
  typeof error === 'object' && error !== null && 'status' in error && error.status === statementFailed

/** Whether a statement of the open transaction has failed, so that its COMMIT would roll it back. */
export const isTransactionFailed = (client: PGlite) =>
  engineOf(client)._IsAbortedTransactionBlockState() !== 0

/**
 * PGlite ignores a crash of the engine (a panic because of a failing disk, out of memory) and keeps sending it input:
 * the process loops forever, or a COMMIT returns nothing, as if it had succeeded. With this guard that statement and
 * all later ones reject until a restart.
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
      // PGlite calls this in the loop that sends input to the engine; after a crash it would otherwise loop forever.
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
