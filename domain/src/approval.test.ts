import { expect, test } from 'vitest'
import {
  approvalEnds,
  approvalKinds,
  askingNeeds,
  subjectNeeds,
  switchOffRefusal,
  visibleTo,
} from './approval.ts'
import { withImplied } from './permissions.ts'

test('a request ends after 24 hours', () => {
  expect(approvalEnds(new Date('2026-11-22T23:30:00+05:30'))).toEqual(new Date('2026-11-23T23:30:00+05:30'))
})

test('only a store in which one person works may switch the second person off', () => {
  expect([0, 1].map(switchOffRefusal)).toEqual([null, null])
  expect(switchOffRefusal(2)).toMatch(/^2 staff members are active/)
})

test('the subject of an approval is visible only with the permission for it', () => {
  expect(visibleTo([])).toEqual([])
  expect(visibleTo(['orders.read', 'customers.read'])).toEqual([
    'coins',
    'cash-refund',
    'cancel-refund',
    'pick',
    'wallet-order',
  ])
})

test('a person who may ask for an action may see its subject', () => {
  for (const kind of approvalKinds) {
    const need = askingNeeds[kind]
    if (need !== 'superadmin') expect(withImplied([need])).toContain(subjectNeeds[kind])
  }
})
