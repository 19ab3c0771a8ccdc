import { endOnSignal } from '@kirana/testing/command'
import { startPgbouncer } from '@kirana/testing/pgbouncer'
import { startPostgres, type Server } from '@kirana/testing/postgres'
import { vitest, type Outcome } from './steps.ts'

/** Runs the API tests (all, or `files`) on a new PostgreSQL server, with `pooled` behind a pgbouncer. */
export async function apiTestsOnPostgres(
  env: Record<string, string> = {},
  files: readonly string[] = [],
  { pooled = false } = {},
): Promise<Outcome> {
  let server: Server | undefined
  let pooler: Awaited<ReturnType<typeof startPgbouncer>> | undefined
  const stop = async () => {
    await pooler?.stop()
    await server?.stop()
  }
  endOnSignal(stop)
  try {
    server = await startPostgres()
    if (pooled) pooler = await startPgbouncer(server.url)
    const addresses = { TEST_DATABASE_URL: server.url, ...(pooler && { TEST_POOLER_URL: pooler.url }) }
    const outcome = await vitest(['api'], { ...env, ...addresses }, files)
    if ((pooler?.clients() ?? server.connections()) > 0) return outcome
    return {
      ...outcome,
      failed: outcome.failed + 1,
      output: 'No test connected to the server that was started for them.',
    }
  } catch (error) {
    return {
      passed: 0,
      failed: 1,
      skipped: 0,
      output: error instanceof Error ? error.message : String(error),
    }
  } finally {
    await stop()
  }
}
