import { globSync } from 'node:fs'
import { root } from '@kirana/testing/command'

/**
 * Which command runs which test files. Paths and patterns are relative to the repository. The name of a server test says
 * where it runs (CONTRIBUTING.md, Tests): `.engine`, `.both`, `.unit`, and `.slow` or `.nightly` before them.
 */

/** Pure functions and components of screens. `npm test` */
export const unitTests = [
  '{domain,contract}/src/**/*.test.ts',
  'web/*.test.ts',
  'web/src/**/*.test.{ts,tsx}',
  'scripts/**/*.test.ts',
]

/**
 * With `CI`, as in `.ci/run`, `npm test` also runs tests that take ten seconds or more. Without `CI` it leaves them
 * out, so that a person who has changed a screen does not wait for them.
 */
export const isLanding = Boolean(process.env['CI'])

/** In Chromium, on the built web app and a server process. `npm test` and, on demand, `npm run test:{roles,walks,looks,kills}`. */
export const browserTests = ['e2e/**/*.test.ts']

/**
 * Every screen while its calls fail, hostile and longest texts, a shop filled by hand; takes minutes. `npm run
 * test:walks`
 */
export const longWalks = ['e2e/across-screens/{failures,fill-a-shop,longest,payloads}.test.ts']

/** Up to half a minute each; they run first. `.ci/run`, or by their names */
export const slowInBrowser = [
  'e2e/admin/orders/{pick-screens,tabs}.test.ts',
  'e2e/superadmin/first-start.test.ts',
  'e2e/across-screens/{foreign-origin,new-store,plain-http,replica}.test.ts',
]

/** All tests of the server. Those without an ending run on PostgreSQL (`npm run test:postgres`). */
export const serverTests = ['server/src/**/*.test.ts']

/** Tests of the embedded engine itself, or of a server process on it. */
export const ownEngine = ['server/src/**/*.engine.test.ts']

/** Tests on PostgreSQL and on the embedded engine, since their results could differ. */
export const onBothEngines = ['server/src/**/*.both.test.ts']

/** Tests without a database, which run once. `removal.test.ts` keeps its name because decision 042 refers to it. */
export const withoutDatabase = ['server/src/**/*.unit.test.ts', 'server/src/services/files/removal.test.ts']

/** Tests that measure time and need an idle machine. `npm run test:faults` */
export const onDemand = ['server/src/faults/*.test.ts']

/** The server tests of `npm test`, which leaves `.slow` to `.ci/run`, and `.nightly` to the nightly run. */
export const chosenServerTests = () =>
  globSync([...ownEngine, ...onBothEngines, ...withoutDatabase], {
    cwd: root,
    exclude: ['**/*.nightly.*', ...(isLanding ? [] : ['**/*.slow.*'])],
  }).toSorted()
