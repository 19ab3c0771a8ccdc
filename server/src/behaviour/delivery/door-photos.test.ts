import { randomUUID } from 'node:crypto'
import { api } from '@kirana/contract'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { files } from '../../tables/files.ts'
import { attempts } from '../../tables/people.ts'
import { fileOf, photo, storedFiles } from '../../testing/files/pictures.ts'
import { aBag, aRider, dispatcherOf } from '../../testing/riders.ts'
import { staffApp } from '../../testing/staff-app.ts'
import { findInvariantViolations } from '../../testing/violations.ts'

const setting = await staffApp()
const { t, make, staff } = setting
const desk = dispatcherOf(t, staff)

/** A bag on the road, and the rider's report that it could not be delivered, with a photo or without. */
async function onTheRoad() {
  const customer = await make.aCustomer()
  const bag = await aBag(setting, { customer })
  const rider = await aRider(t)
  await desk.assign(rider.id, bag._id)
  await rider.start(bag._id)
  const fail = async (sent: File[]) => {
    const body = { orderId: bag._id, actionId: randomUUID(), reason: 'Nobody at home' }
    expect((await t.call(api.rider.fail, { body, files: sent }, rider.as)).status).toBe(200)
    return (await desk.get()).bags[0]?.photo ?? ''
  }
  return { bag, customer, rider, fail }
}

/** The keys of the door photos with a row, and of all files with bytes. */
async function stored() {
  const rows = await t.db.select({ key: files.key }).from(files).where(eq(files.purpose, 'drop'))
  return { rows: rows.map(({ key }) => key), bytes: (await storedFiles(t)).keys }
}

test('a new photo of a failed delivery replaces the earlier one, and an erasure removes it', async () => {
  for (const key of (await stored()).bytes) await t.context.files.remove(key)
  const { bag, customer, fail } = await onTheRoad()
  const first = await fail([await photo()])
  const second = await fail([await photo(41)])
  expect(second).not.toBe(first)
  expect(await stored()).toEqual({ rows: [second], bytes: [second] })
  expect(await fail([])).toBe(second)
  expect(await stored()).toEqual({ rows: [second], bytes: [second] })
  expect(await findInvariantViolations(t.db)).toEqual([])

  await desk.set(bag._id, 'Canceled')
  const erase = {
    userId: customer.id,
    lastDigits: customer.user.phone.slice(-4),
    reason: 'Asked by letter',
  }
  expect((await t.call(api.users.erase, { body: erase }, staff)).status).toBe(200)
  expect(await stored()).toEqual({ rows: [], bytes: [] })
})

test('a customer’s data includes the failed deliveries with their photos', async () => {
  const { customer, fail } = await onTheRoad()
  const key = await fail([await photo()])
  const { raw } = await t.call(api.users.export, { params: { userId: customer.id } }, staff)
  expect(JSON.parse(raw)).toMatchObject({
    orders: [{ failedDeliveries: [{ reason: 'Nobody at home', photo: key }] }],
    files: [{ key, type: 'image/webp', base64: expect.stringMatching(/^.{100}/) }],
  })
})

test('a rider who has sent 200 photos in a day is limited before the upload is read; deliveries and other riders are not', async () => {
  const { bag, rider, fail } = await onTheRoad()
  await t.db.insert(attempts).values({ key: `drop-photo:${rider.id}`, misses: 199, since: t.context.now() })
  await fail([await photo()])
  const before = await stored()
  const body = { orderId: bag._id, actionId: randomUUID(), reason: 'Nobody at home' }
  // Rejected before the invalid upload is parsed.
  const sent = { body, files: [fileOf(Buffer.from('no picture'))] }
  expect(await t.call(api.rider.fail, sent, rider.as)).toMatchObject({
    status: 429,
    message: 'Too many attempts. Please try again in 60 seconds',
  })
  expect(await stored()).toEqual(before)
  const other = await onTheRoad()
  await other.fail([await photo()])
  t.clock.pass(1)
  await fail([await photo()])
  expect((await rider.deliver({ orderId: bag._id })).status).toBe(200)
})
