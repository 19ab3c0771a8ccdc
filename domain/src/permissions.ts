import type { EventType } from './vocabulary.ts'

/** What a role may do (roles, door and cash; Roles). A call of the contract names the one that it needs. */
export const permissions = [
  'orders.read',
  'orders.write',
  'picking',
  'stock.read',
  'stock.write',
  'catalogue.read',
  'catalogue.write',
  'offers.write',
  'customers.read',
  'customers.write',
  'wallet.coins',
  'withdrawals.read',
  'withdrawals.approve',
  'messages',
  'push',
  'reports',
  'payments',
  'approvals',
  'gst',
  'claims',
  'dispatch',
] as const
export type Permission = (typeof permissions)[number]

/** What a call of staff needs: a permission, one of several, all of several, or only to be signed in. */
export type Need = Permission | 'everybody' | readonly Permission[] | { readonly all: readonly Permission[] }

/** The permissions that each permission requires. */
const implied: Partial<Record<Permission, readonly Permission[]>> = {
  'orders.write': ['orders.read'],
  picking: ['orders.read'],
  dispatch: ['orders.read'],
  'stock.write': ['stock.read'],
  'catalogue.write': ['catalogue.read'],
  'offers.write': ['catalogue.read'],
  'customers.write': ['customers.read'],
  'wallet.coins': ['customers.read'],
  push: ['customers.read'],
  // Its exports name the customers of orders.
  reports: ['orders.read'],
  'withdrawals.approve': ['withdrawals.read'],
}

/** The chosen permissions and those that they need, each once, in the order of `permissions`. */
export function withImplied(chosen: readonly Permission[]): Permission[] {
  const all = new Set(chosen.flatMap((one) => [one, ...(implied[one] ?? [])]))
  return permissions.filter((one) => all.has(one))
}

export const needsAll = (need: Need) => typeof need === 'object' && 'all' in need

/** The permissions that a need names. */
export function namedIn(need: Need): readonly Permission[] {
  if (need === 'everybody') return []
  if (typeof need === 'string') return [need]
  return 'all' in need ? need.all : need
}

/** Whether staff with these permissions may make a call. */
export function fulfils(granted: readonly Permission[], need: Need): boolean {
  if (need === 'everybody') return true
  const has = (one: Permission) => granted.includes(one)
  return needsAll(need) ? need.all.every(has) : namedIn(need).some(has)
}

/** The permission to see what `need` changes. */
export function readingOf(need: Need): Need {
  if (typeof need !== 'string') return need
  const [area] = need.split('.')
  return permissions.find((one) => one === `${area}.read`) ?? need
}

/** The permission that is needed to receive an event. */
export const eventNeeds: Record<EventType, Need> = {
  'order.created': 'orders.read',
  'order.changed': 'orders.read',
  'manual-order.created': 'orders.read',
  'manual-order.changed': 'orders.read',
  'withdrawal.created': 'withdrawals.read',
  'withdrawal.changed': 'withdrawals.read',
  'opening.changed': 'everybody',
  'stock.changed': 'stock.read',
  'pick.changed': 'orders.read',
  'payment.changed': 'payments',
  'approval.changed': 'approvals',
  'drop.changed': 'dispatch',
  'cash.changed': 'payments',
  'claim.created': 'claims',
  'claim.changed': 'claims',
}
