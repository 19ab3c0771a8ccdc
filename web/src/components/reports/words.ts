import { formatDay } from '@kirana/domain/calendar'
import { weekdayOf, weekdays } from '@kirana/domain/weekday'
import { count } from '#/lib/format.ts'

/** 'Sunday, 15 Nov 2026' of a business day 'YYYY-MM-DD'. */
export const dayName = (day: string) => `${weekdays[weekdayOf(day)] ?? ''}, ${formatDay(day)}`

export const percentText = (part: number, whole: number) =>
  whole === 0 ? '–' : `${Math.round((100 * part) / whole)}%`

/** '1 order', '12 orders'. */
export const counted = (amount: number, one: string, many = `${one}s`) =>
  `${count(amount)} ${amount === 1 ? one : many}`

export const minutesText = (minutes: number | null) => (minutes === null ? '–' : `${count(minutes)} min`)

/** The name of an hour for screen readers: '18:00'. */
export const clockText = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** '10 am' of an hour from 0 to 23. */
export const hourText = (hour: number) => `${hour % 12 || 12} ${hour < 12 ? 'am' : 'pm'}`
