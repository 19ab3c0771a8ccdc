import { sessionOf, signedOut, wasSignedIn, type SessionRole } from './session.ts'
import { createStore } from '#/lib/store.ts'

/** A session that ended without Logout, and the screen it ended on: path and search. */
export type EndedSession = { role: SessionRole; path: string }

const KEY = 'kirana-ended-session'
const areas = { staff: '/admin', superadmin: '/superadmin' } as const

/**
 * The path if it is a screen of the role's own area, otherwise null, because signing in must not lead to any other
 * page.
 */
export function ownPath(role: SessionRole, path: string) {
  try {
    const { origin, pathname, search } = new URL(path, location.origin)
    const [area, screen] = [pathname.slice(0, areas[role].length + 1), pathname.slice(areas[role].length + 1)]
    const isOwn = origin === location.origin && area === `${areas[role]}/` && screen !== 'signin'
    return isOwn ? pathname + search : null
  } catch {
    return null
  }
}

function stored(): EndedSession | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as EndedSession | null
    return kept && ownPath(kept.role, kept.path) !== null ? kept : null
  } catch {
    return null
  }
}

/** The ended session that this tab reports until the next sign-in. */
export const endedSession = createStore<EndedSession | null>(stored())

function set(ended: EndedSession | null) {
  endedSession.set(ended)
  try {
    if (ended) sessionStorage.setItem(KEY, JSON.stringify(ended))
    else sessionStorage.removeItem(KEY)
  } catch {
    // Storage is blocked: the report lasts until the tab is reloaded.
  }
}

/** The browser's database with the data for a reload of a picking screen (lib/outbox/kept.ts). */
export const KEPT_DATABASE = 'kirana-picking'

/** Deletes that database, because its data must not be shown without a session. */
export function forgetKept() {
  try {
    indexedDB.deleteDatabase(KEPT_DATABASE)
  } catch {
    // Storage is blocked: nothing was stored.
  }
}

/**
 * Called when the server no longer accepts the session: it expired, the password was changed, or the account was
 * disabled.
 */
export function sessionEnded(role: SessionRole) {
  const path = ownPath(role, location.pathname + location.search)
  if (path !== null && (sessionOf(role) || wasSignedIn(role))) set({ role, path })
  if (role === 'staff') forgetKept()
  signedOut(role)
}

/** The path to open after signing in: the screen on which the session ended, otherwise `home`. */
export function takeReturnPath(role: SessionRole, home: string) {
  const ended = endedSession.get()
  if (ended?.role !== role) return home
  set(null)
  return ownPath(role, ended.path) ?? home
}
