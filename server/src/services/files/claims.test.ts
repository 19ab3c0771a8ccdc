import { Readable } from 'node:stream'
import fc from 'fast-check'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { Prepared } from '../../request/prepared-file.ts'
import { fileTables } from '../../testing/files/file-tables.ts'
import { purgeAbandonedFiles, release, removeReleased } from './claims.ts'
import { storeFiles } from './files.ts'
import type { FileStore } from './store.ts'

const { pg, db } = await fileTables('CREATE TABLE owners (key text NOT NULL)')
const unreferenced = sql`NOT EXISTS (SELECT FROM owners o WHERE o.key = files.key)`
const inTwoHours = () => new Date(Date.now() + 7_200_000)

/** A store in memory. `pause` runs before bytes are written or removed. */
function memoryStore(pause: (what: string) => Promise<void> | undefined = () => undefined) {
  const stored = new Map<string, Date>()
  let removing = 0
  const store: FileStore = {
    put: async (key) => {
      await pause(`put ${key}`)
      stored.set(key, new Date())
    },
    remove: async (key) => {
      removing++
      await pause(`remove ${key}`)
      stored.delete(key)
      removing--
    },
    open: async (key) => (stored.has(key) ? { stream: Readable.from([]), size: 0 } : null),
    list: async function* () {
      for (const [key, putAt] of stored) yield { key, putAt }
    },
    removeHalfWritten: async () => {},
  }
  return { store, keys: () => [...stored.keys()].toSorted(), isRemoving: () => removing > 0 }
}
type Stored = Awaited<ReturnType<typeof storeFiles>>

const picture = (name: string): Prepared => ({
  bytes: Buffer.from(name),
  type: 'image/webp',
  size: 1,
  sha256: name.padEnd(64, '0'),
})
const keyOf = (name: string) => `${name.padEnd(32, '0')}.webp`
/** The transaction that names the files. */
const own = (stored: Stored) =>
  db.transaction(async (tx) => {
    for (const key of await stored.keep(tx)) await tx.execute(sql`INSERT INTO owners VALUES (${key})`)
  })
/** The transaction that forgets one owner of a file. */
const disown = (key: string) =>
  db.transaction(async (tx) => {
    await tx.execute(
      sql`DELETE FROM owners WHERE ctid = (SELECT ctid FROM owners WHERE key = ${key} LIMIT 1)`,
    )
    return release(tx, [key], unreferenced)
  })
const namedKeys = async () =>
  (await db.execute<{ key: string }>(sql`SELECT key FROM files ORDER BY key`)).rows.map(({ key }) => key)
const claims = async () => (await db.execute(sql`SELECT key FROM file_claims`)).rows

beforeEach(() => pg.exec('truncate files, file_claims, owners'))

test('what an upload leaves behind when its process ends is gone after two hours', async () => {
  const { store, keys } = memoryStore()
  await storeFiles(db, store, [picture('a'), picture('b')], 'product')
  expect([keys().length, await purgeAbandonedFiles(db, store)]).toEqual([2, 0])
  expect(await purgeAbandonedFiles(db, store, inTwoHours())).toBe(2)
  expect([keys(), await claims()]).toEqual([[], []])
})

test('what a removal leaves behind when its process ends is gone after two hours', async () => {
  const { store, keys } = memoryStore()
  await own(await storeFiles(db, store, [picture('a')], 'product'))
  await disown(keyOf('a'))
  expect([keys(), await namedKeys()]).toEqual([[keyOf('a')], []])
  expect(await purgeAbandonedFiles(db, store, inTwoHours())).toBe(1)
  expect([keys(), await claims()]).toEqual([[], []])
})

test('drops the bytes of a refused upload, and none that another upload or a row needs', async () => {
  const { store, keys } = memoryStore()
  const [lost, other, refused] = [
    await storeFiles(db, store, [picture('a'), picture('b')], 'product'),
    await storeFiles(db, store, [picture('b')], 'product'),
    await storeFiles(db, store, [picture('c')], 'product'),
  ]
  await own(await storeFiles(db, store, [picture('c')], 'product'))
  await lost.drop()
  await refused.drop()
  expect(keys()).toEqual([keyOf('b'), keyOf('c')])
  await own(other)
  expect(await namedKeys()).toEqual(keys())
  await lost.drop()
  expect(await namedKeys()).toEqual(keys())
})

