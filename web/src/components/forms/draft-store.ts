import { sessionOf } from '#/lib/session/session.ts'

/** What was typed into a form and is not saved: the fields that differ from its record, by name. */
export type Draft = {
  /** When it was last changed (ms). */
  at: number
  /** The version of the record that it is based on. */
  version?: number | undefined
  fields: Record<string, unknown>
}

/**
 * Fields that are never stored. Forms about a customer (notes, coins, messages, claims, addresses, orders by staff) and
 * one-step forms that move money or stock pass no draft name, so they have no draft.
 */
const secret = new Set(['password', 'pin', 'phone'])

/** Texts, numbers, flags and lists of them; never a file. */
const isPlain = (value: unknown): boolean =>
  Array.isArray(value) ? value.every(isPlain) : ['string', 'number', 'boolean'].includes(typeof value)

export const isKept = (name: string, value: unknown) => !secret.has(name) && isPlain(value)

/** Drafts belong to the person of the area, and are removed at Logout (lib/session/session.ts). */
function keyOf(name: string) {
  const id = sessionOf(location.pathname.startsWith('/superadmin') ? 'superadmin' : 'staff')?._id
  return id === undefined ? null : `kirana-draft-${id}-${name}`
}

/** Whether this browser stores drafts. Where storage is blocked or full, leaving a form loses what was typed. */
export const storesDrafts = (() => {
  try {
    localStorage.setItem('kirana-probe', '')
    localStorage.removeItem('kirana-probe')
    return true
  } catch {
    return false
  }
})()

export function readDraft(name: string | undefined): Draft | null {
  try {
    const key = name === undefined ? null : keyOf(name)
    return key === null ? null : (JSON.parse(localStorage.getItem(key) ?? 'null') as Draft | null)
  } catch {
    return null
  }
}

/** Keeps the draft of a form in this browser; null removes it. */
export function keepDraft(name: string | undefined, draft: Draft | null) {
  try {
    const key = name === undefined ? null : keyOf(name)
    if (key === null) return
    if (draft) localStorage.setItem(key, JSON.stringify(draft))
    else localStorage.removeItem(key)
  } catch {
    // Storage is blocked or full: what was typed lasts as long as the form.
  }
}
