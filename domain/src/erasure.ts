import { formatRupees, type Paise } from './money.ts'

/** Replaces the name of an erased customer in the books. */
export const ERASED_CUSTOMER = 'Erased customer'
/** Replaces what staff and riders wrote about the customer. Not '', which means that there was no such text. */
export const ERASED_TEXT = 'Erased'
/** Replaces the phone number, which may register again: a unique text that is not a number. */
export const erasedPhone = (customerNumber: number): string => `erased-${customerNumber}`

export type Unfinished = {
  openOrders: number
  waitingLists: number
  openClaims: number
  pendingWithdrawals: number
  /** Refunds of online payments that have not arrived. */
  pendingRefunds: number
  /** Coins and refunds of cash that a second person may still approve; a payout is a pending withdrawal. */
  pendingApprovals: number
  /** Money in the wallet. */
  money: Paise
}

const counted = (count: number, one: string, many: string) =>
  count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count} ${many}`]

/**
 * Why a customer cannot be erased yet, as a sentence for staff, or null: what is owed to either side must be settled
 * first, because the customer cannot be reached afterwards.
 */
export function erasureRefusal({
  openOrders,
  waitingLists,
  openClaims,
  pendingWithdrawals,
  pendingRefunds,
  pendingApprovals,
  money,
}: Unfinished): string | null {
  const reasons = [
    ...counted(openOrders, 'order is open', 'orders are open'),
    ...counted(waitingLists, 'photo order is waiting', 'photo orders are waiting'),
    ...counted(openClaims, 'claim is open', 'claims are open'),
    ...counted(pendingWithdrawals, 'withdrawal is not paid out', 'withdrawals are not paid out'),
    ...counted(pendingRefunds, 'refund is not done', 'refunds are not done'),
    ...counted(pendingApprovals, 'request is waiting for approval', 'requests are waiting for approval'),
    ...(money > 0 ? [`the wallet has ${formatRupees(money)}`] : []),
  ]
  return reasons.length === 0 ? null : `This customer cannot be erased yet: ${reasons.join(', ')}`
}
