import { createStore } from '#/lib/store.ts'
import type { Change } from './changes.ts'
import type { DropAction } from './drop-action.ts'
import type { PickAction } from './pick-action.ts'

/** What a person did on this device, in the order of the presses; `key` makes the server count it once. */
export type Entry = Change | PickAction | DropAction
type Entries = readonly Entry[]

/*
 * The entries are rows in the browser's database, shared by its tabs: what localStorage takes is on the disk seconds later,
 * so a browser that is killed loses it.
 */
const DATABASE = 'kirana-outbox'
const STORE = 'entries'
const BY_KEY = 'key'

/** As this tab shows them: as stored, with what this tab is still writing. */
export const entries = createStore<Entries>([])
/** Whether what earlier visits left is known. */
export const isRead = createStore(false)
/** By key, what this tab is still writing, null for a removal: these would be lost with the browser. */
export const unsaved = createStore<ReadonlyMap<string, Entry | null>>(new Map())

let opened: Promise<IDBDatabase> | undefined

function open() {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () =>
      request.result.createObjectStore(STORE, { autoIncrement: true }).createIndex(BY_KEY, 'key')
    request.onsuccess = () => {
      // The browser's store was emptied: the next write makes a new one.
      request.result.onclose = () => (opened = undefined)
      resolve(request.result)
    }
    request.onerror = () => reject(request.error ?? new Error('The store cannot be opened'))
  })
  return opened
}

/** Transactions take effect in the order of these calls. */
async function transact(
  mode: IDBTransactionMode,
  work: (rows: IDBObjectStore) => void,
  durability: IDBTransactionDurability = 'relaxed',
): Promise<void> {
  const transaction = (await open()).transaction(STORE, mode, { durability })
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('The store has refused it'))
    work(transaction.objectStore(STORE))
  })
}

/** Rows of entries other than those in `added` are not written again: another tab has removed them. */
const save = (changed: ReadonlyMap<string, Entry | null>, added: ReadonlySet<string>) =>
  transact(
    'readwrite',
    (rows) => {
      for (const [key, entry] of changed) {
        const row = rows.index(BY_KEY).getKey(key)
        row.onsuccess = () => {
          if (row.result === undefined) return entry && added.has(key) && rows.add(entry)
          return entry ? rows.put(entry, row.result) : rows.delete(row.result)
        }
      }
    },
    added.size > 0 ? 'strict' : 'relaxed',
  )

const channel = new BroadcastChannel(DATABASE)
// A BroadcastChannel reaches its own origin only.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const announce = () => channel.postMessage(null)

/** Changes the entries: on the screen now, then on the disk, then in the other tabs. */
export function update(change: (entries: Entries) => Entries) {
  const before = entries.get()
  const after = change(before)
  const stored = new Set(before.flatMap(({ key }) => (unsaved.get().has(key) ? [] : key)))
  const left = new Set(after.map(({ key }) => key))
  const changed = new Map<string, Entry | null>([
    ...before.filter(({ key }) => !left.has(key)).map(({ key }) => [key, null] as const),
    ...after.filter((entry) => !before.includes(entry)).map((entry) => [entry.key, entry] as const),
  ])
  if (changed.size === 0) return
  entries.set(after)
  unsaved.set(new Map([...unsaved.get(), ...changed]))
  const added = new Set([...left].filter((key) => !stored.has(key)))
  const saved = () => {
    unsaved.set(new Map([...unsaved.get()].filter(([key, entry]) => changed.get(key) !== entry)))
    announce()
  }
  // Where storage is blocked or full, it lasts until the tab is closed.
  save(changed, added).then(saved, () => {})
}

/** Reads what all tabs have written. */
export async function readEntries() {
  let stored: Entries = []
  await transact('readonly', (rows) => {
    const request: IDBRequest<Entry[]> = rows.getAll()
    request.onsuccess = () => (stored = request.result)
  })
  const writing = unsaved.get()
  const keys = new Set(stored.map(({ key }) => key))
  const missing = entries.get().filter(({ key }) => writing.get(key) && !keys.has(key))
  entries.set([
    ...stored.flatMap((entry) => (writing.has(entry.key) ? (writing.get(entry.key) ?? []) : entry)),
    ...missing,
  ])
}

const reread = () =>
  readEntries()
    // Where storage is blocked, there is nothing to read.
    .catch(() => {})
    .then(() => isRead.set(true))
channel.onmessage = () => void reread()
void reread()
