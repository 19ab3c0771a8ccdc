import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayInKolkata } from './calendar.ts'
import {
  alwaysOpen,
  clockText,
  closedSentence,
  DAY_MINUTES,
  deliveryEstimate,
  type Opening,
  openingState,
  overlappingDay,
  readClock,
  spanOf,
  type Week,
} from './opening.ts'
import { propertyRuns, longTimeout } from './testing.ts'

/** A moment by the clock of Kolkata. 2026-11-23 is a Monday. */
const at = (text: string) => new Date(`${text}:00+05:30`)
const hours = (from: string, to: string) => spanOf(readClock(from) ?? 0, readClock(to) ?? 0)
const everyDay = (...spans: Week[number]): Week => Array.from({ length: 7 }, () => spans)
const store = (fields: Partial<Opening>): Opening => ({ ...alwaysOpen, ...fields })
const open = { isOpen: true, opensAt: null }
const opens = (text: string) => ({ isOpen: false, opensAt: at(text) })

test('is always open without hours', () => {
  expect(openingState(alwaysOpen, at('2026-11-23T03:00'))).toEqual(open)
})

describe('hours of a day', () => {
  const lunchBreak = store({ week: everyDay(hours('07:00', '13:00'), hours('16:30', '22:00')) })
  test.each([
    ['2026-11-23T06:59', opens('2026-11-23T07:00')],
    ['2026-11-23T07:00', open],
    ['2026-11-23T12:59', open],
    ['2026-11-23T13:00', opens('2026-11-23T16:30')],
    ['2026-11-23T21:59', open],
    ['2026-11-23T22:00', opens('2026-11-24T07:00')],
  ])('at %s', (now, state) => {
    expect(openingState(lunchBreak, at(now))).toEqual(state)
  })
})

describe('hours past midnight', () => {
  const [friday, saturday] = [4, 5]
  const week = everyDay().map((_, day) =>
    day === friday ? [hours('18:00', '02:00')] : day === saturday ? [hours('10:00', '00:00')] : [],
  )
  test.each([
    ['2026-11-27T17:59', opens('2026-11-27T18:00')],
    ['2026-11-28T01:59', open],
    ['2026-11-28T02:00', opens('2026-11-28T10:00')],
    ['2026-11-28T23:59', open],
    ['2026-11-29T00:00', opens('2026-12-04T18:00')],
  ])('at %s', (now, state) => {
    expect(openingState(store({ week }), at(now))).toEqual(state)
  })

  test('a closed day removes the hours that begin on it, but not those of the previous night', () => {
    const closed = store({ week, closedDays: ['2026-11-28'] })
    expect(openingState(closed, at('2026-11-28T01:00'))).toEqual(open)
    expect(openingState(closed, at('2026-11-28T12:00'))).toEqual(opens('2026-12-04T18:00'))
    const evening = store({ week, closedDays: ['2026-11-27'] })
    expect(openingState(evening, at('2026-11-28T01:00'))).toEqual(opens('2026-11-28T10:00'))
  })

  test('hours from and to the same time last 24 hours', () => {
    const round = store({ week: everyDay().map((_, day) => (day === 0 ? [hours('06:00', '06:00')] : [])) })
    expect(openingState(round, at('2026-11-24T05:59'))).toEqual(open)
    expect(openingState(round, at('2026-11-24T06:00'))).toEqual(opens('2026-11-30T06:00'))
  })
})

test('closes a store that is open round the clock on a closed day', () => {
  const diwali = store({ closedDays: ['2026-11-23'] })
  expect(openingState(diwali, at('2026-11-22T23:59'))).toEqual(open)
  expect(openingState(diwali, at('2026-11-23T00:00'))).toEqual(opens('2026-11-24T00:00'))
})

test('finds the next opening after any number of closed days', () => {
  const mondays = ['2026-11-23', '2026-11-30', '2026-12-07', '2026-12-14']
  const week = everyDay().map((_, day) => (day === 0 ? [hours('09:00', '10:00')] : []))
  expect(openingState(store({ week, closedDays: mondays }), at('2026-11-23T09:30'))).toEqual(
    opens('2026-12-21T09:00'),
  )
})

test('never opens in a week without hours', () => {
  expect(openingState(store({ week: everyDay() }), at('2026-11-23T09:30'))).toEqual({
    isOpen: false,
    opensAt: null,
  })
})

describe('closed manually', () => {
  const week = everyDay(hours('07:00', '22:00'))
  const now = at('2026-11-23T12:00')
  test('until reopened, has no opening time', () => {
    expect(openingState(store({ week, isClosed: true }), now)).toEqual({ isOpen: false, opensAt: null })
  })
  test.each([
    ['2026-11-23T12:30', opens('2026-11-23T12:30')],
    ['2026-11-23T23:00', opens('2026-11-24T07:00')],
    ['2026-11-23T12:00', open],
    ['2026-11-23T11:00', open],
  ])('until %s', (until, state) => {
    expect(openingState(store({ week, isClosed: true, closedUntil: at(until) }), now)).toEqual(state)
  })
})

test('throws for an invalid date', () => {
  expect(() => openingState(alwaysOpen, new Date(Number.NaN))).toThrow(RangeError)
})

const minute = fc.integer({ min: 0, max: DAY_MINUTES - 1 })
const spans = fc.array(
  fc.tuple(minute, minute).map(([from, to]) => spanOf(from, to)),
  { maxLength: 3 },
)
const weeks = fc.array(spans, { minLength: 7, maxLength: 7 })
const start = at('2026-11-16T00:00').getTime()
/** Minutes of three weeks, so that closed days and the turn of a week are hit often. */
const moments = fc
  .integer({ min: 0, max: 3 * 7 * DAY_MINUTES })
  .map((minutes) => new Date(start + minutes * 60_000))
