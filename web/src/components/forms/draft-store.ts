import { sessionOf } from '#/lib/session/session.ts'

/** The unsaved values of a form: the fields that differ from its record, by name. */
export type Draft = {
  /** Time of its last change, in ms since 1970. */
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

/** Drafts belong to the user who is signed in to the area, and are removed at Logout (lib/session/session.ts). */
function keyOf(name: string) {
  const id = sessionOf(location.pathname.startsWith('/superadmin') ? 'superadmin' : 'staff')?._id
  return id === undefined ? null : `kirana-draft-${id}-${name}`
}

/** Whether this browser stores drafts. If storage is blocked or full, leaving a form loses the unsaved values. */
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

/** Stores the draft of a form in this browser; null removes it. */
export function keepDraft(name: string | undefined, draft: Draft | null) {
  try {
    const key = name === undefined ? null : keyOf(name)
    if (key === null) return
    if (draft) localStorage.setItem(key, JSON.stringify(draft))
    else localStorage.removeItem(key)
  } catch {
    // Storage is blocked or full: the unsaved values last until the form is closed.
  }
}
