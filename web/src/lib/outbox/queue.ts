import { createStore } from '#/lib/store.ts'
import type { Change } from './changes.ts'
import type { DropAction } from './drop-action.ts'
import type { PickAction } from './pick-action.ts'

/** An action of a user on this device. The server counts each `key` once. */
export type Entry = Change | PickAction | DropAction
type Entries = readonly Entry[]

/*
 * The entries are rows in IndexedDB, shared by the browser's tabs. localStorage is written to the disk seconds later,
 * so a browser that is killed would lose entries.
 */
const DATABASE = 'kirana-outbox'
const STORE = 'entries'
const BY_KEY = 'key'

/** The entries in the order of the actions: those on the disk, with changes that this tab is still writing. */
export const entries = createStore<Entries>([])
/** Whether the entries of earlier visits have been read. */
export const isRead = createStore(false)
/** Changes that this tab is still writing, by key; null for a removal. They would be lost if the browser ended now. */
export const unsaved = createStore<ReadonlyMap<string, Entry | null>>(new Map())

let opened: Promise<IDBDatabase> | undefined

function open() {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () =>
      request.result.createObjectStore(STORE, { autoIncrement: true }).createIndex(BY_KEY, 'key')
    request.onsuccess = () => {
      // The user has cleared the browser's data. The next write opens a new database.
      request.result.onclose = () => (opened = undefined)
      resolve(request.result)
    }
    request.onerror = () => reject(request.error ?? new Error('The store cannot be opened'))
  })
  return opened
}

/** Runs one transaction. Transactions take effect in the order of the calls. */
async function transact(
  mode: IDBTransactionMode,
  work: (rows: IDBObjectStore) => void,
  durability: IDBTransactionDurability = 'relaxed',
): Promise<void> {
  const transaction = (await open()).transaction(STORE, mode, { durability })
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('The transaction was aborted'))
    work(transaction.objectStore(STORE))
  })
}

/**
 * Writes changed entries; null removes one. A missing row is only added if its key is in `added`; otherwise another tab
 * has removed it.
 */
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

/** Changes the entries: immediately on the screen, then on the disk, then in the other tabs. */
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
  // If storage is blocked or full, the change lasts until the tab is closed.
  save(changed, added).then(saved, () => {})
}

/** Reads the entries that all tabs have written. */
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
    // If storage is blocked, there is nothing to read.
    .catch(() => {})
    .then(() => isRead.set(true))
channel.onmessage = () => void reread()
void reread()
