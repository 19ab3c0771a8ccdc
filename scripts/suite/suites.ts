import { startStorage } from '@kirana/testing/storage'
import { countFrom, noteResults } from './long-run.ts'
import { apiTestsOnPostgres } from './on-postgres.ts'
import { runSteps } from './report.ts'
import { add, type Count } from './results.ts'
import { browser, build, vitest } from './steps.ts'

/** Tests of all calls that accept, serve or delete files. */
const fileTests = [
  'housekeeping',
  'http/uploads-corpus',
  'routes/banners',
  'routes/categories',
  'routes/manual-orders',
  'routes/product-images',
  'routes/products',
  'routes/store/manual-orders',
  'routes/store/products',
  'routes/subcategories',
  'routes/variants',
  'routes/withdrawals',
].map((name) => `server/src/${name}`)

async function storage(): Promise<Count> {
  const { endpoint, stop } = await startStorage()
  const run = () => vitest(['api'], { TEST_STORAGE: endpoint }, fileTests)
  const count = await runSteps([{ title: 'API tests with files, on an S3-compatible storage', run }])
  await stop()
  return count
}

async function faults([words]: readonly string[]): Promise<Count> {
  const kills = countFrom(words, 500)
  const results = noteResults('faults')
  const env = { KILLS: String(kills), AWAY_MS: '3000', RESULTS: results.folder }
  const count = await runSteps([
    {
      title: 'database outage of 3 seconds, PostgreSQL server',
      run: () => apiTestsOnPostgres(env, ['server/src/http/error-handler.both.test.ts']),
    },
    {
      title: 'overload by five times, flood by one caller, full disk',
      run: () => vitest(['faults'], env),
    },
    {
      title: `${kills} kills during writes`,
      run: () => vitest(['engine'], env, ['server/src/process/killed.slow.engine.test.ts']),
    },
  ])
  results.write()
  return count
}

/** Runs the same tests on the embedded database and on a PostgreSQL server. */
const onBothEngines = (title: string, env: Record<string, string>, file: string) =>
  runSteps([
    { title: `${title}, embedded database`, run: () => vitest(['api'], env, [file]) },
    { title: `${title}, PostgreSQL server`, run: () => apiTestsOnPostgres(env, [file]) },
  ])

async function requests([words]: readonly string[]): Promise<Count> {
  const count = countFrom(words, 50_000)
  const results = noteResults('requests')
  const env = { REQUESTS: String(count), RESULTS: results.folder, RANDOM_SEED: '1' }
  const outcome = await onBothEngines(
    `${count} generated requests`,
    env,
    'server/src/behaviour/requests.test.ts',
  )
  results.write()
  return outcome
}

function sequences([words]: readonly string[]): Promise<Count> {
  const count = countFrom(words, 2_000)
  const title = `${count} random sequences of calls about money`
  const file = 'server/src/behaviour/money/money-sequences.test.ts'
  return onBothEngines(title, { SEQUENCES: String(count), RANDOM_SEED: '1' }, file)
}

function days([words]: readonly string[]): Promise<Count> {
  const count = countFrom(words, 1_000)
  const title = `${count} random days of bags and cash`
  return onBothEngines(title, { DAYS: String(count) }, 'server/src/behaviour/delivery/random-days.both.test.ts')
}

function payments([words]: readonly string[]): Promise<Count> {
  const count = countFrom(words, 500)
  const title = `${count} random sequences of online payments`
  const file = 'server/src/behaviour/money/payment-sequences.test.ts'
  return onBothEngines(title, { SEQUENCES: String(count), RANDOM_SEED: '1' }, file)
}

function gst([words]: readonly string[]): Promise<Count> {
  const count = countFrom(words, 10_000)
  const file = 'server/src/behaviour/money/gst-random.test.ts'
  return onBothEngines(`a month of GST of ${count} orders`, { ORDERS: String(count) }, file)
}

/** All long suites, with new random values. A failure prints the seed that reproduces it. */
async function nightly(): Promise<Count> {
  const env = { RANDOM_SEED: '1', BUYERS: '200' }
  const sum = await runSteps([
    { title: 'unit tests', run: () => vitest(['unit'], { ...env, CASES: '100000', LINES: '1000000' }) },
    { title: 'every API test, embedded database', run: () => vitest(['api', 'engine'], env) },
    {
      title: 'every API test, PostgreSQL server',
      run: () => apiTestsOnPostgres({ ...env, INVOICES: '10000', PICKS: '1000', EVENTS: '1000' }),
    },
  ])
  for (const name of [
    'pgbouncer',
    'storage',
    'sequences',
    'payments',
    'gst',
    'days',
    'requests',
    'image',
    'processes',
    'roles',
    'walks',
    'looks',
    'kills',
    'faults',
  ]) {
    const count = await suites[name]?.([])
    if (count) add(sum, count)
  }
  return sum
}

/** Suites that `npm test` does not run. Names after `postgres` or `pgbouncer` select test files. */
export const suites: Record<string, (words: readonly string[]) => Promise<Count>> = {
  postgres: (files) =>
    runSteps([{ title: 'API tests, PostgreSQL server', run: () => apiTestsOnPostgres({}, files) }]),
  pgbouncer: (files) =>
    runSteps([
      {
        title: 'API tests, PostgreSQL server behind pgbouncer',
        run: () => apiTestsOnPostgres({}, files, { pooled: true }),
      },
    ]),
  nightly,
  storage,
  faults,
  requests,
  sequences,
  payments,
  gst,
  days,
  roles: () =>
    runSteps([
      build,
      { title: 'every press that a preset is offered', run: () => browser({ onDemand: 'roles' }) },
    ]),
  walks: () =>
    runSteps([
      build,
      {
        title: 'every screen while its calls fail, and with hostile texts',
        run: () => browser({ onDemand: 'walks' }),
      },
    ]),
  looks: () =>
    runSteps([
      build,
      { title: 'browser tests, in light, dark and on a phone', run: () => browser({ looks: 'all' }) },
    ]),
  kills: ([words]) => {
    const kills = countFrom(words, 500)
    const title = `${kills} kills of the browser of a picker, and of a rider`
    return runSteps([build, { title, run: () => browser({ onDemand: 'kills', kills }) }])
  },
  image: async () => runSteps((await import('./image-suite.ts')).imageSteps),
  processes: async (words) => (await import('./processes/suite.ts')).processes(words),
}
