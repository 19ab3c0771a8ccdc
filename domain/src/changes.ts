/** One changed field, for display; `before` is null when the field was added, `after` when it was removed. */
export type FieldChange = { field: string; before: string | null; after: string | null }

/** The stored values of an object; amounts are in paise, percentages in basis points. */
export type Stored = Record<string, unknown>

export const isObject = (value: unknown): value is Stored =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** 'paymentStatus' → 'Payment status'. */
const asWords = (name: string) => {
  const words = name.replace(/(?<=[a-z\d])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function asText(value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/**
 * The changed fields of an audit entry. After an edit only the sent fields are compared, since `before` may be the whole
 * object. Amounts are in paise, percentages in basis points, as stored.
 */
export function fieldChanges(before: unknown, after: unknown): FieldChange[] {
  const from = isObject(before) ? before : {}
  const to = isObject(after) ? after : {}
  const isGone = isObject(before) && !isObject(after)
  return Object.keys(isGone ? from : to)
    .filter((name) => name !== 'id')
    .map((name) => ({ field: asWords(name), before: asText(from[name]), after: asText(to[name]) }))
    .filter((change) => change.before !== change.after)
}