test('does not remove bytes that were claimed after their row was deleted', async () => {
  const { store, keys } = memoryStore()
  await own(await storeFiles(db, store, [picture('a')], 'product'))
  const released = await disown(keyOf('a'))
  const again = await storeFiles(db, store, [picture('a')], 'product')
  expect(await removeReleased(db, store, released)).toBe(0)
  await own(again)
  expect([keys(), await namedKeys()]).toEqual([[keyOf('a')], [keyOf('a')]])
})

test('a picture whose bytes are being removed is stored under another name', async () => {
  const gate = Promise.withResolvers<void>()
  const { store, keys } = memoryStore((what) =>
    what.startsWith('remove') ? gate.promise : Promise.resolve(),
  )
  await own(await storeFiles(db, store, [picture('a')], 'product'))
  const removal = removeReleased(db, store, await disown(keyOf('a')))
  await expect
    .poll(async () => (await db.execute(sql`SELECT FROM file_claims WHERE is_removing`)).rows.length)
    .toBe(1)
  const again = await storeFiles(db, store, [picture('a')], 'product')
  await own(again)
  gate.resolve()
  expect(await removal).toBe(1)
  expect(again.keys).toEqual([expect.stringMatching(/^a0{31}-[0-9a-f]{8}\.webp$/)])
  expect([keys(), await namedKeys()]).toEqual([again.keys, again.keys])
})

test('an upload of more than an hour is refused once its bytes were removed', async () => {
  const { store, keys } = memoryStore()
  const slow = await storeFiles(db, store, [picture('a')], 'product')
  await purgeAbandonedFiles(db, store, inTwoHours())
  await expect(own(slow)).rejects.toMatchObject({ status: 503 })
  expect([keys(), await namedKeys()]).toEqual([[], []])
})

test('keeps a failed removal for the next run', async () => {
  let isAway = true
  const { store, keys } = memoryStore(async (what) => {
    if (isAway && what === `remove ${keyOf('a')}`) throw new Error('away')
  })
  await own(await storeFiles(db, store, [picture('a'), picture('b')], 'product'))
  const released = [...(await disown(keyOf('a'))), ...(await disown(keyOf('b')))]
  await expect(removeReleased(db, store, released)).rejects.toThrow('away')
  expect([keys(), (await claims()).length]).toEqual([[keyOf('a')], 1])
  isAway = false
  expect(await purgeAbandonedFiles(db, store, inTwoHours())).toBe(1)
})

/** Runs actors one at a time: whenever all wait in `pause`, one of them goes on. */
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
  does: fc.constantFrom('add', 'add', 'add', 'remove', 'remove', 'refuse', 'end', 'purge'),
  names: fc.subarray(['a', 'b'], { minLength: 1 }),
})
const plans = fc.array(plan, { minLength: 2, maxLength: 5 })

test('no interleaving leaves a row without its bytes, or bytes without a row for good', async () => {
  const property = fc.asyncProperty(plans, fc.infiniteStream(fc.nat(999)), async (planned, numbers) => {
    await pg.exec('truncate files, file_claims, owners')
    const { pause, run } = oneAtATime((among) => (numbers.next().value ?? 0) % among)
    const { store, keys, isRemoving } = memoryStore(pause)
    const complete = async () => {
      const present = new Set(keys())
      expect((await namedKeys()).filter((key) => !present.has(key))).toEqual([])
    }
    const removeFirst = async (key: string | undefined) => {
      if (key === undefined) return
      const released = await disown(key)
      await pause()
      await removeReleased(db, store, released)
    }
    const act = async ({ does, names }: { does: string; names: string[] }) => {
      // A removal that takes more than an hour is the one case that claims do not cover.
      if (does === 'purge') return isRemoving() ? undefined : purgeAbandonedFiles(db, store, inTwoHours())
      if (does === 'remove') return removeFirst((await namedKeys())[0])
      const stored = await storeFiles(db, store, names.map(picture), 'product')
      await pause()
      if (does === 'add') return own(stored).catch(() => stored.drop())
      return does === 'refuse' ? stored.drop() : undefined
    }
    await run([async () => own(await storeFiles(db, store, [picture('a')], 'product'))])
    await run(
      planned.map((one) => async () => {
        await act(one)
        await complete()
      }),
    )
    await run([async () => void (await purgeAbandonedFiles(db, store, inTwoHours()))])
    expect(keys()).toEqual(await namedKeys())
    expect(await claims()).toEqual([])
  })
  await fc.assert(property, { numRuns: 25 })
})
