import { expect, test } from 'vitest'
import { erasureRefusal } from './erasure.ts'

const settled = {
  openOrders: 0,
  waitingLists: 0,
  openClaims: 0,
  pendingWithdrawals: 0,
  pendingRefunds: 0,
  pendingApprovals: 0,
  money: 0,
}

test('a customer with nothing unfinished can be erased', () => {
  expect(erasureRefusal(settled)).toBeNull()
})

test('otherwise the message names everything to settle', () => {
  expect(erasureRefusal({ ...settled, openOrders: 1 })).toBe(
    'This customer cannot be erased yet: 1 order is open',
  )
  expect(
    erasureRefusal({
      openOrders: 2,
      waitingLists: 1,
      openClaims: 2,
      pendingWithdrawals: 3,
      pendingRefunds: 1,
      pendingApprovals: 2,
      money: 12_050,
    }),
  ).toBe(
    'This customer cannot be erased yet: 2 orders are open, 1 photo order is waiting, 2 claims are open, 3 withdrawals are not paid out, 1 refund is not done, 2 requests are waiting for approval, the wallet has ₹120.50',
  )
})
