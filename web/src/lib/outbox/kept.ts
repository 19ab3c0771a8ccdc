import { pick as calls, type OrderPick } from '@kirana/contract/pick'
import { queryClient, read } from '#/lib/api.ts'
import { KEPT_DATABASE } from '#/lib/session/ended-session.ts'
import { type Person, sessionOf, signedInId } from '#/lib/session/session.ts'

/*
 * What a reload of a picking screen needs without a network, beside the queue: the open picks of a staff member, without
 * what they say of the customer, and the staff member's own profile. It ends with the pick, the session, and after a day.
 */

/** `at`: when the server answered it, in ms since 1970. */
type KeptPick = { at: number; pick: OrderPick }
type Kept = { staffId: string; person: Person; picks: readonly KeptPick[] }

const STORE = 'picks'
const DAY_MS = 24 * 60 * 60_000

/**
 * Runs one transaction. The connection ends with it, so that signing out can delete the database. Where storage is
 * blocked, nothing is kept.
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

const isRecent = ({ at }: KeptPick) => Date.now() - at < DAY_MS

/** Changes the kept picks of the signed-in staff member. Without picks nothing of them is kept. */
async function change(apply: (picks: readonly KeptPick[]) => readonly KeptPick[]) {
  const person = sessionOf('staff')
  if (!person) return
  const staffId = person._id
  await transact('readwrite', (rows) => {
    const request: IDBRequest<Kept | undefined> = rows.get(staffId)
    request.onsuccess = () => {
      const picks = apply(request.result?.picks ?? []).filter(isRecent)
      if (picks.length === 0) rows.delete(staffId)
      else rows.put({ staffId, person: frameOf(person), picks } satisfies Kept)
    }
  })
}

/** What the screen and its frame need of the person: no address to reach them at. */
const frameOf = ({ _id, username, name, permissions, lateTimes, mustEnrol }: Person): Person => ({
  _id,
  username,
  ...(name !== undefined && { name }),
  ...(permissions && { permissions }),
  ...(lateTimes && { lateTimes }),
  ...(mustEnrol !== undefined && { mustEnrol }),
})

const without = (picks: readonly KeptPick[], id: string) => picks.filter(({ pick }) => pick.orderId !== id)

/** Keeps a pick as the server answered it at a time, or forgets one that is no longer the caller's to pick. */
export const keepPick = (pick: OrderPick, at: number) =>
  change((picks) => {
    const others = without(picks, pick.orderId)
    const isOpen = pick.isMine && pick.delivaryStatus === 'Confirmed'
    return isOpen ? [...others, { at, pick: { ...pick, customer: '', phone: '' } }] : others
  })

export const forgetPick = (orderId: string) => change((picks) => without(picks, orderId))

async function keptBy(staffId: string): Promise<Kept | null> {
  let kept: Kept | undefined
  await transact('readonly', (rows) => {
    const request: IDBRequest<Kept | undefined> = rows.get(staffId)
    request.onsuccess = () => (kept = request.result)
  })
  return kept?.picks.some(isRecent) ? kept : null
}

/** The staff member who was signed in to this browser and picks; null if none. */
export async function keptPerson(): Promise<Person | null> {
  const kept = await keptBy(signedInId('staff') ?? '')
  return kept && { ...kept.person, isKept: true }
}

/** Shows what is kept of an order's pick, unless the server has answered. */
export async function showKept(orderId: string) {
  const kept = await keptBy(sessionOf('staff')?._id ?? '')
  const one = kept?.picks.find((other) => other.pick.orderId === orderId)
  const { queryKey } = read(calls.get, { params: { orderId } })
  if (one && isRecent(one) && queryClient.getQueryData(queryKey) === undefined)
    queryClient.setQueryData(queryKey, one.pick, { updatedAt: one.at })
}

/** Removes what is older than a day, whoever it is of. */
async function purge() {
  await transact('readwrite', (rows) => {
    const request = rows.openCursor()
    request.onsuccess = () => {
      const row = request.result
      if (!row) return
      const { picks }: Kept = row.value
      if (!picks.some(isRecent)) row.delete()
      row.continue()
    }
  })
}
void purge()

/** The service worker that answers a reload. Browsers have none over plain HTTP. */
export function registerWorker() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // Without it, a reload needs the network.
  navigator.serviceWorker.register('/picking-worker.js', { scope: '/admin/' }).catch(() => {})
}
