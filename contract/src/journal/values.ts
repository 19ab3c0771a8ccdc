import { count as inGroups } from '@kirana/domain/count'
import { formatDateTime, formatDay, readMoment } from '@kirana/domain/calendar'
import { formatRupees } from '@kirana/domain/money'
import type { AuditKind } from '@kirana/domain/audit-kinds'

/** The stored values of an object; amounts are in paise, percentages in basis points. */
export type Stored = Record<string, unknown>

export type Name = { text: string; isDeleted: boolean }
/** The name of an object; null when nothing knows it any more. A `file` is named by its key while it exists. */
export type Names = (kind: AuditKind | 'file', id: string) => Name | null

/** A stored value in the words of the screens; '' when it is not set. Other values of the object may say its unit. */
export type Show = (value: unknown, object: Stored, names: Names) => string

/** An entry's values; none where it has no object. */
export const of = (value: unknown): Stored =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Stored) : {}
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** An amount; 0 where an entry has none. */
export const amount = (value: unknown) => (typeof value === 'number' ? value : 0)

export const plainText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
export const text: Show = plainText
export const count: Show = (value) => (typeof value === 'number' ? inGroups(value) : '')

export const rupees: Show = (value) => (typeof value === 'number' ? formatRupees(value) : '')
/** Rupees of which 0 means that there are none. */
export const rupeesIfAny: Show = (value, ...more) => (value === 0 ? '' : rupees(value, ...more))
export const percent: Show = (value) => (typeof value === 'number' ? `${inGroups(value / 100)}%` : '')
export const percentIfAny: Show = (value, ...more) => (value === 0 ? '' : percent(value, ...more))

/** A coupon's discount or a charge's amount: '10%' or '₹10.00'. */
export const amountByType: Show = (value, object, names) =>
  object.amountType === 'percentage' ? percent(value, object, names) : rupees(value, object, names)

/** A pack size, stored in thousandths of its unit: '500 GM'. */
export const packSize: Show = (value, { unit }) =>
  typeof value === 'number' ? `${inGroups(value / 1000)} ${plainText(unit)}`.trim() : ''

export const day: Show = (value) => (typeof value === 'string' ? formatDay(value) : '')
export const moment: Show = (value) => {
  const at = typeof value === 'string' ? readMoment(value) : null
  return at ? formatDateTime(at) : ''
}

/** The words of a fixed set of values; a value of an earlier version stays as it is. */
export const oneOf =
  (words: Record<string, string>): Show =>
  (value) =>
    typeof value === 'string' ? (words[value] ?? value) : ''

/** The name of the object with this id. */
export const named =
  (kind: AuditKind): Show =>
  (value, _, names) =>
    typeof value === 'string' && value !== '' ? (names(kind, value)?.text ?? 'one that is deleted') : ''

/** The names of the objects with these ids, by name. */
export const allNamed =
  (kind: AuditKind): Show =>
  (value, object, names) =>
    Array.isArray(value)
      ? value
          .map((id) => named(kind)(id, object, names))
          .toSorted()
          .join(', ')
      : ''

/** What a role may do: 'orders: read, orders: write'. */
export const permissionWords: Show = (value) =>
  list(value)
    .map((permission) => plainText(permission).replace('.', ': '))
    .join(', ')
