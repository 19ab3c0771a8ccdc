import { opening as calls, type Opening } from '@kirana/contract/opening'
import { formatDay } from '@kirana/domain/calendar'
import { weekdays } from '@kirana/domain/weekday'

export type Hours = Pick<Opening, 'version' | 'week' | 'closedDays'>
/** Messages by the path of the value: 'week.0', 'closedDays.2'. */
export type Errors = ReadonlyMap<string, string>

/** The initial hours of a store that had none before. */
export const usualWeek = () => Array.from({ length: 7 }, () => [{ from: '07:00', to: '22:00' }])

/** The form's hours. Past closed days are omitted, so the next save removes them. */
export const hoursFrom = ({ version, week, closedDays }: Opening, today: string): Hours => ({
  version,
  week,
  closedDays: closedDays.filter(({ date }) => date >= today),
})

/** The same messages as the server's. */
export function errorsOf(hours: Hours): Errors {
  const issues = calls.editHours.body.safeParse(hours).error?.issues ?? []
  return new Map(issues.toReversed().map(({ path, message }) => [path.slice(0, 2).join('.'), message]))
}

type Plan = Pick<Hours, 'week' | 'closedDays'>

/** The parts of the form (weekdays and closed days) as text, each with its label. */
const partsOf = ({ week, closedDays }: Plan): [label: string, text: string][] => [
  ...weekdays.map((name, n): [string, string] => [
    name,
    week === null
      ? 'Round the clock'
      : (week[n] ?? []).map(({ from, to }) => `${from} to ${to}`).join(', ') || 'Closed',
  ]),
  [
    'Closed days',
    closedDays
      .toSorted((a, b) => (a.date < b.date ? -1 : 1))
      .map(({ date, reason }) => [date && formatDay(date), reason].filter(Boolean).join(' '))
      .join(', '),
  ],
]

/** The parts in which two plans differ, for the comparison after a rejected save. */
export function differences(theirs: Plan, mine: Plan) {
  const own = partsOf(mine)
  return partsOf(theirs).flatMap(([label, text], n) =>
    text === own[n]?.[1] ? [] : [{ label, theirs: text, mine: own[n]?.[1] ?? '' }],
  )
}

/**
 * Three-way merge: `mine`, with the values of `theirs` in the parts that are unchanged since `base`, and the labels of
 * those parts (`taken`). If only one of the plans has a week, the week is merged as a whole.
 */
export function merged(base: Plan, mine: Plan, theirs: Plan): { plan: Plan; taken: string[] } {
  const touched = new Set(differences(base, mine).map(({ label }) => label))
  const isOwn = (label: string) => touched.has(label)
  const isWeekOwn = weekdays.some(isOwn)
  const week =
    mine.week && theirs.week
      ? weekdays.map((name, n) => (isOwn(name) ? mine.week?.[n] : theirs.week?.[n]) ?? [])
      : isWeekOwn
        ? mine.week
        : theirs.week
  const plan = { week, closedDays: isOwn('Closed days') ? mine.closedDays : theirs.closedDays }
  return { plan, taken: differences(plan, mine).map(({ label }) => label) }
}
