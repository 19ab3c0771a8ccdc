/*
 * What waits to be sent, in the order in which it was added, in the browser's database: what localStorage takes is on the
 * disk seconds later, so a browser that is killed loses it. Everything rejects where storage is blocked.
 */
const DATABASE = 'kirana'
const STORE = 'picks'
const BY_ID = 'id'

type Row = { id: string }

let opened: Promise<IDBDatabase> | undefined

function open() {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () =>
      request.result.createObjectStore(STORE, { autoIncrement: true }).createIndex(BY_ID, 'id')
    request.onsuccess = () => {
      // Somebody has emptied the browser's store: the next write makes a new one.
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

/** Resolves once the row is on the disk. */
export const keep = (row: Row) => transact('readwrite', (rows) => void rows.add(row), 'strict')

/** Ids that are not there change nothing. */
export const forget = (ids: readonly string[]) =>
  transact('readwrite', (rows) => {
    for (const id of ids) {
      const found = rows.index(BY_ID).getKey(id)
      found.onsuccess = () => found.result !== undefined && rows.delete(found.result)
    }
  })

export async function keptRows<T extends Row>(): Promise<T[]> {
  let all: T[] = []
  await transact('readonly', (rows) => {
    const request = rows.getAll() as IDBRequest<T[]>
    request.onsuccess = () => (all = request.result)
  })
  return all
}
