/** What a suite's own JSON report says happened. */
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

/** Counts a Vitest report; a file that could not even be loaded has no tests and is one failure. */
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

/** Counts a Playwright report; errors outside any test (a server that did not start) are failures too. */
export function countPlaywright(json: string): Count {
  const { stats, errors } = JSON.parse(json) as PlaywrightReport
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  }
}

/**
 * The count a suite stands by. No report, no test at all, or a tool that failed although each of its tests passed is
 * one failure: a suite that checked nothing must not look green.
 */
export function settle(count: Count | undefined, exitCode: number | null): Count {
  const { passed, failed, skipped } = count ?? { passed: 0, failed: 0, skipped: 0 }
  const hollow = failed === 0 && (passed === 0 || exitCode !== 0)
  return { passed, failed: hollow ? 1 : failed, skipped }
}
