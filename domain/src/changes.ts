/** One field of what was changed, as people read it. `null` where it was not there before, or is not any more. */
export type FieldChange = { field: string; before: string | null; after: string | null }

const isObject = (value: unknown): value is Record<string, unknown> =>
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
 * What the audit log kept of an object before and after a change, field by field; what did not change is left out. After
 * an edit only the fields that were sent count: `before` may hold the whole object. Amounts stay as they were kept, in
 * paise or, where they are percentages, in basis points.
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
