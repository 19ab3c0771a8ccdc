import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 } from 'uuid'
import { afterAll, expect, test } from 'vitest'
import type { Database } from '../db/open.ts'
import { files } from '../tables/files.ts'
import { testApp } from '../testing/app.ts'
import { addPhones } from '../testing/phones.ts'
import { pdf, picture, prepared } from '../testing/prepared-files.ts'
import { keep } from './files.ts'
import { bytesInvariant } from './invariants-files.ts'
import { checkInvariants } from './invariants.ts'

const t = await testApp()
afterAll(t.close)

/** What the command would say of the app's own store. */
async function broken(now = new Date()) {
  const found = []
  for await (const checked of checkInvariants(t.database, t.kit.files, now))
    if (checked.count > 0) found.push(checked)
  return found
}
async function pathOf(key: string) {
  const folder = join(t.kit.config.dataDir, 'files')
  return join(folder, (await readdir(folder, { recursive: true })).find((path) => path.endsWith(key)) ?? '')
}

test('a file that changed, is missing or belongs to nothing is named', async () => {
  const kept = [await prepared(pdf, 'document'), await prepared(await picture().png().toBuffer())]
  const [key = ''] = await keep(t.db, t.kit.files, kept, { purpose: 'withdrawal' })
  expect(await broken()).toEqual([])
  const path = await pathOf(key)
  const bytes = await readFile(path)
  const changed = Buffer.from(bytes)
  changed[9] = 0
  for (const wrong of [changed, bytes.subarray(1)]) {
    await writeFile(path, wrong)
    expect(await broken()).toEqual([{ name: bytesInvariant, count: 1, examples: [`${key} has changed`] }])
  }
  await rm(path)
  expect(await broken()).toEqual([{ name: bytesInvariant, count: 1, examples: [`${key} is missing`] }])
  await writeFile(path, bytes)

  const orphan = `${v7()}.webp`
  await t.kit.files.put(orphan, bytes)
  expect(await broken()).toEqual([])
  const anHourLater = new Date(Date.now() + 3_700_000)
  expect(await broken(anHourLater)).toEqual([
    { name: bytesInvariant, count: 1, examples: [`${orphan} belongs to nothing`] },
  ])
  await t.kit.files.remove(orphan)
  expect(await broken(anHourLater)).toEqual([])
})

test('the check refuses to write, and says how many things are broken beyond the first few', async () => {
  await addPhones(t.db, 7)
  expect(await broken()).toMatchObject([
    { name: 'Every customer has a wallet', count: 7, examples: { length: 5 } },
  ])
  const transaction: Database['transaction'] = (work) =>
    t.database.transaction(async (tx) => {
      const done = await work(tx)
      await tx.delete(files)
      return done
    })
  const checks = checkInvariants({ ...t.database, transaction }, t.kit.files, new Date())
  await expect(checks.next()).rejects.toMatchObject({ cause: { code: '25006' } })
})
