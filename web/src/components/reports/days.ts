import type { Report } from '@kirana/contract/reports'
import { addDays, formatDay } from '@kirana/domain/calendar'
import { daysBetween } from '@kirana/domain/figures'
import { weekdayOf } from '@kirana/domain/weekday'
import type { ChartColumn } from './chart.ts'
import type { Range } from './range.ts'
import { dayName } from './words.ts'

type Day = Report['days'][number]

/** The number of columns that can be distinguished on a phone. */
const MAX_DAYS = 45
const MAX_WEEKS = 45 * 7

type Span = { unit: string; key: (day: string) => string; label: (key: string) => string }

const spans: Record<'day' | 'week' | 'month', Span> = {
  day: { unit: 'Day', key: (day) => day, label: dayName },
  week: {
    unit: 'Week',
    key: (day) => addDays(day, -weekdayOf(day)),
    label: (monday) => `Week of ${formatDay(monday)}`,
  },
  month: {
    unit: 'Month',
    key: (day) => `${day.slice(0, 7)}-01`,
    label: (first) => formatDay(first).replace(/^\d+ /, ''),
  },
}

/** The range of the same length right before `range`. */
export function rangeBefore({ from, to }: Range): Range {
  const length = daysBetween(from, to)
  return { from: addDays(from, -length), to: addDays(from, -1) }
}

/**
 * Adds the values of the previous period to the columns. Unchanged if the number of columns differs, because weeks and
 * months may be cut by the range.
 */
export const withEarlier = (columns: readonly ChartColumn[], before: readonly ChartColumn[] | undefined) =>
  columns.map((column, at) =>
    before?.length === columns.length ? { ...column, earlier: before[at]?.values[0] } : column,
  )

/** One column per day, or per week or month if the range is long. Days without orders have a column too. */
export function columnsOf(
  days: readonly Day[],
  { from, to }: Range,
  valuesOf: readonly ((day: Day) => number)[],
) {
  const length = daysBetween(from, to)
  const span = length <= MAX_DAYS ? spans.day : length <= MAX_WEEKS ? spans.week : spans.month
  const keys = [...new Set(Array.from({ length }, (_, at) => span.key(addDays(from, at))))]
  const sums = new Map<string, number[]>()
  for (const day of days) {
    const before = sums.get(span.key(day.day)) ?? []
    sums.set(
      span.key(day.day),
      valuesOf.map((valueOf, at) => valueOf(day) + (before[at] ?? 0)),
    )
  }
  const every = Math.ceil(keys.length / 5)
  const columns: ChartColumn[] = keys.map((key, at) => ({
    label: span.label(key),
    tick: at % every === 0 && at + every / 2 < keys.length ? formatDay(key).replace(/ \d{4}$/, '') : '',
    values: sums.get(key) ?? valuesOf.map(() => 0),
  }))
  return { unit: span.unit, columns }
}
