import { apiTestsOnPostgres } from './on-postgres.ts'
import { finish, runSteps } from './report.ts'

/** `npm run test:pgbouncer`: every API test through pgbouncer in transaction mode; names after it run those files alone. */
const run = () => apiTestsOnPostgres({}, process.argv.slice(2), { pooled: true })
finish(await runSteps([{ title: 'API tests, PostgreSQL server behind pgbouncer', run }]))
