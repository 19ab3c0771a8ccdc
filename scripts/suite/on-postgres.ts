import { endOnSignal } from './command.ts'
import { startPostgres, type Server } from './postgres.ts'
import { vitest, type Outcome } from './steps.ts'

/** The API tests (of `files`: all of them when empty) on a PostgreSQL server of their own. */
export async function apiTestsOnPostgres(
  env: Record<string, string> = {},
  files: readonly string[] = [],
): Promise<Outcome> {
  let server: Server | undefined
  endOnSignal(async () => server?.stop())
  try {
    server = await startPostgres()
    const outcome = await vitest(['api'], { ...env, TEST_DATABASE_URL: server.url }, files)
    if (server.connections() > 0) return outcome
    return {
      ...outcome,
      failed: outcome.failed + 1,
      output: 'No test connected to the server of TEST_DATABASE_URL.',
    }
  } catch (error) {
    return {
      passed: 0,
      failed: 1,
      skipped: 0,
      output: error instanceof Error ? error.message : String(error),
    }
  } finally {
    await server?.stop()
  }
}
