import { expect, test } from 'vitest'
import { type Attempt, outageOf } from './orders.ts'
import { whatIsMissing } from './programs.ts'
import { spread } from './saved-trials.ts'

/** Attempts at both processes each 100 ms from 0 to 10 s; those that began in `down` are not acknowledged before its end. */
function attempts(down: { from: number; to: number; origins: string[] }): Attempt[] {
  return ['a', 'b'].flatMap((origin) =>
    Array.from({ length: 100 }, (_, n): Attempt => {
      const startedAt = n * 100
      const isDown = down.origins.includes(origin) && startedAt >= down.from && startedAt < down.to
      return { origin, startedAt, endedAt: isDown ? down.to + 50 : startedAt + 50, outcome: 'ok' }
    }),
  )
}

const during = (from: number, to: number, end = 9_900) => ({ from, to, end })

test('an outage lasts until the last app process acknowledges writes again', () => {
  expect(outageOf(attempts({ from: 2_000, to: 5_000, origins: ['b'] }), during(1_500, 9_000))).toEqual({
    outageMs: 3_550,
    pauseMs: 3_100,
    settledMs: 3_550,
    silent: [],
  })
  expect(outageOf(attempts({ from: 2_000, to: 2_500, origins: ['a', 'b'] }), during(1_500, 9_000))).toEqual({
    outageMs: 0,
    pauseMs: 0,
    settledMs: 0,
    silent: [],
  })
})

test('writes that fail after the outage extend the time until the load has settled', () => {
  const late: Attempt = { origin: 'a', startedAt: 6_000, endedAt: 6_400, outcome: 'unavailable' }
  const all = [...attempts({ from: 2_000, to: 5_000, origins: ['a', 'b'] }), late]
  expect(outageOf(all, during(2_000, 9_000))).toMatchObject({ outageMs: 3_050, settledMs: 4_400 })
  expect(outageOf(all, during(2_000, 5_500))).toMatchObject({ outageMs: 3_050, settledMs: 3_050 })
})

test('a process that never acknowledges a write again is reported, and its outage lasts to the end', () => {
  const all = attempts({ from: 2_000, to: 20_000, origins: ['b'] })
  expect(outageOf(all, during(2_000, 9_000))).toMatchObject({ outageMs: 7_900, silent: ['b'] })
})

test('an outage lasts until the end of its last gap, even if an earlier one was longer', () => {
  const all = attempts({ from: 2_000, to: 5_000, origins: ['a'] }).filter(
    ({ startedAt }) => startedAt < 6_000 || startedAt > 7_500,
  )
  expect(outageOf(all, during(2_000, 9_000))).toMatchObject({ outageMs: 5_650, pauseMs: 3_100, silent: [] })
})

test('a gap that the repair causes counts after the repair, although it began just before', () => {
  const all = attempts({ from: 7_500, to: 8_900, origins: ['a'] })
  expect(outageOf(all, during(2_000, 8_000))).toMatchObject({ outageMs: 0 })
  expect(outageOf(all, during(8_000, Infinity))).toMatchObject({ outageMs: 950 })
  expect(outageOf(all, during(2_000, 8_700))).toMatchObject({ outageMs: 6_950 })
})

test('names the packages that are missing', () => {
  expect(whatIsMissing(() => true)).toBeNull()
  expect(whatIsMissing((path) => !/etcd|haproxy/.test(path))).toMatch(
    /^This test needs programs that are not installed. On Debian 12: apt-get install etcd-server haproxy\. /,
  )
})

test('the results are the medians of the runs', () => {
  expect(spread([5, 1, 3])).toEqual({ min: 1, median: 3, max: 5 })
  expect(spread([4, 1])).toEqual({ min: 1, median: 1, max: 4 })
})
