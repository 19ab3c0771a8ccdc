/** Asia/Kolkata is UTC+05:30 all year, without daylight saving: plain arithmetic, the same in every runtime. */
const OFFSET_IN_MS = 330 * 60 * 1000

/** The wall clock of Kolkata as ISO text without a zone. Throws RangeError for an invalid date. */
const wallClock = (at: Date): string => new Date(at.getTime() + OFFSET_IN_MS).toISOString().slice(0, 19)

/** The business day of a moment, 'YYYY-MM-DD'. */
export const dayInKolkata = (at: Date): string => wallClock(at).slice(0, 10)

/** The moment at which the business day of `at` began. */
export const startOfDayInKolkata = (at: Date): Date => new Date(`${dayInKolkata(at)}T00:00:00+05:30`)

/** '2026-11-21T13:16:00+05:30'; fractions of a second are cut off. */
export const isoInKolkata = (at: Date): string => `${wallClock(at)}+05:30`

/** 'YYYY-MM-DD', zeros in front left out or not. */
export const ISO_DAY = /^(\d{4})-(\d{1,2})-(\d{1,2})$/

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec']

/**
 * 'YYYY-MM-DD' → '21 Nov 2026'; anything else comes back as it is. Dates and times are put together here in the
 * words of en-IN: Intl's differ between runtimes ('Sep' or 'Sept', a plain or a narrow no-break space before 'pm').
 */
export function formatDay(day: string): string {
  const [, year, month, date] = ISO_DAY.exec(day) ?? []
  const name = MONTHS[Number(month) - 1]
  return name ? `${Number(date)} ${name} ${year}` : day
}

/** '21 Nov 2026', the day in Kolkata. */
export const formatDate = (at: Date): string => formatDay(dayInKolkata(at))

/** '1:16 pm' in Kolkata, with a plain space. */
export function formatTime(at: Date): string {
  const [hour, minute] = wallClock(at).slice(11).split(':')
  return `${Number(hour) % 12 || 12}:${minute} ${Number(hour) < 12 ? 'am' : 'pm'}`
}

/** '21 Nov 2026, 1:16 pm' in Kolkata. */
export const formatDateTime = (at: Date): string => `${formatDate(at)}, ${formatTime(at)}`

/** 'at 1:16 pm' on the day of `now` in Kolkata, 'on 20 Nov 2026 at 1:16 pm' on any other. */
export const formatWhen = (at: Date, now: Date): string =>
  dayInKolkata(at) === dayInKolkata(now)
    ? `at ${formatTime(at)}`
    : `on ${formatDate(at)} at ${formatTime(at)}`

/** Whether there is such a day: no 31 February. */
export const isDay = (year: number, month: number, day: number): boolean => {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

const ISO_MOMENT = /^(\d{4})-(\d{2})-(\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/

/** The moment that ISO 8601 text with its offset names; null for anything else, 31 February included. */
export function readMoment(text: string): Date | null {
  const [matched, year, month, day] = ISO_MOMENT.exec(text) ?? []
  const at = new Date(text)
  const isReal = matched && isDay(Number(year), Number(month), Number(day)) && !Number.isNaN(at.getTime())
  return isReal ? at : null
}

/** `dateAndTime` (ISO 8601 with offset) as people read it, or `date` as it came where that is not valid (section 2). */
export function formatDateTimeOr(dateAndTime: string, date: string): string {
  const at = readMoment(dateAndTime)
  return at ? formatDateTime(at) : date
}
