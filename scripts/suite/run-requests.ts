import { countFrom, noteResults } from './long-run.ts'
import { apiTestsOnPostgres } from './on-postgres.ts'
import { finish, runSteps } from './report.ts'
import { vitest } from './steps.ts'

const count = countFrom(process.argv[2], 50_000)
const results = noteResults('requests')
const env = { REQUESTS: String(count), RESULTS: results.folder }
const files = ['server/src/requests.test.ts']
const title = `${count} generated requests`

finish(
  await runSteps([
    { title: `${title}, embedded database`, run: () => vitest(['api'], env, files) },
    { title: `${title}, PostgreSQL server`, run: () => apiTestsOnPostgres(env, files) },
  ]),
)
results.write()
