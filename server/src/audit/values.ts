import type { AuditKind, Names } from '@kirana/domain/audit-kinds'
import { formatDateTime, formatDay, readMoment } from '@kirana/domain/calendar'
import { isObject, type Stored } from '@kirana/domain/changes'
import { count as grouped } from '@kirana/domain/count'
import { formatRupees } from '@kirana/domain/money'

/** Formats a stored value; '' when it is not set. Other values of the object may give its unit. */
export type Show = (value: unknown, object: Stored, names: Names) => string

export const stored = (value: unknown): Stored => (isObject(value) ? value : {})
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** A number; 0 where an entry has none. */
export const amount = (value: unknown) => (typeof value === 'number' ? value : 0)
export const text = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
export const count = (value: unknown) => (typeof value === 'number' ? grouped(value) : '')

export const rupees = (value: unknown) => (typeof value === 'number' ? formatRupees(value) : '')
/** An amount in rupees; '' for 0. */
export const rupeesIfAny = (value: unknown) => (value === 0 ? '' : rupees(value))
export const percent = (value: unknown) => (typeof value === 'number' ? `${grouped(value / 100)}%` : '')
export const percentIfAny = (value: unknown) => (value === 0 ? '' : percent(value))

/** A coupon's discount or a charge's amount: '10%' or '₹10.00'. */
export const amountByType: Show = (value, { amountType }) =>
  amountType === 'percentage' ? percent(value) : rupees(value)

/** A pack size, stored in thousandths of its unit: '500 GM'. */
export const packSize = (value: unknown, { unit }: Stored) =>
  typeof value === 'number' ? `${grouped(value / 1000)} ${text(unit)}`.trim() : ''

export const day = (value: unknown) => (typeof value === 'string' ? formatDay(value) : '')
export const moment = (value: unknown) => {
  const at = typeof value === 'string' ? readMoment(value) : null
  return at ? formatDateTime(at) : ''
}

/** The words of a fixed set of values; a value of an earlier release is shown unchanged. */
export const oneOf = (words: Record<string, string>) => (value: unknown) =>
  typeof value === 'string' ? (words[value] ?? value) : ''
export const flag = (on: string, off: string) => (value: unknown) =>
  typeof value === 'boolean' ? (value ? on : off) : ''

/** The name of the object with this id. */
export const named =
  (kind: AuditKind): Show =>
  (value, _, names) =>
    typeof value === 'string' && value !== '' ? (names(kind, value)?.text ?? 'one that is deleted') : ''

/** The names of the objects with these ids, sorted. */
export const allNamed =
  (kind: AuditKind): Show =>
  (value, object, names) =>
    list(value)
      .map((id) => named(kind)(id, object, names))
      .toSorted()
      .join(', ')

/** The permissions of a role: 'orders: read, orders: write'. */
export const permissionWords = (value: unknown) =>
  list(value)
    .map((permission) => text(permission).replace('.', ': '))
    .join(', ')
