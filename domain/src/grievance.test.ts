import { expect, test } from 'vitest'
import { contactDates, contactDueAt, isContactOverdue } from './grievance.ts'

const at = (text: string) => new Date(text)
const createdAt = at('2026-11-01T10:00:00+05:30')

test('is due 48 hours after receipt if new, 30 days after receipt if in work, and never if answered', () => {
  expect(contactDueAt({ state: 'new', createdAt })).toEqual(at('2026-11-03T10:00:00+05:30'))
  expect(contactDueAt({ state: 'in-work', createdAt })).toEqual(at('2026-12-01T10:00:00+05:30'))
  expect(contactDueAt({ state: 'answered', createdAt })).toBeNull()
})

test('is overdue only after the deadline', () => {
  const due = contactDueAt({ state: 'new', createdAt })
  expect(isContactOverdue(due, at('2026-11-03T10:00:00+05:30'))).toBe(false)
  expect(isContactOverdue(due, at('2026-11-03T10:00:00.001+05:30'))).toBe(true)
  expect(isContactOverdue(null, at('2030-01-01T00:00:00Z'))).toBe(false)
})

test('acknowledges with an answer, and removes only the dates that no longer apply', () => {
  const none = { startedAt: null, answeredAt: null }
  const [one, two] = [at('2026-11-02T10:00:00Z'), at('2026-11-05T10:00:00Z')]
  expect(contactDates('answered', none, one)).toEqual({ startedAt: one, answeredAt: one })
  expect(contactDates('in-work', none, one)).toEqual({ startedAt: one, answeredAt: null })
  const answered = { startedAt: one, answeredAt: two }
  expect(contactDates('in-work', answered, two)).toEqual({ startedAt: one, answeredAt: null })
  expect(contactDates('answered', answered, at('2026-12-01T00:00:00Z'))).toEqual(answered)
  expect(contactDates('new', answered, two)).toEqual(none)
})
