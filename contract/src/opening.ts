import { formatDay } from '@kirana/domain/calendar'
import { readDay } from '@kirana/domain/day'
import {
  clockText,
  MAX_BUSY_MINUTES,
  overlappingDay,
  readClock,
  spanOf,
  type Week,
} from '@kirana/domain/opening'
import { weekdays } from '@kirana/domain/weekday'
import * as z from 'zod/mini'
import { boundedList } from './wire/bounded-list.ts'
import { boundedText, MAX_NUMBER } from './wire/bounded.ts'
import { wholeInput } from './wire/numbers.ts'
import { forStaff, get, put } from './wire/route.ts'
import { flag, moment, optionalText, staleRefusal } from './wire/shapes.ts'

const TIME = 'Enter both times of the hours'
const clock = boundedText(MAX_NUMBER, TIME).check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, TIME))

/** 'HH:MM' in Asia/Kolkata on the wire, minutes inside. A `to` that is not after `from` is on the next day. */
const span = z.codec(z.object({ from: clock, to: clock }), z.object({ from: z.int(), to: z.int() }), {
  decode: ({ from, to }) => spanOf(readClock(from) ?? 0, readClock(to) ?? 0),
  encode: ({ from, to }) => ({ from: clockText(from), to: clockText(to) }),
})

const WEEK = 'Send the hours of seven days, Monday first'
/** Reports overlapping hours as an issue of the weekday, where the form shows it. */
const noOverlap = z.check<Week>(({ value, issues }) => {
  const day = overlappingDay(value)
  if (day === null) return
  const message = `The hours of ${weekdays[day]} overlap other hours`
  issues.push({ code: 'custom', message, path: [day], input: value })
})
const daySpans = boundedList(span, 6, { error: WEEK, tooMany: 'A day has 6 opening hours at most' })
const week = boundedList(daySpans, 7, { error: WEEK }).check(
  z.length(7, { error: WEEK, abort: true }),
  noOverlap,
)

const DAY = 'Enter the date of the closed day'
const MAX_CLOSED_DAYS = 100
const closedDay = z.object({
  date: boundedText(MAX_NUMBER, DAY).check(
    z.refine((date) => /^\d{4}-\d{2}-\d{2}$/.test(date) && readDay(date) === date, DAY),
  ),
  reason: optionalText(100),
})
const noDayTwice = z.check<{ date: string }[]>(({ value, issues }) => {
  const twice = value.findIndex(({ date }, n) => value.findIndex((other) => other.date === date) < n)
  if (twice === -1) return
  const message = `${formatDay(value[twice]?.date ?? '')} is in the list twice`
  issues.push({ code: 'custom', message, path: [twice], input: value })
})
const closedDays = boundedList(closedDay, MAX_CLOSED_DAYS, {
  error: DAY,
  tooMany: 'Enter 100 closed days at most',
}).check(noDayTwice)

const MINUTES = `Minutes must be a whole number from 0 to ${MAX_BUSY_MINUTES}`

/** Whether the store takes orders now, and when it opens if not (UTC; null if unknown). */
export const openNow = {
  isOpen: z.boolean(),
  opensAt: z.nullable(moment),
  /** The delivery estimate for customers, longer while the store is busy; null while closed or if not set. */
  eta: z.nullable(z.string()),
}

/**
 * `week` null: open round the clock. `isClosed`: closed manually, until `closedUntil`, or until reopened if that is null.
 * `deliveryTime` is the estimate without `busyMinutes`.
 */
export const Opening = z.object({
  ...openNow,
  version: z.int(),
  week: z.nullable(z.array(z.array(span))),
  closedDays: z.array(z.object({ date: z.string(), reason: z.string() })),
  isClosed: z.boolean(),
  closedUntil: z.nullable(moment),
  closedAt: z.nullable(moment),
  closedBy: z.string(),
  busyMinutes: z.int(),
  deliveryTime: z.string(),
})
export type Opening = z.input<typeof Opening>

export const opening = {
  get: get(
    forStaff('everybody'),
    '/opening/get',
    'Opening hours, closed days, and whether the store is closed or busy now',
    { data: Opening },
  ),
  editHours: put(
    forStaff('catalogue.write'),
    '/opening/hours/edit',
    'Sets the opening hours of the week, null for round the clock, and the closed days. `version` is that of the hours ' +
      'seen: 409 with the code `stale` when others have changed them since',
    {
      refusals: staleRefusal(Opening),
      body: z.object({ version: z.int('Version is not valid'), week: z.nullable(week), closedDays }),
      message: 'Opening hours updated successfully',
    },
  ),
  close: put(
    forStaff('catalogue.write'),
    '/opening/closed/change',
    'Closes the store now, until a time or until it is reopened, or reopens it',
    {
      body: z.object({
        isClosed: flag,
        closedUntil: z.optional(z.nullable(boundedText(MAX_NUMBER, 'Time is not valid'))),
      }),
      message: 'Store status updated successfully',
    },
  ),
  setBusy: put(
    forStaff('orders.write'),
    '/opening/busy/change',
    'Adds minutes to the delivery estimate while the store is busy; 0 ends it',
    {
      body: z.object({ busyMinutes: wholeInput(0, MAX_BUSY_MINUTES, MINUTES, MINUTES) }),
      message: 'Store status updated successfully',
    },
  ),
}
