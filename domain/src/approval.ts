import type { Permission } from './permissions.ts'

/**
 * The actions that a second person approves: a payout, refusing one that was approved or whose coins become money, coins above the daily limit, cash
 * refunded to a wallet, the cancelation of an order with a large refund, a large refund or replacement of a claim, the end of a pick
 * with large refunds or swaps for far dearer goods, an order that staff pay from a customer's wallet, and writing
 * off what a rider owes, which the superadmin asks for.
 */
export const approvalKinds = [
  'payout',
  'payout-refusal',
  'coins',
  'cash-refund',
  'cancel-refund',
  'claim-refund',
  'claim-replacement',
  'pick',
  'wallet-order',
  'write-off',
] as const
export type ApprovalKind = (typeof approvalKinds)[number]

/** `failed`: approved, but the requested action was no longer possible. */
export const approvalStates = ['waiting', 'approved', 'refused', 'expired', 'failed'] as const
export type ApprovalState = (typeof approvalStates)[number]

export const APPROVAL_HOURS = 24

/**
 * The permission that the person who asked must still have when the action is carried out; only the superadmin may
 * write off.
 */
export const askingNeeds: Record<ApprovalKind, Permission | 'superadmin'> = {
  payout: 'withdrawals.approve',
  'payout-refusal': 'withdrawals.approve',
  coins: 'wallet.coins',
  'cash-refund': 'orders.write',
  'cancel-refund': 'orders.write',
  'claim-refund': 'claims',
  'claim-replacement': 'claims',
  pick: 'picking',
  'wallet-order': 'orders.write',
  'write-off': 'superadmin',
}

/** The permission to see the subject of an approval. */
export const subjectNeeds: Record<ApprovalKind, Permission> = {
  payout: 'withdrawals.read',
  'payout-refusal': 'withdrawals.read',
  coins: 'customers.read',
  'cash-refund': 'orders.read',
  'cancel-refund': 'orders.read',
  'claim-refund': 'claims',
  'claim-replacement': 'claims',
  pick: 'orders.read',
  'wallet-order': 'orders.read',
  'write-off': 'payments',
}

/** The kinds of approvals whose subject staff with these permissions may see. */
export const visibleTo = (granted: readonly Permission[]): ApprovalKind[] =>
  approvalKinds.filter((kind) => granted.includes(subjectNeeds[kind]))

/** When a request made at `askedAt` can no longer be approved. */
export const approvalEnds = (askedAt: Date): Date => new Date(askedAt.getTime() + APPROVAL_HOURS * 3_600_000)

export const WAITING = 'Waiting for approval'
export const OWN_APPROVAL = 'You asked for this yourself. Another person has to decide'

/**
 * Why the requirement of a second person cannot be switched off; null if it can. It can only in a store with a single
 * staff member, who has no second person to ask.
 */
export const switchOffRefusal = (activeStaff: number): string | null =>
  activeStaff <= 1
    ? null
    : `${activeStaff} staff members are active. The second person can be switched off only while there is one: raise the limits instead`
