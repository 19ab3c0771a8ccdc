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
import { photo, storedFiles } from '../testing/pictures.ts'

// The real ones, until a test fills the disk.
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

/** The disk takes the first bytes of a file that comes in, and no more. */
function fullWhileItComesIn() {
  vi.mocked(createWriteStream).mockImplementationOnce((...given) => {
    const stream = realFs.createWriteStream(...given)
    const write = stream._write.bind(stream)
    stream._write = (chunk: Buffer, encoding, done) =>
      write(chunk.subarray(0, 10), encoding, () => done(full()))
    return stream
  })
}

/** The disk takes the first bytes of what is to stay, and no more. */
function fullWhenItIsKept() {
  vi.mocked(writeFile).mockImplementationOnce(async (path, bytes, options) => {
    await writeFile(path, (bytes as Buffer).subarray(0, 10), options)
    throw full()
  })
}

test.each([
  ['while it comes in', fullWhileItComesIn],
  ['when it is to stay', fullWhenItIsKept],
])('a disk that is full %s: a clear answer, nothing half kept, and then it goes on', async (_, fill) => {
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
