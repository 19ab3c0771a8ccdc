import { endOnSignal } from './command.ts'
import { startPostgres, type Server } from './postgres.ts'
import { finish, runSteps } from './report.ts'
import { vitest } from './steps.ts'

let server: Server | undefined
const stop = async () => server?.stop()
endOnSignal(stop)

const run = async () => {
  try {
    server = await startPostgres()
    const outcome = await vitest(['api'], { TEST_DATABASE_URL: server.url })
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
    await stop()
  }
}

finish(await runSteps([{ title: 'API tests, PostgreSQL server', run }]))
