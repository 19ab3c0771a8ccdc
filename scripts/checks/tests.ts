import { globSync } from 'node:fs'
import {
  browserTests,
  longWalks,
  onDemand,
  ownEngine,
  serverTests,
  slowInBrowser,
  unitTests,
  withoutDatabase,
} from '../suite/test-files.ts'
import type { Check, Repository } from './repository.ts'

const asksForDatabase =
  /from '(?:[^']*\/testing|\.)\/(app|staff-app|approving|claims|database|payments\/online|gst\/gst-app)\.ts'/

const serverTestName = /\/[^./]+(\.((slow|nightly)\.)?(both|engine|unit))?\.test\.ts$/

/**
 * Test files that no command runs or whose name implies the wrong engine, and listed browser tests that do not exist.
 */
function unlistedTests({ root, files, read }: Repository): string[] {
  const found = (patterns: readonly string[]) => globSync([...patterns], { cwd: root })
  const all = new Set(found([...unitTests, ...browserTests, ...serverTests]))
  const apart = new Set(found([...ownEngine, ...onDemand]))
  const undemanding = new Set(found(withoutDatabase))
  return [
    ...files
      .filter((path) => /\.test\.tsx?$/.test(path) && !all.has(path))
      .map((path) => `${path} is run by no command`),
    ...[...longWalks, ...slowInBrowser]
      .flatMap(eachOf)
      .filter((pattern) => found([pattern]).length === 0)
      .map((pattern) => `There is no ${pattern}`),
    ...found(serverTests)
      .filter((path) => !apart.has(path) && !undemanding.has(path) && !asksForDatabase.test(read(path)))
      .map((path) => `${path} asks for no database and runs on a server's`),
    ...[...undemanding]
      .filter((path) => asksForDatabase.test(read(path)))
      .map((path) => `${path} asks for a database and runs on the embedded one alone`),
    ...found(serverTests)
      .filter((path) => !serverTestName.test(path))
      .map((path) => `${path} has an ending that no command knows`),
  ].toSorted()
}

/** Expands `a/{b,c}.ts` to a/b.ts and a/c.ts. */
const eachOf = (pattern: string): string[] => {
  const [, before = '', names, after = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(pattern) ?? []
  return names === undefined ? [pattern] : names.split(',').map((name) => `${before}${name}${after}`)
}

export const testChecks: Check[] = [
  { rule: 'every test file is run by a command (scripts/suite/test-files.ts)', problems: unlistedTests },
]
