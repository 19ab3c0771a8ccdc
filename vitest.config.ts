import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { onDemand, ownEngine, serverTests, unitTests, withoutDatabase } from './scripts/suite/test-files.ts'

/** For `expect.poll`, whose default of one second is too short on a busy machine. */
const patience = { poll: { timeout: 20_000, interval: 20 } }
/** In CI a failed test is retried once, because the machine may be busy, and named in the report. Nightly runs retry none. */
const retry = process.env['CI'] ? 1 : 0
/** Vitest requires the projects of a group to have equal `maxWorkers`. These two differ from the others. */
const ownGroup = { groupOrder: 1 }
const preparedStores = 'server/src/testing/processes/prepare-stores.ts'

/**
 * Without earlier results Vitest begins with the largest files. These are small but slow, so they would run last, on one
 * worker.
 */
const longest = /(-random|-sequences|-killed|\/requests)\.test\.ts$/
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    // oxlint-disable-next-line unicorn/no-array-sort
    const sorted = await super.sort(files)
    const isLongest = ({ moduleId }: TestSpecification) => longest.test(moduleId)
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))]
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          expect: patience,
          setupFiles: ['testing/src/fast-check.ts', 'testing/src/fresh-modules.ts'],
          include: unitTests,
          // A worker for each file would take twice as long as the tests themselves.
          isolate: false,
          // Some start processes, which takes long on a busy machine.
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'api',
          sequence: ownGroup,
          expect: patience,
          include: serverTests,
          exclude: [...ownEngine, ...onDemand, ...(process.env['TEST_DATABASE'] ? withoutDatabase : [])],
          globalSetup: 'server/src/testing/processes/servers.ts',
          testTimeout: 120_000,
          retry,
          hookTimeout: 120_000,
          maxWorkers: 2,
          // Loading the server and creating a database takes longer than most files, so each worker does both once.
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
          testTimeout: 120_000,
          retry,
          hookTimeout: 120_000,
          maxWorkers: 2,
          isolate: false,
          // One test mocks a module of Node, so each file starts with fresh modules.
          sequence: { ...ownGroup, setupFiles: 'list' },
          setupFiles: ['testing/src/fresh-modules.ts', 'server/src/testing/setup.ts'],
        },
      },
      { test: { name: 'faults', expect: patience, include: onDemand, globalSetup: preparedStores } },
    ],
  },
})
