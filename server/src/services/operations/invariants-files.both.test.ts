import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 } from 'uuid'
import { afterAll, expect, test } from 'vitest'
import type { Database } from '../../db/types.ts'
import { files } from '../../tables/files.ts'
import { manualOrders } from '../../tables/manual-orders.ts'
import { testApp } from '../../testing/app.ts'
import { factories } from '../../testing/factories.ts'
import { addPhones } from '@kirana/testing/phones'
import { keepFiles, pdf, picture, prepared } from '../../testing/files/prepared-files.ts'
import { bytesInvariant } from './invariants-files.ts'
import { checkInvariants } from './invariants.ts'

const t = await testApp()
afterAll(t.close)

/** The violations that the command would report for the app's own store. */
async function violations(now = new Date()) {
  const violated = []
  for await (const checked of checkInvariants(t.database, t.context.files, now))
    if (checked.count > 0) violated.push(checked)
  return violated
}
async function pathOf(key: string) {
  const folder = join(t.context.config.dataDir, 'files')
  return join(folder, (await readdir(folder, { recursive: true })).find((path) => path.endsWith(key)) ?? '')
}

test('reports changed, missing, unreferenced and orphaned files', async () => {
  const kept = [await prepared(pdf, 'document'), await prepared(await picture().png().toBuffer())]
  const photos = await keepFiles(t.db, t.context.files, kept, 'manual-order')
  const [key = ''] = photos
  const { id: userId } = await factories(t).aCustomer()
  const unreferenced = { name: 'Every private file is referenced', count: 2, examples: photos.toSorted() }
  expect(await violations()).toEqual([unreferenced])
  await t.db.insert(manualOrders).values({ userId, photos })
  expect(await violations()).toEqual([])
  const path = await pathOf(key)
  const bytes = await readFile(path)
  const changed = Buffer.from(bytes)
  changed[9] = 0
  for (const wrong of [changed, bytes.subarray(1)]) {
    await writeFile(path, wrong)
    expect(await violations()).toEqual([{ name: bytesInvariant, count: 1, examples: [`${key} has changed`] }])
  }
  await rm(path)
  expect(await violations()).toEqual([{ name: bytesInvariant, count: 1, examples: [`${key} is missing`] }])
  await writeFile(path, bytes)

  const orphan = `${v7()}.webp`
  await t.context.files.put(orphan, bytes)
  expect(await violations()).toEqual([])
  const anHourLater = new Date(Date.now() + 3_700_000)
  expect(await violations(anHourLater)).toEqual([
    { name: bytesInvariant, count: 1, examples: [`${orphan} belongs to nothing`] },
  ])
  await t.context.files.remove(orphan)
  expect(await violations(anHourLater)).toEqual([])
})

test('checks in a read-only transaction and counts violations beyond the examples', async () => {
  await addPhones(t.db, 7)
  expect(await violations()).toMatchObject([
    { name: 'Every customer has a wallet', count: 7, examples: { length: 5 } },
  ])
  const transaction: Database['transaction'] = (work) =>
    t.database.transaction(async (tx) => {
      const done = await work(tx)
      await tx.delete(files)
      return done
    })
  const checks = checkInvariants({ ...t.database, transaction }, t.context.files, new Date())
  await expect(checks.next()).rejects.toMatchObject({ cause: { code: '25006' } })
})
