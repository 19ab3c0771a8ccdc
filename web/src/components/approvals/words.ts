import type { Approval } from '@kirana/contract/approvals'
import type { ApprovalState } from '@kirana/domain/approval'
import { counted, formatPhone, rupees } from '#/lib/format.ts'
import type { Tone } from '#/components/tables/badges.tsx'

export type Account = { as?: 'superadmin' }

export const customerOf = ({ user }: Pick<Approval, 'user'>) =>
  user ? user.fullName || formatPhone(user.phone) : ''

/** The requested action: 'Pay ₹500.00 out to Meera Nair'. */
export function titleOf(approval: Approval) {
  const { kind, amount, point, order } = approval
  if (kind === 'write-off') return `Write off ${rupees(amount)} that ${approval.rider?.name ?? ''} owes`
  if (kind === 'payout-refusal')
    return `Refuse the withdrawal of ${rupees(amount)} by ${customerOf(approval)}`
  if (isAhead(approval)) return `Approve paying ${rupees(amount)} out to ${customerOf(approval)}`
  const customer = customerOf(approval)
  if (kind === 'coins') return `Give ${counted(point, 'coin')} to ${customer}`
  if (kind === 'payout') return `Pay ${rupees(amount)} out to ${customer}`
  if (kind === 'pick')
    return `Finish picking order ${order?.order_id ?? ''} for ${customer}: ${rupees(amount)} in refunds and swaps`
  if (kind === 'wallet-order') return `Place an order of ${rupees(amount)} from the wallet of ${customer}`
  if (kind === 'claim-refund')
    return `Refund ${rupees(amount)} to ${customer} for a claim of order ${order?.order_id ?? ''}`
  if (kind === 'claim-replacement')
    return `Replace pieces worth ${rupees(amount)} for ${customer}, for a claim of order ${order?.order_id ?? ''}`
  if (kind === 'cancel-refund')
    return `Cancel order ${order?.order_id ?? ''} of ${customer} and refund ${rupees(amount)}`
  return `Refund the cash of order ${order?.order_id ?? ''}, ${rupees(amount)}, to the wallet of ${customer}`
}

/** Whether a payout is approved before it is paid: it has no proof yet. */
const isAhead = ({ kind, reason, utr, supportingDocs }: Approval) =>
  kind === 'payout' && reason === '' && utr === '' && supportingDocs.length === 0

/** The consequence of approving the request, shown beside the button. */
export const consequenceOf = (approval: Approval) =>
  isAhead(approval)
    ? 'Another person can pay it and prove it from then on. Nothing moves yet.'
    : consequences[approval.kind]

const consequences: Record<Approval['kind'], string> = {
  'payout-refusal':
    'The amount returns to the customer’s wallet as money, also what was coins. Make sure that the bank has not paid it.',
  payout: 'The withdrawal is completed and the amount leaves the wallet for good.',
  coins: 'The coins are in the customer’s wallet at once.',
  'cash-refund': 'The order is canceled and the amount is in the customer’s wallet at once.',
  'cancel-refund':
    'The order is canceled and the amount goes back to the customer. What was picked of it is discarded.',
  'claim-refund': 'The amount goes back to the customer at once, and a credit note is issued.',
  'claim-replacement': 'A free order for these pieces is placed at once.',
  'wallet-order':
    'The order is placed at today’s prices if its total is still the same, and the amount leaves the wallet at once.',
  'write-off': 'The rider no longer owes this amount. The store bears the loss.',
  pick: 'The order is Prepeared as it was picked, or Canceled if nothing was found. What was paid for missing items goes back.',
}

export const states: Record<ApprovalState, readonly [word: string, tone: Tone]> = {
  waiting: ['Waiting', 'warn'],
  approved: ['Approved', 'ok'],
  refused: ['Refused', 'bad'],
  expired: ['Expired', 'plain'],
  failed: ['Failed', 'bad'],
}
