/** Asia/Kolkata is UTC+05:30 all year, without daylight saving time. */
const OFFSET_IN_MS = 330 * 60 * 1000

/** The local time in Kolkata as ISO 8601 without an offset. Throws RangeError for an invalid date. */
const wallClock = (at: Date): string => new Date(at.getTime() + OFFSET_IN_MS).toISOString().slice(0, 19)

/** The business day of a point in time, 'YYYY-MM-DD'. */
export const dayInKolkata = (at: Date): string => wallClock(at).slice(0, 10)

/** The day that is `days` days after `day` ('YYYY-MM-DD'), or before it if `days` is below 0. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** The start of the business day that contains `at`. */
export const startOfDayInKolkata = (at: Date): Date => new Date(`${dayInKolkata(at)}T00:00:00+05:30`)

/** '2026-11-21T13:16:00+05:30'; fractions of a second are truncated. */
export const isoInKolkata = (at: Date): string => `${wallClock(at)}+05:30`

/** The day after 'YYYY-MM-DD'. */
export const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 24 * 60 * 60 * 1000).toISOString().slice(0, 10)

/** 'YYYY-MM-DD', with or without leading zeros. */
export const ISO_DAY = /^(\d{4})-(\d{1,2})-(\d{1,2})$/

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec']

/**
 * 'YYYY-MM-DD' → '21 Nov 2026'; any other text is returned unchanged. Dates and times follow en-IN without using Intl,
 * whose output differs between runtimes ('Sep' or 'Sept', a plain or a narrow no-break space before 'pm').
 */
export function formatDay(day: string): string {
  const [, year, month, date] = ISO_DAY.exec(day) ?? []
  const name = MONTHS[Number(month) - 1]
  return name ? `${Number(date)} ${name} ${year}` : day
}

/** '21 Nov 2026', the day in Kolkata. */
export const formatDate = (at: Date): string => formatDay(dayInKolkata(at))

/** '1:16 pm', the time in Kolkata. */
export function formatTime(at: Date): string {
  const [hour, minute] = wallClock(at).slice(11).split(':')
  return `${Number(hour) % 12 || 12}:${minute} ${Number(hour) < 12 ? 'am' : 'pm'}`
}

/** '21 Nov 2026, 1:16 pm', the date and time in Kolkata. */
export const formatDateTime = (at: Date): string => `${formatDate(at)}, ${formatTime(at)}`

/** 'at 1:16 pm' if `at` is on the same day in Kolkata as `now`, otherwise 'on 20 Nov 2026 at 1:16 pm'. */
export const formatWhen = (at: Date, now: Date): string =>
  dayInKolkata(at) === dayInKolkata(now)
    ? `at ${formatTime(at)}`
    : `on ${formatDate(at)} at ${formatTime(at)}`

/** Whether the date exists: 31 February does not. */
export const isDay = (year: number, month: number, day: number): boolean => {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

const ISO_MOMENT = /^(\d{4})-(\d{2})-(\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/

/** Parses an ISO 8601 date-time with an offset; null for any other text and for dates that do not exist. */
export function readMoment(text: string): Date | null {
  const [matched, year, month, day] = ISO_MOMENT.exec(text) ?? []
  const at = new Date(text)
  const isReal = matched && isDay(Number(year), Number(month), Number(day)) && !Number.isNaN(at.getTime())
  return isReal ? at : null
}

/** Formats `dateAndTime` (ISO 8601 with offset), or returns `date` if that is not valid (specification, section 2). */
export function formatDateTimeOr(dateAndTime: string, date: string): string {
  const at = readMoment(dateAndTime)
  return at ? formatDateTime(at) : date
}
