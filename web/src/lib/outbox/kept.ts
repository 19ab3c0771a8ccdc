import { pick as calls, type OrderPick } from '@kirana/contract/pick'
import { queryClient, read } from '#/lib/api.ts'
import { KEPT_DATABASE } from '#/lib/session/ended-session.ts'
import { type Person, sessionOf, signedInId } from '#/lib/session/session.ts'
import { isUnsent } from './changes.ts'
import { entries, isRead } from './queue.ts'

/*
 * Stores the data that a reload of the board or a picking screen needs without a network, beside the queue: the open
 * picks of a staff member, without customer data, and their profile. The profile is also stored while their queue has
 * actions. All of it is deleted when no pick or action is left, at the end of the session, and after a day.
 */

/** `at`: time of the server's response, in ms since 1970. */
type KeptPick = { at: number; pick: OrderPick }
type Kept = { staffId: string; at: number; person: Person; picks: readonly KeptPick[] }

const STORE = 'picks'
const DAY_MS = 24 * 60 * 60_000

/**
 * Runs one transaction and closes the connection, so that signing out can delete the database. If storage is blocked,
 * nothing is stored.
 */
async function transact(mode: IDBTransactionMode, work: (rows: IDBObjectStore) => void): Promise<void> {
  const database = await new Promise<IDBDatabase | null>((resolve) => {
    const request = indexedDB.open(KEPT_DATABASE, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'staffId' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => resolve(null)
  })
  if (!database) return
  await new Promise<void>((resolve) => {
    const transaction = database.transaction(STORE, mode)
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => resolve()
    work(transaction.objectStore(STORE))
  })
  database.close()
}

const isRecent = ({ at }: { at: number }) => Date.now() - at < DAY_MS

/** Whether the queue has actions of the staff member; also true until the queue has been read. */
const mayHaveUnsent = (staffId: string) =>
  !isRead.get() || entries.get().some((one) => one.by === staffId && isUnsent(one))

/**
 * Changes the stored picks of the signed-in staff member. Deletes their row if they have no picks and no unsent
 * actions.
 */
async function change(apply: (picks: readonly KeptPick[]) => readonly KeptPick[]) {
  const person = sessionOf('staff')
  if (!person) return
  const staffId = person._id
  await transact('readwrite', (rows) => {
    const request: IDBRequest<Kept | undefined> = rows.get(staffId)
    request.onsuccess = () => {
      const kept = request.result
      const picks = apply(kept?.picks ?? []).filter(isRecent)
      const at = person.isKept ? (kept?.at ?? 0) : Date.now()
      if (picks.length === 0 && !mayHaveUnsent(staffId)) rows.delete(staffId)
      else rows.put({ staffId, at, person: frameOf(person), picks } satisfies Kept)
    }
  })
}

/** The fields of the user that the screen and its frame need, without contact data. */
const frameOf = ({ _id, username, name, permissions, lateTimes, mustEnrol }: Person): Person => ({
  _id,
  username,
  ...(name !== undefined && { name }),
  ...(permissions && { permissions }),
  ...(lateTimes && { lateTimes }),
  ...(mustEnrol !== undefined && { mustEnrol }),
})

const without = (picks: readonly KeptPick[], id: string) => picks.filter(({ pick }) => pick.orderId !== id)

/** Stores a pick as the server returned it at time `at`, or deletes it if the user is no longer picking it. */
export const keepPick = (pick: OrderPick, at: number) =>
  change((picks) => {
    const others = without(picks, pick.orderId)
    const isOpen = pick.isMine && pick.delivaryStatus === 'Confirmed'
    return isOpen ? [...others, { at, pick: { ...pick, customer: '', phone: '' } }] : others
  })

export const forgetPick = (orderId: string) => change((picks) => without(picks, orderId))

const isNeeded = (kept: Kept) => isRecent(kept) || kept.picks.some(isRecent)

async function keptBy(staffId: string): Promise<Kept | null> {
  let kept: Kept | undefined
  await transact('readonly', (rows) => {
    const request: IDBRequest<Kept | undefined> = rows.get(staffId)
    request.onsuccess = () => (kept = request.result)
  })
  return kept && isNeeded(kept) ? kept : null
}

/**
 * The stored profile of the staff member who was signed in to this browser; null if they have no open picks and no
 * unsent actions.
 */
export async function keptPerson(): Promise<Person | null> {
  const kept = await keptBy(signedInId('staff') ?? '')
  return kept && { ...kept.person, isKept: true }
}

/** Shows the stored pick of an order, unless the server has responded. */
export async function showKept(orderId: string) {
  const kept = await keptBy(sessionOf('staff')?._id ?? '')
  const one = kept?.picks.find((other) => other.pick.orderId === orderId)
  const { queryKey } = read(calls.get, { params: { orderId } })
  if (one && isRecent(one) && queryClient.getQueryData(queryKey) === undefined)
    queryClient.setQueryData(queryKey, one.pick, { updatedAt: one.at })
}

/** Deletes data of all users that is older than a day. */
async function purge() {
  await transact('readwrite', (rows) => {
    const request = rows.openCursor()
    request.onsuccess = () => {
      const row = request.result
      if (!row) return
      const kept: Kept = row.value
      if (!isNeeded(kept)) row.delete()
      row.continue()
    }
  })
}
void purge()

/** The profile is not stored for actions that the server stores within this time. */
const SETTLED_MS = 500
let isWatched = false

/** From now on, stores the profile of the signed-in staff member while their queue has actions. */
export function keepWhileUnsent() {
  if (isWatched) return
  isWatched = true
  let before = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    timer = undefined
    const staffId = sessionOf('staff')?._id
    const now = `${staffId} ${staffId !== undefined && mayHaveUnsent(staffId)}`
    if (now !== before) void change((picks) => picks)
    before = now
  }
  const lookSoon = () => {
    timer ??= setTimeout(look, SETTLED_MS)
  }
  entries.subscribe(lookSoon)
  isRead.subscribe(lookSoon)
  lookSoon()
}
