import { globSync } from 'node:fs'
import { root } from '@kirana/testing/command'

/** Which command runs which test files. Paths and patterns are relative to the repository. */

/** Pure functions and screens' parts. `npm test` */
export const unitTests = [
  '{domain,contract}/src/**/*.test.ts',
  'web/src/**/*.test.{ts,tsx}',
  'scripts/**/*.test.ts',
]

/** In Chromium, on the built web app and a server process. `npm test` */
export const browserTests = ['e2e/**/*.test.ts']

/** Every test of the server; those of no list below run on PostgreSQL (`npm run test:postgres`). */
export const serverTests = ['server/src/**/*.test.ts']

/** The embedded engine itself, or a server process on it: the same whatever database the others have. `npm test` */
export const ownEngine = [
  'server/src/commands/{backup,verify}.test.ts',
  'server/src/db/embedded.test.ts',
  'server/src/http/disk-full.test.ts',
  'server/src/{killed,main,private-folder,stopped}.test.ts',
  'server/src/sample/apart.test.ts',
]

/** Never ask for a database. `npm test`, once */
export const withoutDatabase = [
  'server/src/{config,fair-turns}.test.ts',
  'server/src/http/{links,openapi,proxies,uploads,uploads-endings}.test.ts',
  'server/src/sample/plan.test.ts',
  'server/src/services/catalogue/csv.test.ts',
  'server/src/services/files/{files,kinds,store}.test.ts',
  'server/src/services/invoices/{documents,drawer,pdf,words}.test.ts',
  'server/src/services/messaging/fcm.test.ts',
  'server/src/services/shared/{fair-queue,semaphore}.test.ts',
  'server/src/sms-settings.test.ts',
]

/** Measured by the clock of an idle machine. `npm run test:faults` */
export const onDemand = ['server/src/faults/*.test.ts']

/**
 * Run on PostgreSQL and, in `npm test`, on the embedded engine too. The engine takes twice the time of a server for a
 * test, and nearly every statement means the same to both: of the rest it runs what could differ. `npm run test:api` and
 * `npm run test:nightly` run all of them on it.
 */
export const onBothEngines: readonly { why: string; files: readonly string[] }[] = [
  {
    why: 'The engine opens, migrates, loses and leases in its own way.',
    files: ['server/src/db/{migrations,open}.test.ts', 'server/src/http/error-handler.test.ts'],
  },
  {
    why: 'Transactions wait for one another, not for rows.',
    files: [
      'server/src/http/{after,idempotency}.test.ts',
      'server/src/routes/{coin-limit,order-races,stale-status}.test.ts',
      'server/src/services/people/rate-limits.test.ts',
    ],
  },
  {
    why: 'It serves fewer calls at a time, and is measured otherwise.',
    files: ['server/src/http/{bound,fair-share,metrics}.test.ts'],
  },
  {
    why: 'Events and messages are announced within the process, not by LISTEN.',
    files: [
      'server/src/http/{event-stream,event-stream-ends}.test.ts',
      'server/src/routes/events.test.ts',
      'server/src/services/journal/live.test.ts',
      'server/src/services/messaging/push.test.ts',
    ],
  },
  {
    why: 'Stores are read, filled, cleaned and counted as a whole.',
    files: [
      'server/src/housekeeping.test.ts',
      'server/src/sample/load.test.ts',
      'server/src/services/operations/{backup,invariants,invariants-files}.test.ts',
    ],
  },
  {
    why: 'A search has to find the index with the statistics of either.',
    files: ['server/src/services/orders/rows.test.ts', 'server/src/services/shared/pages.test.ts'],
  },
  {
    why: 'One file of each large area: without PostgreSQL, `npm test` still tries what the product does.',
    files: [
      'server/src/http/access.test.ts',
      'server/src/routes/{files,money-sequences,order-status,orders,payments,products,staff,wallet,withdrawals}.test.ts',
      'server/src/routes/store/{orders,session}.test.ts',
    ],
  },
]

/** What `npm test` runs of the server's tests, as paths. */
export const chosenServerTests = () =>
  globSync([...ownEngine, ...withoutDatabase, ...onBothEngines.flatMap(({ files }) => files)], {
    cwd: root,
  }).toSorted()
