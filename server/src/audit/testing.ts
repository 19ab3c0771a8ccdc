import type { Names } from '@kirana/domain/audit-kinds'
import { sentenceOf } from './sentences.ts'

const known: Record<string, string> = {
  'product p1': 'Toor Dal',
  'product p2': 'Basmati Rice',
  'product p3': 'Tea',
  'coupon c1': 'DIWALI10',
  'order o1': 'OD261122-0007',
  'customer u1': 'Meera Nair',
  'category k1': 'Staples',
  'category k2': 'Grains',
  'keyword w1': 'tea',
  'keyword w2': 'chai',
  'withdrawal x1': '₹500.00 for Meera Nair',
  'manualOrder m1': 'Meera Nair',
  'staff s1': 'Asha Patil',
  'file a.webp': 'a.webp',
}
const names: Names = (kind, id) => {
  const name = known[`${kind} ${id}`]
  return name === undefined ? null : { text: name, isDeleted: false }
}

/** The sentence with its changes: 'changed the coupon DIWALI10: Discount 10% → 20%'; null when nothing changed. */
export function says(call: string, object: string, before: unknown, after: unknown) {
  const sentence = sentenceOf({ call, object, before, after }, names)
  if (!sentence) return null
  const changes = sentence.changes.map(({ field, before: was, after: is }) =>
    was === null ? `${field} ${is}` : `${field} ${was || '–'} → ${is || '–'}`,
  )
  const pictures = sentence.pictures.map(
    ({ file, isRemoved, exists }) => `${isRemoved ? '−' : '+'}${file}${exists ? '' : ' (gone)'}`,
  )
  const details = [...changes, ...pictures].join(', ')
  return sentence.parts.map(({ text }) => text).join('') + (details && `: ${details}`)
}
