import { defineConfig, type Project } from '@playwright/test'
import { chromiumFlags, findChromium } from '@kirana/testing/chromium'
import { longWalks, lookedAt, slowInBrowser } from './scripts/suite/test-files.ts'

/** Patterns for Playwright, which compares whole paths. */
const inRepository = (patterns: readonly string[]) => patterns.map((pattern) => `**/${pattern}`)

const executablePath = findChromium()

/** The longer ones of those that everybody runs. */
const long = [
  'e2e/walks/*.test.ts',
  'e2e/admin/stock.test.ts',
  'e2e/admin/orders/pick.test.ts',
  'e2e/superadmin/{roles,second-factor}.test.ts',
]
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
  ...(isQuick && { grepInvert: lookedAt }),
  // The long ones first: at the end a worker would go through one of them while the others have nothing to do.
  projects: onDemand[process.env['ON_DEMAND'] ?? ''] ?? [
    {
      name: 'long',
      testMatch: inRepository([...slowInBrowser, ...long]),
      testIgnore: inRepository(elsewhere),
    },
    { name: 'screens', testIgnore: inRepository([...slowInBrowser, ...long, ...elsewhere]) },
  ],
  // One more than the cores of a small machine: a page that waits for its server leaves room for another.
  workers: 3,
  // A shared machine may starve a test: it goes once more there, and the run names it. Here it fails.
  retries: process.env['CI'] ? 1 : 0,
  forbidOnly: true,
  reporter: 'list',
  timeout: 30_000,
  // A picture is processed behind one of these waits, beside those of other workers.
  expect: { timeout: 10_000 },
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
