import { expect, test } from 'vitest'
import { differences, merged } from './hours.ts'

const days = (from: string) => Array.from({ length: 7 }, () => [{ from, to: '22:00' }])
const plan = (from: string, closedDays: { date: string; reason: string }[] = []) => ({
  week: days(from),
  closedDays,
})

test('unchanged days take the other user’s hours, and changed days stay', () => {
  const base = plan('07:00')
  const mine = { ...base, week: base.week.with(0, [{ from: '06:00', to: '22:00' }]).with(1, []) }
  const theirs = plan('09:00', [{ date: '2026-12-25', reason: 'Christmas' }])
  const { plan: result, taken } = merged(base, mine, theirs)
  expect(result.week).toEqual([mine.week[0], [], ...theirs.week.slice(2)])
  expect(result.closedDays).toEqual(theirs.closedDays)
  expect(taken).toEqual(['Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday', 'Closed days'])
  expect(differences(theirs, result)).toEqual([
    { label: 'Monday', theirs: '09:00 to 22:00', mine: '06:00 to 22:00' },
    { label: 'Tuesday', theirs: '09:00 to 22:00', mine: 'Closed' },
  ])
})

test('a week without hours is merged as a whole', () => {
  const base = plan('07:00')
  const always = { week: null, closedDays: [] }
  const ours = [{ date: '2026-11-28', reason: '' }]
  expect(merged(base, { ...base, closedDays: ours }, always).plan).toEqual({ week: null, closedDays: ours })
  expect(merged(base, { ...always, closedDays: ours }, plan('09:00')).plan).toEqual({
    week: null,
    closedDays: ours,
  })
  expect(merged(always, plan('08:00'), { week: null, closedDays: ours }).plan).toEqual(plan('08:00', ours))
})
