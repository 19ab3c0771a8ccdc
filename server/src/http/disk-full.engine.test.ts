import { createWriteStream } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@kirana/contract'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { categories } from '../tables/categories.ts'
import { files } from '../tables/files.ts'
import { auditRows } from '../tables/journal.ts'
import { testApp } from '../testing/app.ts'
import { factories } from '../testing/factories.ts'
import { photo, storedFiles } from '../testing/files/pictures.ts'

// The real functions, until a test simulates a full disk.
vi.mock('node:fs', async (original) => {
  const real = await original<{ createWriteStream: typeof createWriteStream }>()
  return { ...real, createWriteStream: vi.fn(real.createWriteStream) }
})
vi.mock('node:fs/promises', async (original) => {
  const real = await original<{ writeFile: typeof writeFile }>()
  return { ...real, writeFile: vi.fn(real.writeFile) }
})

const t = await testApp()
const make = factories(t)
afterAll(t.close)
beforeEach(async () => {
  await t.database.reset()
  for (const key of (await storedFiles(t)).keys) await t.context.files.remove(key)
})

const realFs = await vi.importActual<{ createWriteStream: typeof createWriteStream }>('node:fs')
const full = () => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })

/** Fails after the first bytes of an incoming file. */
function failIncomingFile() {
  vi.mocked(createWriteStream).mockImplementationOnce((...given) => {
    const stream = realFs.createWriteStream(...given)
    const write = stream._write.bind(stream)
    stream._write = (chunk: Buffer, encoding, done) =>
      write(chunk.subarray(0, 10), encoding, () => done(full()))
    return stream
  })
}

/** Fails after the first bytes of a file in the store. */
function failStoredFile() {
  vi.mocked(writeFile).mockImplementationOnce(async (path, bytes, options) => {
    await writeFile(path, (bytes as Buffer).subarray(0, 10), options)
    throw full()
  })
}

test.each([
  ['receiving a file', failIncomingFile],
  ['storing a file', failStoredFile],
])('reports a full disk while %s, leaves no partial file, and recovers', async (_, fill) => {
  const staff = await t.signIn.staff()
  const { section } = await make.aSubcategory()
  const before = await t.db.$count(files)
  const add = async () =>
    t.call(
      api.categories.add,
      { body: { name: 'Rice', sectionId: section.id }, files: [await photo()] },
      staff,
    )
  fill()
  expect(await add()).toMatchObject({
    status: 503,
    code: 'unavailable',
    message: 'There is no room left for files on the server',
  })
  expect(await storedFiles(t)).toEqual({ keys: [], incoming: [] })
  expect(await readdir(join(t.context.config.dataDir, 'files', '.new')).catch(() => [])).toEqual([])
  expect([await t.db.$count(files), await t.db.$count(categories), await t.db.$count(auditRows)]).toEqual([
    before,
    1,
    0,
  ])
  expect((await add()).status).toBe(200)
  expect((await storedFiles(t)).keys).toHaveLength(1)
})
