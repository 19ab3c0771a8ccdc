import { apiTestsOnPostgres } from './on-postgres.ts'
import { finish, runSteps } from './report.ts'

finish(await runSteps([{ title: 'API tests, PostgreSQL server', run: () => apiTestsOnPostgres() }]))
