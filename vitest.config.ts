import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
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
          exclude: ['server/src/db/embedded.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          // Loading the server and making a database takes longer than most files: a worker does both once.
          isolate: false,
          setupFiles: ['server/src/testing/setup.ts'],
        },
      },
      {
        // Puts something in the place of a module of Node, so it shares none with other files.
        test: {
          name: 'engine',
          include: ['server/src/db/embedded.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
