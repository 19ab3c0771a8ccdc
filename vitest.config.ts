import { defineConfig } from 'vitest/config'

const embedded = [
  'server/src/commands/backup.test.ts',
  'server/src/db/embedded.test.ts',
  'server/src/http/disk-full.test.ts',
  'server/src/killed.test.ts',
  'server/src/main.test.ts',
  'server/src/private-folder.test.ts',
  'server/src/sample/apart.test.ts',
  'server/src/stopped.test.ts',
  'server/src/commands/verify.test.ts',
]

/** What never asks for a database is not run again for another one. */
const withoutDatabase = [
  'server/src/config.test.ts',
  'server/src/http/{fair-turns,links,openapi,proxies,uploads,uploads-endings}.test.ts',
  'server/src/sample/plan.test.ts',
  'server/src/services/catalogue/csv.test.ts',
  'server/src/services/files/{files,kinds,store}.test.ts',
  'server/src/services/invoices/*.test.ts',
  'server/src/services/messaging/fcm.test.ts',
  'server/src/services/shared/{fair-queue,semaphore}.test.ts',
  'server/src/sms-settings.test.ts',
]

/** Measured by the clock, and so on demand alone: `npm run test:faults`. */
const longRuns = 'server/src/faults/*.test.ts'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          setupFiles: ['testing/src/fast-check.ts'],
          include: [
            '{domain,contract}/src/**/*.test.ts',
            'web/src/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'api',
          include: ['server/src/**/*.test.ts'],
          exclude: [...embedded, longRuns, ...(process.env['TEST_DATABASE_URL'] ? withoutDatabase : [])],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          // Loading the server and making a database takes longer than most files: a worker does both once.
          isolate: false,
          setupFiles: ['testing/src/fast-check.ts', 'server/src/testing/setup.ts'],
        },
      },
      {
        // The embedded engine alone, or a server process on it: the same whatever database the other tests have. One
        // puts something in the place of a module of Node, so each has its modules to itself.
        test: {
          name: 'engine',
          include: embedded,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      { test: { name: 'faults', include: [longRuns] } },
    ],
  },
})
