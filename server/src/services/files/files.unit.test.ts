import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { permissions } from '@kirana/domain/permissions'
import { ne, sql } from 'drizzle-orm'
import { keepFiles, pdf, picture, prepared } from '../../testing/files/prepared-files.ts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { files } from '../../tables/files.ts'
import { openBucket } from '../../testing/files/bucket.ts'
import { fileTables } from '../../testing/files/file-tables.ts'
import { newBucket, startStorage } from '@kirana/testing/storage'
import { bindStorage } from './binding.ts'
import { folderStore } from './store.ts'
import { serveFile, storeFiles } from './files.ts'
import { purgeOrphans, release, removeBytes } from './removal.ts'

const { pg, db } = await fileTables()
const folder = await mkdtemp(join(tmpdir(), 'files-'))
const storage = await startStorage()

const stores = [
  {
    where: 'in a folder',
    store: folderStore(folder),
  },
  {
    where: 'in a bucket',
    store: (await openBucket(newBucket(storage.endpoint))).store,
  },
]

afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await storage.stop()
})

const unreferenced = sql`true`
const inTwoHours = () => new Date(Date.now() + 7_200_000)

describe.each(stores)('$where', ({ store }) => {
  const keysIn = async () => {
    const keys: string[] = []
    for await (const { key } of store.list()) keys.push(key)
    return keys.toSorted()
  }
  beforeEach(async () => {
    await pg.exec('truncate files')
    for (const key of await keysIn()) await store.remove(key)
    // As the first clean-up does while the storage is empty.
    await bindStorage(db, store)
  })

  describe('storeFiles', () => {
    test('gives every upload a key of its own, also of equal pictures', async () => {
      const one = await prepared(await picture().png().toBuffer())
      const other = await prepared(await picture('#a72').png().toBuffer())
      const keys = await keepFiles(db, store, [one, other, one], 'product')
      const all = [...keys, ...(await keepFiles(db, store, [one], 'banner'))]
      expect(new Set(all).size).toBe(4)
      expect(await keysIn()).toEqual(all.toSorted())
      expect(await db.$count(files)).toBe(4)
      const opened = await store.open(keys[0] ?? '')
      expect(opened?.size).toBe(one.size)
      expect(opened && (await buffer(opened.stream)).equals(one.bytes as Buffer)).toBe(true)
    })

    test('gives every private file a random name', async () => {
      const photo = await prepared(await picture().png().toBuffer())
      const receipt = await prepared(pdf, 'document')
      const keys = await keepFiles(db, store, [photo, receipt, photo], 'withdrawal')
      expect(new Set(keys).size).toBe(3)
      expect(keys.map((key) => key.slice(-5))).toEqual(['.webp', expect.stringMatching(/\.pdf$/), '.webp'])
      expect(keys.join()).not.toContain(photo.sha256.slice(0, 8))
      expect((await db.select().from(files)).map((row) => row.isPrivate)).toEqual([true, true, true])
      await expect(keepFiles(db, store, [receipt], 'product')).rejects.toThrow('must be a picture')
    })

    test('leaves bytes without a row after a rollback, which are purged after an hour', async () => {
      const kept = await keepFiles(db, store, [await prepared(await picture().png().toBuffer())], 'product')
      const lost = await prepared(await picture('#a72').png().toBuffer())
      const stored = await storeFiles(store, [lost], 'product')
      await expect(
        db.transaction(async (tx) => {
          await stored.keep(tx)
          throw new Error('The owner could not be written')
        }),
      ).rejects.toThrow('could not be written')
      expect(await db.$count(files)).toBe(1)
      expect(await keysIn()).toHaveLength(2)
      expect(await serveFile(db, store, stored.keys[0] ?? '', { permissions })).toBeNull()
      expect(await purgeOrphans(db, store)).toBe(0)
      expect(await purgeOrphans(db, store, inTwoHours())).toBe(1)
      expect(await keysIn()).toEqual(kept)
    })
  })

  describe('release', () => {
    test('removes files that nothing references and keeps the others', async () => {
      const all = await Promise.all(
        ['#111', '#222'].map(async (c) => prepared(await picture(c).png().toBuffer())),
      )
      const [used = '', unused = ''] = await keepFiles(db, store, all, 'product')
      const gone = await db.transaction((tx) =>
        release(tx, [used, unused, 'never-was-here.webp'], ne(files.key, used)),
      )
      expect(gone).toEqual([unused])
      expect(await serveFile(db, store, unused, { permissions })).toBeNull()
      expect(await removeBytes(db, store, gone)).toBe(1)
      expect(await keysIn()).toEqual([used])
    })

    test('removes nothing after a rolled-back release', async () => {
      const keys = await keepFiles(db, store, [await prepared(await picture().png().toBuffer())], 'product')
      let gone: string[] = []
      await expect(
        db.transaction(async (tx) => {
          gone = await release(tx, keys, unreferenced)
          throw new Error('no')
        }),
      ).rejects.toThrow('no')
      expect([gone.length, await removeBytes(db, store, gone)]).toEqual([1, 0])
      expect(await keysIn()).toEqual(keys)
    })

    test('purges two pages of orphans and keeps files with a row', async () => {
      const keys = Array.from({ length: 130 }, (_, i) => `orphan-${String(i).padStart(4, '0')}.webp`)
      for (const key of keys) await store.put(key, Buffer.from('x'))
      const [kept] = await keepFiles(db, store, [await prepared(await picture().png().toBuffer())], 'banner')
      expect(await purgeOrphans(db, store, inTwoHours())).toBe(130)
      expect(await keysIn()).toEqual([kept])
    })
  })

  describe('serveFile', () => {
    test('lets shared caches keep a public picture forever', async () => {
      const file = await prepared(await picture().png().toBuffer())
      const [key = ''] = await keepFiles(db, store, [file], 'product')
      const served = await serveFile(db, store, key, { permissions: [] })
      expect(served?.headers).toEqual({
        'content-type': 'image/webp',
        'content-length': String(file.size),
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
        etag: `"${file.sha256}"`,
      })
      expect(served?.stream && (await buffer(served.stream)).equals(file.bytes as Buffer)).toBe(true)
      const again = await serveFile(db, store, key, {
        permissions: [],
        ifNoneMatch: `W/"x", "${file.sha256}"`,
      })
      expect(again?.stream).toBeNull()
    })

    test.each([
      ['image/webp', 'inline'],
      ['application/pdf', 'attachment'],
    ])('serves a private %s only to staff, uncached, as %s', async (type, disposition) => {
      const bytes = type === 'image/webp' ? await picture().png().toBuffer() : pdf
      const [key = ''] = await keepFiles(db, store, [await prepared(bytes, 'document')], 'withdrawal')
      expect(await serveFile(db, store, key, { permissions: [] })).toBeNull()
      const served = await serveFile(db, store, key, { permissions })
      expect(served?.headers).toMatchObject({
        'content-type': type,
        'cache-control': 'private, no-store',
        'content-disposition': `${disposition}; filename="${key}"`,
        'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      })
      expect(served?.headers).not.toHaveProperty('etag')
      served?.stream?.destroy()
    })

    test('serves neither bytes without a row nor a row without bytes', async () => {
      await store.put('aaaaaaaa.webp', Buffer.from('x'))
      expect(await serveFile(db, store, 'aaaaaaaa.webp', { permissions })).toBeNull()
      const [key = ''] = await keepFiles(
        db,
        store,
        [await prepared(await picture().png().toBuffer())],
        'banner',
      )
      await store.remove(key)
      expect(await serveFile(db, store, key, { permissions })).toBeNull()
    })
  })
})
