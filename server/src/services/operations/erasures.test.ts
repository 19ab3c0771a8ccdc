import { api } from '@kirana/contract'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { cleanUp } from '../../process/housekeeping.ts'
import { manualOrders } from '../../tables/manual-orders.ts'
import { testApp } from '../../testing/app.ts'
import { migrations, testDatabase } from '../../testing/database.ts'
import { factories } from '../../testing/factories.ts'
import { photo, storedFiles } from '../../testing/files/pictures.ts'
import { erasedLater, noteErasures } from './erasures.ts'
import { bytesInvariant } from './invariants-files.ts'
import { checkInvariants } from './invariants.ts'
import { missingFiles } from './missing-files.ts'
import { copyDatabase } from './restore.ts'

const t = await testApp()
const make = factories(t)
afterAll(t.close)
const { files } = t.context
beforeEach(async () => {
  await t.database.reset()
  for (const { key } of await erasures()) await files.remove(key)
  for (const key of (await storedFiles(t)).keys) await files.remove(key)
  files.recoveryDays = 7
})

async function erasures() {
  const notes: { key: string }[] = []
  for await (const note of files.list('erasures')) notes.push(note)
  return notes
}
const DAY = 86_400_000
const HOUR = 3_600_000

/** The result of `data:verify` for the files at `ms` milliseconds from now. */
async function filesBroken(ms = 0) {
  for await (const { name, examples } of checkInvariants(t.database, files, new Date(Date.now() + ms)))
    if (name === bytesInvariant) return examples
  throw new Error('The invariant was not checked')
}

/** A customer with a photographed list that was delivered, and what erases them. */
async function withPhoto(phone: string) {
  const customer = await make.aCustomer({ phone, fullName: 'Ravi Kumar' })
  await t.call(
    api.storeManualOrders.add,
    { body: { isPrescription: false }, files: [await photo()] },
    customer,
  )
  await t.db.update(manualOrders).set({ status: 'delivered' })
  const body = { userId: customer.id, lastDigits: phone.slice(-4), reason: 'Asked by mail' }
  return async () => t.call(api.users.erase, { body }, await t.signIn.staff())
}

test('a database from before an erasure has all its files, and names who is to be erased again', async () => {
  const [ravi, meera] = [await withPhoto('+919811122334'), await make.aCustomer({ phone: '+919811122335' })]
  const restored = await testDatabase()
  await copyDatabase(t.database, restored, migrations)
  const [stored] = (await storedFiles(t)).keys
  expect((await ravi()).status).toBe(200)
  const body = { userId: meera.id, lastDigits: '2335', reason: 'Asked by mail' }
  expect((await t.call(api.users.erase, { body }, await t.signIn.staff())).status).toBe(200)

  // Not served, and still there.
  const staff = await t.signIn.staff()
  const served = await t.app.inject({ url: `/api/v1/file/get/${stored}`, headers: staff.headers })
  expect(served.statusCode).toBe(404)
  expect(await missingFiles(restored.db, files)).toEqual({ customers: [], others: 0 })
  expect(await erasedLater(restored.db, files)).toEqual([
    { name: 'Ravi Kumar', phone: '+919811122334' },
    { name: '', phone: '+919811122335' },
  ])
  expect(await erasedLater(t.db, files)).toEqual([])
  await restored.close()
})

test('data:verify knows the bytes that stay, and reports them when the days are over', async () => {
  const erase = await withPhoto('+919811122334')
  const [key] = (await storedFiles(t)).keys
  await erase()
  expect((await storedFiles(t)).keys).toEqual([key])
  expect(await filesBroken()).toEqual([])
  expect(await filesBroken(7 * DAY)).toEqual([])
  expect(await filesBroken(7 * DAY + 3 * HOUR)).toEqual([`${key} belongs to nothing`])
})

test('with RECOVERY_DAYS 0 the bytes are removed at once', async () => {
  files.recoveryDays = 0
  const erase = await withPhoto('+919811122334')
  await erase()
  expect((await storedFiles(t)).keys).toEqual([])
  expect(await filesBroken(DAY)).toEqual([])
})

test('an erasure that could not be recorded is recorded by the clean-up', async () => {
  const erase = await withPhoto('+919811122334')
  const { put } = files
  files.put = () => Promise.reject(new Error('The storage is away'))
  expect((await erase()).status).toBe(200)
  files.put = put
  expect(await erasures()).toEqual([])
  const failures: unknown[] = []
  await cleanUp(t.context, (error) => failures.push(error))
  expect([failures, await erasures()]).toMatchObject([[], { length: 1 }])
  await noteErasures(t.db, files, t.context.now())
  expect(await erasures()).toHaveLength(1)
})
