import { countFrom, noteResults } from './long-run.ts'
import { apiTestsOnPostgres } from './on-postgres.ts'
import { finish, runSteps } from './report.ts'
import { vitest } from './steps.ts'

const kills = countFrom(process.argv[2], 500)
const results = noteResults('faults')
const env = { KILLS: String(kills), AWAY_MS: '3000', RESULTS: results.folder }

finish(
  await runSteps([
    {
      title: 'database away for 3 seconds, PostgreSQL server',
      run: () => apiTestsOnPostgres(env, ['server/src/http/errors.test.ts']),
    },
    {
      title: 'five times the load that can be served; a disk that runs full',
      run: () => vitest(['faults'], env),
    },
    {
      title: `${kills} kills in the middle of writes`,
      run: () => vitest(['engine'], env, ['server/src/killed.test.ts']),
    },
  ]),
)
results.write()
