import { dayInKolkata, formatWhen, startOfDayInKolkata } from './calendar.ts'
import { weekdayOf } from './weekday.ts'

/**
 * Opening hours in minutes after midnight in Asia/Kolkata: from `from` (0 to 1,439) to before `to`, at most 24 hours
 * later. A `to` above 1,440 is on the next day.
 */
export type Span = { from: number; to: number }

/** Seven days, Monday first; a day without spans is closed. */
export type Week = readonly (readonly Span[])[]

export type Opening = {
  /** Null: open round the clock. */
  week: Week | null
  /** Business days ('YYYY-MM-DD') on which no hours begin. Hours of the previous evening may still end after midnight. */
  closedDays: readonly string[]
  /** Closed manually, regardless of the hours: until `closedUntil`, or until reopened if that is null. */
  isClosed: boolean
  closedUntil: Date | null
  /** Minutes added to the delivery estimate; 0 if the store is not busy. */
  busyMinutes: number
}

/** `opensAt` is null while open, and if it is unknown: closed until reopened, or without any hours. */
export type OpeningState = { isOpen: boolean; opensAt: Date | null }

const MINUTE_MS = 60_000
export const DAY_MINUTES = 1440
/** The maximum number of minutes that a busy store may add to its delivery estimate. */
export const MAX_BUSY_MINUTES = 180
const DAY_MS = DAY_MINUTES * MINUTE_MS

/** A store without hours: open round the clock. */
export const alwaysOpen: Opening = {
  week: null,
  closedDays: [],
  isClosed: false,
  closedUntil: null,
  busyMinutes: 0,
}

/** The hours that begin `offset` business days after that of `at`, in ms since 1970. Kolkata has no daylight saving time. */
function hoursOf({ week, closedDays }: Opening, at: Date, offset: number): { start: number; end: number }[] {
  const midnight = startOfDayInKolkata(at).getTime() + offset * DAY_MS
  const day = dayInKolkata(new Date(midnight))
  if (closedDays.includes(day)) return []
  const spans = week ? (week[weekdayOf(day)] ?? []) : [{ from: 0, to: DAY_MINUTES }]
  return spans.map(({ from, to }) => ({
    start: midnight + from * MINUTE_MS,
    end: midnight + to * MINUTE_MS,
  }))
}

/** Whether the hours include `at`. Hours last at most a day, so only those of the previous day can reach into this one. */
const hasHoursAt = (opening: Opening, at: Date) =>
  [-1, 0].some((offset) =>
    hoursOf(opening, at, offset).some(({ start, end }) => start <= at.getTime() && at.getTime() < end),
  )

/** The earliest time from `at` on that is within the hours; null if there is none. */
function nextInHours(opening: Opening, at: Date): Date | null {
  if (hasHoursAt(opening, at)) return at
  // Each closed day can delay the next opening by a week.
  const horizon = 7 * (opening.closedDays.length + 2)
  for (let offset = 0; offset < horizon; offset++) {
    const starts = hoursOf(opening, at, offset).map(({ start }) => start)
    const next = Math.min(...starts.filter((start) => start > at.getTime()))
    if (Number.isFinite(next)) return new Date(next)
  }
  return null
}

/** Whether the store is manually closed at `now`, which ends automatically at `closedUntil`. */
export const isClosedByHand = (
  { isClosed, closedUntil }: Pick<Opening, 'isClosed' | 'closedUntil'>,
  now: Date,
) => isClosed && (closedUntil === null || closedUntil > now)

/** Whether the store takes orders at `now`, and when it opens if not. Throws RangeError for an invalid date. */
export function openingState(opening: Opening, now: Date): OpeningState {
  const isClosed = isClosedByHand(opening, now)
  if (isClosed && opening.closedUntil === null) return { isOpen: false, opensAt: null }
  const opensAt = nextInHours(opening, (isClosed && opening.closedUntil) || now)
  const isOpen = opensAt !== null && opensAt <= now
  return { isOpen, opensAt: isOpen ? null : opensAt }
}

/** The index of the first weekday whose hours overlap others, including those of the previous day; null if none do. */
export function overlappingDay(week: Week): number | null {
  const spans = week.flatMap((day, index) =>
    day.map(({ from, to }) => ({
      index,
      start: index * DAY_MINUTES + from,
      end: index * DAY_MINUTES + to,
    })),
  )
  const ordered = spans.toSorted((a, b) => a.start - b.start)
  for (const [n, span] of ordered.entries()) {
    // The week wraps around: the last hours of Sunday may overlap the first of Monday.
    const next = ordered[n + 1]
    const first = ordered[0]
    if (next && next.start < span.end) return next.index
    if (!next && first && ordered.length > 1 && first.start + 7 * DAY_MINUTES < span.end) return first.index
  }
  return null
}

/** 'HH:MM' → minutes after midnight; null for anything else. */
export function readClock(text: string): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes)
}

/** Minutes after midnight → 'HH:MM'; values of a day or more wrap around. */
export const clockText = (minutes: number): string => {
  const ofDay = minutes % DAY_MINUTES
  return `${String(Math.floor(ofDay / 60)).padStart(2, '0')}:${String(ofDay % 60).padStart(2, '0')}`
}

/** Hours from one time of day to another; a `to` that is not after `from` is on the next day. */
export const spanOf = (from: number, to: number): Span => ({ from, to: to > from ? to : to + DAY_MINUTES })

/** The message for a customer who orders while the store is closed; times in Asia/Kolkata. */
export const closedSentence = (opensAt: Date | null, now: Date): string =>
  opensAt
    ? `The store is closed. It opens ${formatWhen(opensAt, now)}`
    : 'The store is closed for now. Please try again later'

const MINUTES_TEXT = /^(\D*)(\d{1,3})(?:(\s*(?:-|–|to)\s*)(\d{1,3}))?(\s*)(min|mins|minutes?)\b(.*)$/is

/**
 * The delivery estimate of a busy store, with 10 minutes added: '10 minutes' → '20 minutes', '10–15 min' → '20–25 min'.
 * The setting is free text; if it has no minutes, they are appended.
 */
export function deliveryEstimate(deliveryTime: string, busyMinutes: number): string {
  if (busyMinutes === 0 || deliveryTime.trim() === '') return deliveryTime
  const [, before = '', least, between, most, space = '', unit = '', after = ''] =
    MINUTES_TEXT.exec(deliveryTime) ?? []
  if (least === undefined) return `${deliveryTime} + ${busyMinutes} minutes`
  const longer = (minutes: string) => String(Number(minutes) + busyMinutes)
  const range = between !== undefined && most !== undefined ? `${between}${longer(most)}` : ''
  const plural = unit.toLowerCase() === 'minute' ? `${unit}s` : unit
  return `${before}${longer(least)}${range}${space}${plural}${after}`
}
