import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  dayAfter,
  dayInKolkata,
  formatDate,
  formatDateTime,
  formatDateTimeOr,
  formatDay,
  formatTime,
  formatWhen,
  isoInKolkata,
  startOfDayInKolkata,
} from './calendar.ts'
import { propertyRuns, longTimeout } from './testing.ts'

const lunch = new Date('2026-11-21T07:46:00Z')
const lastMoment = new Date('2026-11-21T18:29:59.999Z')
const midnight = new Date('2026-11-21T18:30:00Z')

test('starts a business day at midnight in Kolkata', () => {
  expect(dayInKolkata(lastMoment)).toBe('2026-11-21')
  expect(dayInKolkata(midnight)).toBe('2026-11-22')
  expect(startOfDayInKolkata(lastMoment)).toEqual(new Date('2026-11-20T18:30:00Z'))
  expect(startOfDayInKolkata(midnight)).toEqual(midnight)
})

test('gives the day after, across months, leap days and years', () => {
  expect(['2026-11-21', '2026-11-30', '2028-02-28', '2026-12-31'].map(dayAfter)).toEqual([
    '2026-11-22',
    '2026-12-01',
    '2028-02-29',
    '2027-01-01',
  ])
})

test('formats a time with the offset of Kolkata', () => {
  expect(isoInKolkata(lunch)).toBe('2026-11-21T13:16:00+05:30')
  expect(isoInKolkata(lastMoment)).toBe('2026-11-21T23:59:59+05:30')
})

test('throws for an invalid date', () => {
  expect(() => dayInKolkata(new Date(Number.NaN))).toThrow(RangeError)
})

test.each([
  ['2026-11-21T07:46:00Z', '21 Nov 2026', '1:16 pm'],
  ['2026-09-04T18:30:00Z', '5 Sept 2026', '12:00 am'],
  ['2026-01-01T06:30:00Z', '1 Jan 2026', '12:00 pm'],
  ['2026-01-01T06:29:00Z', '1 Jan 2026', '11:59 am'],
])('%s is formatted as %s, %s', (iso, date, time) => {
  expect(formatDate(new Date(iso))).toBe(date)
  expect(formatTime(new Date(iso))).toBe(time)
  expect(formatDateTime(new Date(iso))).toBe(`${date}, ${time}`)
})

const from = (iso: string) => new Date(iso).getTime()
const moments = fc.integer({ min: from('1950-01-01'), max: from('2099-12-31') }).map((time) => new Date(time))

test('agrees with Intl about dates and times in Asia/Kolkata', longTimeout, () => {
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Asia/Kolkata',
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  fc.assert(
    fc.property(moments, (at) => {
      expect(isoInKolkata(at)).toBe(`${clock.format(at).replace(' ', 'T')}+05:30`)
      expect(startOfDayInKolkata(at).getTime()).toBe(from(`${clock.format(at).slice(0, 10)}T00:00:00+05:30`))
    }),
    propertyRuns,
  )
})

test('agrees with Intl about the en-IN format, apart from spaces', longTimeout, () => {
  const words = new Intl.DateTimeFormat('en-IN', {
    timeZone: 'Asia/Kolkata',
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  const plain = (text: string) => text.replace(/\s/g, ' ').replace('Sept', 'Sep').toLowerCase()
  fc.assert(
    fc.property(moments, (at) => {
      expect(plain(formatDateTime(at))).toBe(plain(words.format(at)))
    }),
    propertyRuns,
  )
})

test('puts a plain space before pm', () => {
  expect(formatDateTime(lunch)).toMatch(/^[\w ,:]+$/)
})

test.each([
  ['2026-11-21T13:16:00+05:30', '21 Nov 2026, 1:16 pm'],
  ['2026-11-21T07:46:00.000Z', '21 Nov 2026, 1:16 pm'],
  ['', 'yesterday'],
  ['Invalid Date', 'yesterday'],
  ['order 1', 'yesterday'],
  ['2026-11-21T13:16:00', 'yesterday'],
  ['2026-02-31T13:16:00+05:30', 'yesterday'],
  ['2026-11-21T25:16:00+05:30', 'yesterday'],
])('the date-time %j is formatted as %j', (dateAndTime, read) => {
  expect(formatDateTimeOr(dateAndTime, 'yesterday')).toBe(read)
})

test('formats an ISO day and leaves other text unchanged', () => {
  expect(formatDay('2026-11-05')).toBe('5 Nov 2026')
  expect(formatDay('soon')).toBe('soon')
  expect(formatDay('2026-13-05')).toBe('2026-13-05')
})

test('leaves out the day when it is today in Kolkata', () => {
  const at = new Date('2026-11-21T23:50:00+05:30')
  expect(formatWhen(at, new Date('2026-11-21T23:59:00+05:30'))).toBe('at 11:50 pm')
  expect(formatWhen(at, new Date('2026-11-22T00:01:00+05:30'))).toBe('on 21 Nov 2026 at 11:50 pm')
})
