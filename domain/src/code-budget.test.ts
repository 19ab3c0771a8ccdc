import { expect, test } from 'vitest'
import { budgetState, stateBegunBy } from './code-budget.ts'

test.each([
  [0, 1_000, 'free'],
  [799, 1_000, 'free'],
  [800, 1_000, 'near'],
  [999, 1_000, 'near'],
  [1_000, 1_000, 'used'],
  [1_200, 1_000, 'used'],
  [0, 1, 'free'],
  [1, 1, 'used'],
  [0, 0, 'used'],
])('%d of %d codes: %s', (sent, limit, state) => {
  expect(budgetState({ sent, limit })).toBe(state)
})

test('each state begins with one message', () => {
  const begun = Array.from({ length: 12 }, (_, n) => stateBegunBy({ sent: n + 1, limit: 10 }))
  expect(begun).toEqual([...Array(7).fill(null), 'near', null, 'used', null, null])
  expect(stateBegunBy({ sent: 1, limit: 1 })).toBe('used')
})