const openings = fc.record({
  week: fc.option(weeks, { freq: 9 }),
  closedDays: fc.uniqueArray(moments.map(dayInKolkata), { maxLength: 4 }),
  isClosed: fc.boolean(),
  closedUntil: fc.option(moments),
  busyMinutes: fc.constant(0),
})

/** The same rule, applied to the clock at each minute, as a person with a calendar would. */
function isOpenByCalendar({ week, closedDays, isClosed, closedUntil }: Opening, now: Date) {
  if (isClosed && (closedUntil === null || now < closedUntil)) return false
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Asia/Kolkata',
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
  })
  const names = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
  const onDay = (moment: Date, minutesLater: number) => {
    const parts = Object.fromEntries(clock.formatToParts(moment).map(({ type, value }) => [type, value]))
    if (closedDays.includes(dayInKolkata(moment))) return false
    const time = (Number(parts['hour']) % 24) * 60 + Number(parts['minute']) + minutesLater
    const day = week ? week[names.indexOf(parts['weekday'] ?? '')] : [{ from: 0, to: DAY_MINUTES }]
    return (day ?? []).some(({ from, to }) => from <= time && time < to)
  }
  const yesterday = new Date(now.getTime() - DAY_MINUTES * 60_000)
  return onDay(now, 0) || onDay(yesterday, DAY_MINUTES)
}

test('is open in the same minutes as an independent calendar of Kolkata', longTimeout, () => {
  fc.assert(
    fc.property(openings, moments, (opening, now) => {
      expect(openingState(opening, now).isOpen).toBe(isOpenByCalendar(opening, now))
    }),
    { numRuns: Math.ceil(propertyRuns.numRuns / 10) },
  )
})

test('opens at the returned time, not a minute earlier', longTimeout, () => {
  fc.assert(
    fc.property(openings, moments, (opening, now) => {
      const { isOpen, opensAt } = openingState(opening, now)
      if (isOpen || opensAt === null) return
      expect(opensAt > now).toBe(true)
      expect(openingState(opening, opensAt)).toEqual(open)
      const earlier = new Date(opensAt.getTime() - 60_000)
      if (earlier >= now) expect(openingState(opening, earlier)).toEqual({ isOpen: false, opensAt })
    }),
    propertyRuns,
  )
})

test('returns no opening time only if the store stays closed', longTimeout, () => {
  fc.assert(
    fc.property(openings, moments, moments, (opening, now, later) => {
      const { isOpen, opensAt } = openingState(opening, now)
      if (isOpen || opensAt !== null || later < now) return
      expect(openingState(opening, later).isOpen).toBe(false)
    }),
    propertyRuns,
  )
})

test('reports overlapping hours exactly if a minute of the week is in two of them', longTimeout, () => {
  fc.assert(
    fc.property(weeks, (week) => {
      const weekMinutes = 7 * DAY_MINUTES
      const taken = new Set<number>()
      let isTwice = false
      week.forEach((day, index) =>
        day.forEach(({ from, to }) => {
          for (let n = from; n < to; n += 1) {
            const minuteOfWeek = (index * DAY_MINUTES + n) % weekMinutes
            isTwice ||= taken.has(minuteOfWeek)
            taken.add(minuteOfWeek)
          }
        }),
      )
      expect(overlappingDay(week) !== null).toBe(isTwice)
    }),
    { numRuns: Math.ceil(propertyRuns.numRuns / 20) },
  )
})

test('returns the day whose hours begin too early', () => {
  const night = everyDay(hours('20:00', '02:00'))
  expect(overlappingDay(night)).toBeNull()
  const early = night.map((day, index) => (index === 0 ? [hours('01:00', '05:00'), ...day] : day))
  expect(overlappingDay(early)).toBe(0)
})

test('parses and formats a time of day', () => {
  fc.assert(
    fc.property(minute, (minutes) => {
      expect(readClock(clockText(minutes))).toBe(minutes)
    }),
  )
  for (const wrong of ['24:00', '7:00', '07:60', '0700', '07:00:00', '', ' 07:00'])
    expect(readClock(wrong)).toBeNull()
})

test('states the time in Kolkata, and the day if it is not today', () => {
  const now = at('2026-11-23T23:00')
  expect(closedSentence(at('2026-11-23T23:30'), now)).toBe('The store is closed. It opens at 11:30 pm')
  expect(closedSentence(at('2026-11-24T07:00'), now)).toBe(
    'The store is closed. It opens on 24 Nov 2026 at 7:00 am',
  )
  expect(closedSentence(null, now)).toBe('The store is closed for now. Please try again later')
})

test.each([
  ['10 minutes', '20 minutes'],
  ['usually 10 minutes', 'usually 20 minutes'],
  ['10-15 min', '20-25 min'],
  ['10 – 15 mins, more in rain', '20 – 25 mins, more in rain'],
  ['1 minute', '11 minutes'],
  ['half an hour', 'half an hour + 10 minutes'],
  ['1 hour', '1 hour + 10 minutes'],
  ['', ''],
])('adds 10 minutes to the delivery time %j: %j', (deliveryTime, longer) => {
  expect(deliveryEstimate(deliveryTime, 10)).toBe(longer)
  expect(deliveryEstimate(deliveryTime, 0)).toBe(deliveryTime)
})
