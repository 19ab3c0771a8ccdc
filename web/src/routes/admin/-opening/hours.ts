import { opening as calls, type Opening } from '@kirana/contract/opening'

export type Hours = Pick<Opening, 'version' | 'week' | 'closedDays'>
/** Messages by the place of the value: 'week.0', 'closedDays.2'. */
export type Errors = ReadonlyMap<string, string>

/** What a store that begins to keep hours starts from. */
export const usualWeek = () => Array.from({ length: 7 }, () => [{ from: '07:00', to: '22:00' }])

/** Closed days that have passed are left out: the next save removes them. */
export const hoursFrom = ({ version, week, closedDays }: Opening, today: string): Hours => ({
  version,
  week,
  closedDays: closedDays.filter(({ date }) => date >= today),
})

/** The same messages that the server would send. */
export function errorsOf(hours: Hours): Errors {
  const issues = calls.editHours.body.safeParse(hours).error?.issues ?? []
  return new Map(issues.toReversed().map(({ path, message }) => [path.slice(0, 2).join('.'), message]))
}
