import { defineConfig } from 'vitest/config'
import { onDemand, ownEngine, serverTests, unitTests, withoutDatabase } from './scripts/suite/test-files.ts'

/** Of `expect.poll`: by itself it gives up after a second, which a busy machine needs for less. */
const patience = { poll: { timeout: 20_000, interval: 20 } }
/** In CI a test that a busy machine starved has one more go, and is named; nightly runs give none. */
const retry = process.env['CI'] ? 1 : 0
/** Projects of one group have equal workers: without a group of their own, the others could not run beside these. */
const besideOthers = { groupOrder: 1 }
const preparedStores = 'server/src/testing/processes/prepare-stores.ts'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          expect: patience,
          setupFiles: ['testing/src/fast-check.ts', 'testing/src/fresh-modules.ts'],
          include: unitTests,
          // A worker for each file costs twice what the tests do.
          isolate: false,
          // Some start processes, which a busy machine keeps waiting.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'api',
          sequence: besideOthers,
          expect: patience,
          include: serverTests,
          exclude: [...ownEngine, ...onDemand, ...(process.env['TEST_DATABASE_URL'] ? withoutDatabase : [])],
          testTimeout: 60_000,
          retry,
          hookTimeout: 60_000,
          maxWorkers: 2,
          // Loading the server and making a database takes longer than most files: a worker does both once.
          isolate: false,
          setupFiles: ['testing/src/fast-check.ts', 'server/src/testing/setup.ts'],
        },
      },
      {
        test: {
          name: 'engine',
          expect: patience,
          include: ownEngine,
          globalSetup: preparedStores,
          testTimeout: 60_000,
          retry,
          hookTimeout: 60_000,
          maxWorkers: 2,
          isolate: false,
          // One puts something in the place of a module of Node, so each begins with modules of its own.
          sequence: { ...besideOthers, setupFiles: 'list' },
          setupFiles: ['testing/src/fresh-modules.ts', 'server/src/testing/setup.ts'],
        },
      },
      { test: { name: 'faults', expect: patience, include: onDemand, globalSetup: preparedStores } },
    ],
  },
})
