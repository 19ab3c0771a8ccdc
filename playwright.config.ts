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
  // One project, for a worker serves one alone. Its files run by their paths, so the longest come first by their folder:
  // at the end a worker would go through one of them while the others have nothing to do.
  projects: onDemand[process.env['ON_DEMAND'] ?? ''] ?? [
    { name: 'screens', testIgnore: inRepository(elsewhere) },
  ],
  // One more than the cores of a small machine: a page that waits for its server leaves room for another.
  workers: 3,
  // A shared machine may starve a test: it has more time there and goes once more, and the run names it. Here it fails.
  retries: process.env['CI'] ? 1 : 0,
  forbidOnly: true,
  reporter: 'list',
  timeout: process.env['CI'] ? 90_000 : 30_000,
  // A picture is processed behind one of these waits, beside those of other workers.
  expect: { timeout: process.env['CI'] ? 20_000 : 10_000 },
  use: {
    browserName: 'chromium',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    trace: 'off',
    // What moves is drawn sixty times a second and waited for before each press. first-start.test.ts and frame.test.ts keep it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { args: chromiumFlags, ...(executablePath ? { executablePath } : {}) },
  },
})
