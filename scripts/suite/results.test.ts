import { expect, test } from 'vitest'
import { countPlaywright, countVitest, settle } from './results.ts'

const vitest = (more: object) =>
  JSON.stringify({
    numPassedTests: 4,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [],
    ...more,
  })

const playwright = (stats: object, errors: object[] = []) =>
  JSON.stringify({ stats: { expected: 3, unexpected: 0, flaky: 0, skipped: 0, ...stats }, errors })

test('counts the tests of a Vitest report', () => {
  expect(countVitest(vitest({ numFailedTests: 2, numPendingTests: 1 }))).toEqual({
    passed: 4,
    failed: 2,
    skipped: 1,
  })
})

test('counts a test file that cannot be loaded as a failure', () => {
  const testResults = [
    { status: 'failed', assertionResults: [] },
    { status: 'passed', assertionResults: [{}] },
  ]
  expect(countVitest(vitest({ testResults }))).toEqual({ passed: 4, failed: 1, skipped: 0 })
})

test('counts flaky browser tests and errors outside tests as failures', () => {
  expect(countPlaywright(playwright({ flaky: 1, unexpected: 1 }, [{}]))).toEqual({
    passed: 3,
    failed: 3,
    skipped: 0,
  })
})

test('counts a suite without tests or report, or with a failed tool, as one failure', () => {
  expect(settle({ passed: 0, failed: 0, skipped: 5 }, 0)).toEqual({ passed: 0, failed: 1, skipped: 5 })
  expect(settle(undefined, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  expect(settle({ passed: 4, failed: 0, skipped: 0 }, 1)).toEqual({ passed: 4, failed: 1, skipped: 0 })
  expect(settle({ passed: 4, failed: 0, skipped: 0 }, null)).toEqual({ passed: 4, failed: 1, skipped: 0 })
})

test('keeps counts that include failures', () => {
  expect(settle({ passed: 4, failed: 2, skipped: 0 }, 1)).toEqual({ passed: 4, failed: 2, skipped: 0 })
  expect(settle({ passed: 4, failed: 0, skipped: 0 }, 0)).toEqual({ passed: 4, failed: 0, skipped: 0 })
})
