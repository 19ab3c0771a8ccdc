import { countFrom } from './long-run.ts'
import { apiTestsOnPostgres } from './on-postgres.ts'
import { finish, runSteps } from './report.ts'
import { vitest } from './steps.ts'

const count = countFrom(process.argv[2], 2_000)
const env = { SEQUENCES: String(count) }
const files = ['server/src/routes/money-sequences.test.ts']
const title = `${count} random sequences of calls about money`

finish(
  await runSteps([
    { title: `${title}, PostgreSQL server`, run: () => apiTestsOnPostgres(env, files) },
    { title: `${title}, embedded database`, run: () => vitest(['api'], env, files) },
  ]),
)
