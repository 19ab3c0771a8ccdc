import { globSync } from 'node:fs'
import { root } from '@kirana/testing/command'

/** Which command runs which test files. Paths and patterns are relative to the repository. */

/** Pure functions and components of screens. `npm test` */
export const unitTests = [
  '{domain,contract}/src/**/*.test.ts',
  'web/*.test.ts',
  'web/src/**/*.test.{ts,tsx}',
  'scripts/**/*.test.ts',
]

/**
 * With `CI`, as in `.ci/run`, `npm test` runs also what takes ten seconds and more by itself: a person who has changed a
 * screen does not wait for it.
 */
export const isLanding = Boolean(process.env['CI'])

/** In Chromium, on the built web app and a server process. `npm test` and, on demand, `npm run test:{roles,walks,looks,kills}`. */
export const browserTests = ['e2e/**/*.test.ts']

/** Every screen while its calls fail, hostile and longest texts, a shop filled by hand: minutes. `npm run test:walks` */
export const longWalks = ['e2e/across-screens/{failures,fill-a-shop,longest,payloads}.test.ts']

/** Up to half a minute each; they run first. `.ci/run`, or by their names */
export const slowInBrowser = [
  'e2e/admin/orders/{pick-screens,tabs}.test.ts',
  'e2e/superadmin/first-start.test.ts',
  'e2e/across-screens/{foreign-origin,new-store,plain-http}.test.ts',
]

/** All tests of the server. Those on no list below run on PostgreSQL (`npm run test:postgres`). */
export const serverTests = ['server/src/**/*.test.ts']

/** Tests of the embedded engine itself, or of a server process on it. `npm test`, but for `slowProcesses` and `nightlyOnly`. */
export const ownEngine = [
  'server/src/commands/{backup,verify}.test.ts',
  'server/src/db/embedded.test.ts',
  'server/src/http/disk-full.test.ts',
  'server/src/process/{killed,main,private-folder,stopped}.test.ts',
  'server/src/sample/apart.test.ts',
]

/** Tests without a database, which run once. `npm test` */
export const withoutDatabase = [
  'server/src/audit/*.test.ts',
  'server/src/config/{config,sms-settings}.test.ts',
  'server/src/csv/{csv,product-sheet}.test.ts',
  'server/src/http/{links,proxies}.test.ts',
  'server/src/http/reference/openapi.test.ts',
  'server/src/http/uploads/{uploads,uploads-endings}.test.ts',
  'server/src/request/{fair-turns,places}.test.ts',
  'server/src/sample/plan.test.ts',
  'server/src/services/files/{files,kinds,removal,store}.test.ts',
  'server/src/services/invoices/{documents,drawer,pdf,words}.test.ts',
  'server/src/services/messaging/fcm.test.ts',
]

/** Tests that measure time and need an idle machine. `npm run test:faults` */
export const onDemand = ['server/src/faults/*.test.ts']

/**
 * Tests that run on PostgreSQL and, in `npm test`, also on the embedded engine. It takes twice as long as a server and
 * treats nearly all statements alike, so `npm test` runs only tests whose results could differ. `npm run test:api` and
 * `npm run test:nightly` run all tests on it.
 */
export const onBothEngines: readonly { why: string; files: readonly string[] }[] = [
  {
    why: 'Opening, migrating, connection loss and leases differ between the engines.',
    files: [
      'server/src/db/{baseline,migrations,open}.test.ts',
      'server/src/http/error-handler.test.ts',
      'server/src/testing/database.test.ts',
    ],
  },
  {
    why: 'The engine runs one transaction at a time, without row locks.',
    files: [
      'server/src/http/{after,idempotency}.test.ts',
      'server/src/behaviour/money/coin-limit.test.ts',
      'server/src/behaviour/orders/{order-races,stale-status}.test.ts',
      'server/src/behaviour/picking/pick-races.test.ts',
      'server/src/behaviour/stock/stock-races.test.ts',
      'server/src/services/people/rate-limits.test.ts',
    ],
  },
  {
    why: 'It serves fewer concurrent calls and reports other metrics.',
    files: ['server/src/http/{bound,fair-share,hashing-turns,metrics}.test.ts'],
  },
  {
    why: 'Events are published within the process, not by LISTEN.',
    files: [
      'server/src/http/{event-stream,event-stream-ends}.test.ts',
      'server/src/routes/events.test.ts',
      'server/src/services/journal/live.test.ts',
      'server/src/services/messaging/push.test.ts',
    ],
  },
  {
    why: 'They read, fill, clean or count whole databases.',
    files: [
      'server/src/process/housekeeping.test.ts',
      'server/src/services/operations/{backup,invariants,invariants-files}.test.ts',
    ],
  },
  {
    why: 'Sums of money must be the same on both.',
    files: ['server/src/behaviour/delivery/random-days.test.ts'],
  },
  {
    why: 'Searches must use the index on both engines, which have different statistics.',
    files: ['server/src/services/orders/selections.test.ts', 'server/src/services/shared/pages.test.ts'],
  },
]

/** Of these, tests that start processes by the dozen, or load a store of every release. `.ci/run` */
export const slowProcesses = [
  'server/src/commands/backup.test.ts',
  'server/src/db/migrations.test.ts',
  'server/src/process/{killed,main,private-folder}.test.ts',
]

/** Of `ownEngine`, a test that loads two sample stores: a sixth of the time of all of them. `npm run test:nightly` */
const nightlyOnly = ['server/src/sample/apart.test.ts']

/** The paths of the server tests that `npm test` runs. */
export const chosenServerTests = () =>
  globSync([...ownEngine, ...withoutDatabase, ...onBothEngines.flatMap(({ files }) => files)], {
    cwd: root,
    exclude: isLanding ? nightlyOnly : [...nightlyOnly, ...slowProcesses],
  }).toSorted()
