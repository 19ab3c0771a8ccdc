import { Readable } from 'node:stream'
import fc from 'fast-check'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Prepared } from '../../request/prepared-file.ts'
import { fileTables } from '../../testing/files/file-tables.ts'
import { bindStorage } from './binding.ts'
import { storeFiles } from './files.ts'
import { purgeOrphans, release, removeBytes } from './removal.ts'
import { DATABASE_NOTE, type FileStore } from './store.ts'

const { pg, db } = await fileTables('CREATE TABLE owners (key text NOT NULL)')
const unreferenced = sql`NOT EXISTS (SELECT FROM owners o WHERE o.key = files.key)`

/** The time of uploads, storage and clean-up. */
let time = 0
const TWO_HOURS = 7_200_000
beforeEach(async () => {
  time = Date.UTC(2026, 10, 25)
  vi.spyOn(Date, 'now').mockImplementation(() => time)
  await pg.exec('truncate files, owners')
})
afterEach(() => void vi.restoreAllMocks())

/** The note that the first clean-up writes into an empty storage. */
const notes = new Map<string, Buffer>()
await bindStorage(db, {
  put: async (key, bytes) => void (Buffer.isBuffer(bytes) && notes.set(key, bytes)),
  remove: async () => {},
  open: async () => null,
  list: async function* () {},
  removeHalfWritten: async () => {},
  recoveryDays: 0,
})

/** A store in memory that belongs to `db`. `pause` runs before bytes are written, listed or removed. */
function memoryStore(pause: (what: string) => Promise<void> | undefined = () => undefined) {
  const stored = new Map<string, Date>()
  const note = notes.get(DATABASE_NOTE) ?? Buffer.of()
  const store: FileStore = {
    put: async (key) => {
      await pause(`put ${key}`)
      stored.set(key, new Date(time))
    },
    remove: async (key) => {
      await pause(`remove ${key}`)
      stored.delete(key)
    },
    open: async (key) => (key === DATABASE_NOTE ? { stream: Readable.from(note), size: note.length } : null),
    list: async function* () {
      await pause('list')
      for (const [key, putAt] of stored) yield { key, putAt }
    },
    removeHalfWritten: async () => {},
    recoveryDays: 0,
  }
  return { store, keys: () => [...stored.keys()].toSorted() }
}
type Stored = Awaited<ReturnType<typeof storeFiles>>

const picture = (name: string): Prepared => ({
  bytes: Buffer.from(name),
  type: 'image/webp',
  size: 1,
  sha256: name.padEnd(64, '0'),
})
const upload = (store: FileStore, ...names: string[]) => storeFiles(store, names.map(picture), 'product')
const purge = (store: FileStore) => purgeOrphans(db, store, new Date(time))
/** The transaction that names the files. */
const own = (stored: Stored) =>
  db.transaction(async (tx) => {
    for (const key of await stored.keep(tx)) await tx.execute(sql`INSERT INTO owners VALUES (${key})`)
  })
/** The transaction that removes one owner of a file. */
const disown = (key = '') =>
  db.transaction(async (tx) => {
    await tx.execute(
      sql`DELETE FROM owners WHERE ctid = (SELECT ctid FROM owners WHERE key = ${key} LIMIT 1)`,
    )
    return release(tx, [key], unreferenced)
  })
const namedKeys = async () =>
  (await db.execute<{ key: string }>(sql`SELECT key FROM files ORDER BY key`)).rows.map(({ key }) => key)

test('a file of an upload whose process ended is removed after an hour', async () => {
  const { store, keys } = memoryStore()
  await upload(store, 'a', 'b')
  time += 3_599_000
  expect([await purge(store), keys().length]).toEqual([0, 2])
  time += TWO_HOURS
  expect(await purge(store)).toBe(2)
  expect(keys()).toEqual([])
})

test('a file of a removal whose process ended is removed by the next clean-up', async () => {
  const { store, keys } = memoryStore()
  const stored = await upload(store, 'a')
  await own(stored)
  time += TWO_HOURS
  expect(await disown(stored.keys[0])).toEqual(stored.keys)
  expect([keys(), await namedKeys()]).toEqual([stored.keys, []])
  expect(await purge(store)).toBe(1)
  expect(keys()).toEqual([])
})

