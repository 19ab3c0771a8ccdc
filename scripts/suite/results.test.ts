import { expect, test } from 'vitest'
import { add, countPlaywright, countVitest, sayWhy, settle, type Count } from './results.ts'

const vitest = (more: object) =>
  JSON.stringify({
    numPassedTests: 4,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [],
    ...more,
  })

const playwright = (stats: object, errors: object[] = [], suites: object[] = []) =>
  JSON.stringify({ stats: { expected: 3, unexpected: 0, flaky: 0, skipped: 0, ...stats }, errors, suites })

test('counts the tests of a Vitest report', () => {
  expect(countVitest(vitest({ numFailedTests: 2 }))).toEqual({ passed: 4, failed: 2, skipped: 0 })
})

test('says why tests were skipped, and how many', () => {
  const skipped = (...ancestorTitles: string[]) => ({ status: 'skipped', ancestorTitles })
  const assertionResults = [
    skipped('Skipped: no server'),
    skipped('Skipped: no server', 'and deeper'),
    skipped('Skipped: not root'),
    skipped('of no declared reason'),
    { status: 'passed', ancestorTitles: [] },
  ]
  const testResults = [{ status: 'passed', assertionResults }]
  const count = countVitest(vitest({ numPendingTests: 4, testResults }))
  expect(count).toEqual({ passed: 4, failed: 0, skipped: 4, reasons: { 'no server': 2, 'not root': 1 } })
  expect(settle(count, 0)).toEqual(count)
  const sum: Count = { passed: 1, failed: 0, skipped: 0 }
  add(sum, count)
  add(sum, count)
  expect(sum.passed).toBe(9)
  expect(sayWhy(sum)).toBe('8 skipped: no server (4), not root (2)')
  expect(sayWhy(countVitest(vitest({ numPendingTests: 1 })))).toBe('1 skipped: without a reason')
})

test('counts a test file that cannot be loaded as a failure', () => {
  const testResults = [
    { status: 'failed', assertionResults: [] },
    { status: 'passed', assertionResults: [{}] },
  ]
  expect(countVitest(vitest({ testResults }))).toMatchObject({ passed: 4, failed: 1, skipped: 0 })
})

test('counts errors outside browser tests as failures', () => {
  expect(countPlaywright(playwright({ unexpected: 1 }, [{}]))).toEqual({ passed: 3, failed: 2, skipped: 0 })
})

test('names browser tests that passed at the second attempt only', () => {
  const spec = (title: string, status: string) => ({ title, file: 'board.test.ts', tests: [{ status }] })
  const suites = [{ specs: [spec('rings', 'expected')], suites: [{ specs: [spec('moves', 'flaky')] }] }]
  expect(countPlaywright(playwright({ flaky: 1 }, [], suites))).toEqual({
    passed: 4,
    failed: 0,
    skipped: 0,
    flaky: ['board.test.ts: moves'],
  })
})

test('names tests that failed, and those of Vitest that passed at the second attempt only', () => {
  const result = (fullName: string, status: string, ...failureMessages: string[]) => ({
    fullName,
    status,
    failureMessages,
  })
  const assertionResults = [
    result('adds up', 'passed'),
    result('rounds', 'passed', 'late'),
    result('pays', 'failed', '\u001B[31mexpected 1\u001B[39m\n\nto be 2'),
  ]
  const testResults = [
    { name: 'money.test.ts', status: 'failed', assertionResults },
    { name: 'gone.test.ts', status: 'failed', message: 'no such file', assertionResults: [] },
  ]
  expect(countVitest(vitest({ numFailedTests: 1, testResults }))).toMatchObject({
    failed: 2,
    flaky: ['money.test.ts: rounds\n    late'],
    failures: [
      'gone.test.ts: cannot be loaded\n    no such file',
      'money.test.ts: pays\n    expected 1\n    to be 2',
    ],
  })
  const tests = [{ status: 'unexpected', results: [{ error: { message: 'not seen' } }] }]
  const suites = [{ specs: [{ title: 'rings', file: 'board.test.ts', tests }] }]
  expect(countPlaywright(playwright({ unexpected: 1 }, [], suites)).failures).toEqual([
    'board.test.ts: rings\n    not seen',
  ])
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
