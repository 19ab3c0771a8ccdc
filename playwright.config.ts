import { defineConfig, type Project } from '@playwright/test'
import { chromiumFlags, findChromium } from '@kirana/testing/chromium'
import { longWalks, slowInBrowser } from './scripts/suite/test-files.ts'

/** Patterns for Playwright, which compares whole paths. */
const inRepository = (patterns: readonly string[]) => patterns.map((pattern) => `**/${pattern}`)

const executablePath = findChromium()

const isQuick = Boolean(process.env['QUICK'])
const elsewhere = ['e2e/{roles,kills}/*', ...longWalks, ...(isQuick ? slowInBrowser : [])]
const onDemand: Record<string, Project[]> = {
  roles: [{ name: 'roles', testDir: 'e2e/roles' }],
  walks: [{ name: 'walks', testMatch: inRepository(longWalks) }],
  kills: [{ name: 'kills', testDir: 'e2e/kills' }],
}

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.test.ts',
  globalSetup: './testing/src/prepare.ts',
  outputDir: 'test-results/browser',
  fullyParallel: true,
  // One project, because a worker that changes projects restarts its server. Files run in the order of their paths, which
  // puts the longest ones first: at the end, one worker would be busy with one of them while the others are idle.
  projects: onDemand[process.env['ON_DEMAND'] ?? ''] ?? [
    { name: 'screens', testIgnore: inRepository(elsewhere) },
  ],
  // One more than the cores of a small machine, because a page often waits for its server.
  workers: 3,
  // On a busy shared machine a test may get little processor time. CI therefore has longer timeouts and retries a failed
  // test once, and the report names it. Elsewhere it fails.
  retries: process.env['CI'] ? 1 : 0,
  forbidOnly: true,
  reporter: 'list',
  timeout: process.env['CI'] ? 90_000 : 30_000,
  // During some of these waits the server processes a picture, while other workers do the same.
  expect: { timeout: process.env['CI'] ? 20_000 : 10_000 },
  use: {
    browserName: 'chromium',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    trace: 'off',
    // Playwright waits for the end of an animation before it clicks. first-start.test.ts and frame.test.ts enable motion.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { args: chromiumFlags, ...(executablePath ? { executablePath } : {}) },
  },
})
