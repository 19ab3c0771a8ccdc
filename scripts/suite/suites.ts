import { countFrom, noteResults } from './long-run.ts'
import { runSteps, type Run } from './report.ts'
import { add, type Count } from './results.ts'
import { browser, build, vitest } from './steps.ts'

type Env = Record<string, string>
type Suite = (words: readonly string[]) => Promise<Count>

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

/** API tests, all or `files`: on the embedded engine, or on the servers of `server/src/testing/processes/servers.ts`. */
const api = (title: string, env: Env = {}, files: readonly string[] = []): Run => ({
  title,
  run: () => vitest(['api'], env, files),
})
const onPostgres = (title: string, env: Env = {}, files: readonly string[] = []) =>
  api(`${title}, PostgreSQL server`, { ...env, TEST_DATABASE: 'postgres' }, files)
const onBoth = (title: string, env: Env, file: string) => [
  api(`${title}, embedded database`, env, [file]),
  onPostgres(title, env, [file]),
]

/** A suite of one test on both engines, with `count` random cases unless the command line says how many. */
const random =
  (name: string, title: string, count: number, file: string, env: Env = {}): Suite =>
  ([words]) => {
    const cases = String(countFrom(words, count))
    return runSteps(
      onBoth(title.replace('#', cases), { ...env, [name]: cases }, `server/src/behaviour/${file}`),
    )
  }

/** Browser tests on a new build. */
const inBrowser = (title: string, run: Parameters<typeof browser>[0]) =>
  runSteps([build, { title, run: () => browser(run) }])

/** Suites that `npm test` does not run. Names after `postgres` or `pgbouncer` select test files. */
export const suites: Record<string, Suite> = {
  postgres: (files) => runSteps([onPostgres('API tests', {}, files)]),
  pgbouncer: (files) =>
    runSteps([api('API tests, PostgreSQL server behind pgbouncer', { TEST_DATABASE: 'pgbouncer' }, files)]),
  storage: () =>
    runSteps([api('API tests with files, on an S3-compatible storage', { TEST_FILES: 's3' }, fileTests)]),
  sequences: random(
    'SEQUENCES',
    '# random sequences of calls about money',
    2_000,
    'money/money-sequences.test.ts',
    { RANDOM_SEED: '1' },
  ),
  payments: random(
    'SEQUENCES',
    '# random sequences of online payments',
    500,
    'money/payment-sequences.test.ts',
    { RANDOM_SEED: '1' },
  ),
  gst: random('ORDERS', 'a month of GST of # orders', 10_000, 'money/gst-random.test.ts'),
  days: random('DAYS', '# random days of bags and cash', 1_000, 'delivery/random-days.both.test.ts'),
  requests: async ([words]) => {
    const results = noteResults('requests')
    const env = { RESULTS: results.folder, RANDOM_SEED: '1' }
    const count = await random(
      'REQUESTS',
      '# generated requests',
      50_000,
      'requests.test.ts',
      env,
    )(words === undefined ? [] : [words])
    results.write()
    return count
  },
  image: async () => runSteps((await import('./image-suite.ts')).imageSteps),
  processes: async (words) => (await import('./processes/suite.ts')).processes(words),
  failover: async (words) => (await import('./failover/suite.ts')).failover(words),
  recovery: async (words) => (await import('./recovery/suite.ts')).recovery(words),
  replica: async ([words]) => {
    const pairs = countFrom(words, 1_000)
    const results = noteResults('replica')
    const env = { PAIRS: String(pairs), PAUSED_MS: '60000', RESULTS: results.folder }
    const files = ['server/src/process/replica.test.ts']
    const count = await runSteps([onPostgres(`${pairs} writes and reads with a replica`, env, files)])
    results.write()
    return count
  },
  roles: () => inBrowser('every press that a preset is offered', { onDemand: 'roles' }),
  walks: () => inBrowser('every screen while its calls fail, and with hostile texts', { onDemand: 'walks' }),
  looks: () => inBrowser('browser tests, in light, dark and on a phone', { looks: 'all' }),
  kills: ([words]) => {
    const kills = countFrom(words, 500)
    return inBrowser(`${kills} kills of the browser of a picker, and of a rider`, {
      onDemand: 'kills',
      kills,
    })
  },
  faults: async ([words]) => {
    const kills = countFrom(words, 500)
    const results = noteResults('faults')
    const env = { KILLS: String(kills), AWAY_MS: '3000', RESULTS: results.folder }
    const killed = 'server/src/process/killed.slow.engine.test.ts'
    const count = await runSteps([
      onPostgres('database outage of 3 seconds', env, ['server/src/http/error-handler.both.test.ts']),
      { title: 'overload by five times, flood by one caller, full disk', run: () => vitest(['faults'], env) },
      { title: `${kills} kills during writes`, run: () => vitest(['engine'], env, [killed]) },
    ])
    results.write()
    return count
  },
}

/**
 * Every test on both engines with new random values, then all other suites except `failover` and `recovery`, which need more
 * Debian packages. A failure prints the seed that reproduces it.
 */
suites['nightly'] = async () => {
  const env = { RANDOM_SEED: '1', BUYERS: '200' }
  const sum = await runSteps([
    { title: 'unit tests', run: () => vitest(['unit'], { ...env, CASES: '100000', LINES: '1000000' }) },
    { title: 'every API test, embedded database', run: () => vitest(['api', 'engine'], env) },
    onPostgres('every API test', { ...env, INVOICES: '10000', PICKS: '1000', EVENTS: '1000' }),
  ])
  for (const [name, suite] of Object.entries(suites))
    if (!['postgres', 'nightly', 'failover', 'recovery'].includes(name)) add(sum, await suite([]))
  return sum
}
