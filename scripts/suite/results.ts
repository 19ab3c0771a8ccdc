import { stripVTControlCharacters } from 'node:util'
import { root } from '@kirana/testing/command'
import { SKIPPED } from '@kirana/testing/skipped'

/** The numbers of tests by result. */
export interface Count {
  passed: number
  failed: number
  skipped: number
  /** Why tests were skipped, and how many for each reason. */
  reasons?: Record<string, number>
  /** The titles of tests that passed at the second attempt. */
  flaky?: string[]
  /** The titles of failed tests with their messages. */
  failures?: string[]
}

/**
 * '12 skipped: no PostgreSQL server (10), not root (2)'. Tests that were skipped without a reason are listed as such.
 */
export function sayWhy({ skipped, reasons = {} }: Count): string {
  const listed = Object.entries(reasons).map(([reason, count]) => `${reason} (${count})`)
  return `${skipped} skipped: ${listed.join(', ') || 'without a reason'}`
}

export function add(sum: Count, more: Count) {
  for (const kind of ['passed', 'failed', 'skipped'] as const) sum[kind] += more[kind]
  for (const [reason, count] of Object.entries(more.reasons ?? {})) {
    sum.reasons ??= {}
    sum.reasons[reason] = (sum.reasons[reason] ?? 0) + count
  }
  for (const kind of ['flaky', 'failures'] as const) {
    if (more[kind]) sum[kind] = [...(sum[kind] ?? []), ...more[kind]]
  }
}

/** An empty list is left out. */
const named = (flaky: string[], failures: string[]) => ({
  ...(flaky.length > 0 && { flaky }),
  ...(failures.length > 0 && { failures }),
})

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name?: string
    status: string
    message?: string
    assertionResults: {
      status?: string
      ancestorTitles?: string[]
      fullName?: string
      /** Those of every attempt, so that a test that passed in the end has them, too. */
      failureMessages?: string[]
    }[]
  }[]
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs?: {
    title: string
    file: string
    tests: { status: string; results?: { error?: { message?: string } }[] }[]
  }[]
}
interface PlaywrightReport {
  suites?: PlaywrightSuite[]
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
}

/** Counts a Vitest JSON report; a test file that cannot be loaded counts as one failure. */
export function countVitest(json: string): Count {
  const report = JSON.parse(json) as VitestReport
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  const reasons: Record<string, number> = {}
  for (const { status, ancestorTitles = [] } of report.testResults.flatMap((file) => file.assertionResults)) {
    if (status === 'passed' || status === 'failed') continue
    const reason = ancestorTitles.find((title) => title.startsWith(SKIPPED))?.slice(SKIPPED.length)
    if (reason !== undefined) reasons[reason] = (reasons[reason] ?? 0) + 1
  }
  const flaky: string[] = []
  const failures = unloaded.map(({ name, message }) => titled(name, 'cannot be loaded', message))
  for (const { name, assertionResults } of report.testResults) {
    for (const { status, fullName, failureMessages: [message] = [] } of assertionResults) {
      if (status === 'failed') failures.push(titled(name, fullName, message))
      if (status === 'passed' && message !== undefined) flaky.push(titled(name, fullName, message))
    }
  }
  const skipped = report.numPendingTests + report.numTodoTests
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped,
    ...(skipped > 0 && { reasons }),
    ...named(flaky, failures),
  }
}

/** A line of a stack that leads into a library. */
const FOREIGN = /node_modules|<anonymous>/

/** A test's file, title and the first lines of its message, without terminal colours. */
function titled(path = '', title = '', message = ''): string {
  const file = path.startsWith(root) ? path.slice(root.length + 1) : path
  const lines = stripVTControlCharacters(message).split('\n')
  const shown = lines.filter((line) => line.trim() !== '' && !FOREIGN.test(line)).slice(0, 12)
  return [`${file}: ${title}`, ...shown].join('\n    ')
}

const testsWith = (wanted: string, { suites = [], specs = [] }: PlaywrightSuite): string[] => [
  ...specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === wanted)
      .map(({ results }) => titled(file, title, results?.find(({ error }) => error)?.error?.message)),
  ),
  ...suites.flatMap((suite) => testsWith(wanted, suite)),
]

/**
 * Counts a Playwright JSON report; errors outside tests, such as a server that did not start, count as failures. Tests that
 * passed at the second attempt have passed, and are named.
 */
export function countPlaywright(json: string): Count {
  const { stats, errors, suites = [] } = JSON.parse(json) as PlaywrightReport
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    ...named(testsWith('flaky', { suites }), testsWith('unexpected', { suites })),
  }
}

/**
 * The final count of a suite. A missing report, no tests, or a failed tool without failed tests counts as one failure, so
 * that a suite that tested nothing does not pass.
 */
export function settle(count: Count | undefined, exitCode: number | null): Count {
  const { passed, failed, ...left } = count ?? { passed: 0, failed: 0, skipped: 0 }
  const hollow = failed === 0 && (passed === 0 || exitCode !== 0)
  return { passed, failed: hollow ? 1 : failed, ...left }
}
