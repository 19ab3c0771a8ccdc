/** The numbers of tests by result. */
export interface Count {
  passed: number
  failed: number
  skipped: number
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
}

/** Counts a Vitest JSON report; a test file that cannot be loaded counts as one failure. */
export function countVitest(json: string): Count {
  const report = JSON.parse(json) as VitestReport
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** Counts a Playwright JSON report; errors outside tests, such as a server that did not start, count as failures. */
export function countPlaywright(json: string): Count {
  const { stats, errors } = JSON.parse(json) as PlaywrightReport
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  }
}

/**
 * The final count of a suite. A missing report, no tests, or a failed tool without failed tests counts as one failure, so
 * that a suite that tested nothing does not pass.
 */
export function settle(count: Count | undefined, exitCode: number | null): Count {
  const { passed, failed, skipped } = count ?? { passed: 0, failed: 0, skipped: 0 }
  const hollow = failed === 0 && (passed === 0 || exitCode !== 0)
  return { passed, failed: hollow ? 1 : failed, skipped }
}
