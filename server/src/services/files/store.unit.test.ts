import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { badKeys } from '../../testing/files/bad-files.ts'
import { incoming, pdf } from '../../testing/files/prepared-files.ts'
import { DATABASE_NOTE, folderStore } from './store.ts'

const folder = await mkdtemp(join(tmpdir(), 'files-'))
const store = folderStore(folder)

beforeEach(async () => {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const keysIn = async () => {
  const keys: string[] = []
  for await (const { key } of store.list()) keys.push(key)
  return keys.toSorted()
}
const inTwoHours = () => new Date(Date.now() + 7_200_000)

test.each(badKeys)('rejects the key %j', async (key) => {
  await expect((async () => store.put(key, Buffer.from('x')))()).rejects.toThrow('Not a file key')
  await expect((async () => store.remove(key))()).rejects.toThrow('Not a file key')
  expect(await store.open(key)).toBeNull()
  expect(await readdir(folder)).toEqual([])
})

test('never lists half-written files, and removes them after an hour', async () => {
  await store.put('aaaaaaaa.webp', Buffer.from('x'))
  await writeFile(join(folder, '.new', 'half'), 'x')
  expect(await keysIn()).toEqual(['aaaaaaaa.webp'])
  await store.removeHalfWritten(new Date(Date.now() - 3_600_000))
  expect(await readdir(join(folder, '.new'))).toEqual(['half'])
  await store.removeHalfWritten(inTwoHours())
  expect(await readdir(join(folder, '.new'))).toEqual([])
})

test('leaves nothing after a failed put, and allows removing twice', async () => {
  await expect(store.put('aaaaaaaa.pdf', { path: join(folder, 'nowhere') })).rejects.toThrow('ENOENT')
  expect(await readdir(join(folder, '.new'))).toEqual([])
  await store.put('aaaaaaaa.pdf', await incoming(pdf))
  expect(await readFile(join(folder, 'aa', 'aa', 'aaaaaaaa.pdf'), 'latin1')).toBe(pdf)
  await store.remove('aaaaaaaa.pdf')
  await store.remove('aaaaaaaa.pdf')
  expect(await keysIn()).toEqual([])
})

test('stores the note of the database at the top, again if needed, and does not list it', async () => {
  for (const id of ['one', 'other']) await store.put(DATABASE_NOTE, Buffer.from(id))
  expect(await readFile(join(folder, 'database.id'), 'utf8')).toBe('other')
  expect(await keysIn()).toEqual([])
  await store.remove(DATABASE_NOTE)
  expect(await store.open(DATABASE_NOTE)).toBeNull()
})