test('drops the bytes of a refused upload, and none of another upload of the same picture', async () => {
  const { store, keys } = memoryStore()
  const [refused, other] = [await upload(store, 'a', 'b'), await upload(store, 'b')]
  await own(other)
  await refused.drop()
  expect([keys(), await namedKeys()]).toEqual([other.keys, other.keys])
})

test('removes a shared file with its last owner', async () => {
  const { store, keys } = memoryStore()
  const stored = await upload(store, 'a')
  await own(stored)
  await db.execute(sql`INSERT INTO owners VALUES (${stored.keys[0]})`)
  expect(await disown(stored.keys[0])).toEqual([])
  const gone = await disown(stored.keys[0])
  expect([gone, await removeBytes(db, store, gone)]).toEqual([stored.keys, 1])
  expect([keys(), await namedKeys()]).toEqual([[], []])
})

test('an upload of more than half an hour is refused, whether or not its bytes were removed', async () => {
  const { store, keys } = memoryStore()
  const slow = await upload(store, 'a')
  time += 1_800_001
  await expect(own(slow)).rejects.toMatchObject({ status: 503 })
  expect([keys(), await namedKeys()]).toEqual([slow.keys, []])
})

test('keeps a failed removal for the next run', async () => {
  let isAway = true
  let first = ''
  const { store, keys } = memoryStore(async (what) => {
    if (isAway && what === `remove ${first}`) throw new Error('away')
  })
  const stored = await upload(store, 'a', 'b')
  first = stored.keys[0] ?? ''
  await own(stored)
  const released = [...(await disown(stored.keys[0])), ...(await disown(stored.keys[1]))]
  await expect(removeBytes(db, store, released)).rejects.toThrow('away')
  expect(keys()).toEqual([first])
  isAway = false
  time += TWO_HOURS
  expect(await purge(store)).toBe(1)
})

/** Runs actors one at a time: whenever all wait in `pause`, one of them continues. */
function oneAtATime(choose: (among: number) => number) {
  const waiting: (() => void)[] = []
  let active = 0
  const goOn = () => {
    if (active > 0 && waiting.length === active) waiting.splice(choose(active), 1)[0]?.()
  }
  const pause = () =>
    new Promise<void>((resolve) => {
      waiting.push(resolve)
      goOn()
    })
  const run = async (actors: readonly (() => Promise<void>)[]) => {
    active = actors.length
    const outcomes = actors.map(async (act) => {
      await pause()
      await act().finally(() => {
        active--
        goOn()
      })
    })
    await Promise.all(outcomes)
  }
  return { pause, run }
}

const plan = fc.record({
  does: fc.constantFrom('add', 'add', 'add', 'remove', 'remove', 'refuse', 'end', 'purge', 'purge'),
  names: fc.subarray(['a', 'b'], { minLength: 1 }),
})
const plans = fc.array(plan, { minLength: 2, maxLength: 5 })

test('no interleaving leaves a row without its bytes, or bytes without a row for good', async () => {
  const property = fc.asyncProperty(plans, fc.infiniteStream(fc.nat(999)), async (planned, numbers) => {
    await pg.exec('truncate files, owners')
    const { pause, run } = oneAtATime((among) => (numbers.next().value ?? 0) % among)
    const { store, keys } = memoryStore(pause)
    const complete = async () => {
      const present = new Set(keys())
      expect((await namedKeys()).filter((key) => !present.has(key))).toEqual([])
    }
    const removeFirst = async (key: string | undefined) => {
      if (key === undefined) return
      const released = await disown(key)
      await pause()
      await removeBytes(db, store, released)
    }
    const purgeLater = async () => {
      time += TWO_HOURS
      await purge(store)
    }
    const act = async ({ does, names }: { does: string; names: string[] }) => {
      if (does === 'purge') return purgeLater()
      if (does === 'remove') return removeFirst((await namedKeys())[0])
      const stored = await upload(store, ...names)
      await pause()
      if (does === 'add') return own(stored).catch(() => stored.drop())
      return does === 'refuse' ? stored.drop() : undefined
    }
    await run([async () => own(await upload(store, 'a'))])
    await run(
      planned.map((one) => async () => {
        await act(one)
        await complete()
      }),
    )
    await run([purgeLater])
    expect(keys()).toEqual(await namedKeys())
  })
  await fc.assert(property, { numRuns: 25 })
})
