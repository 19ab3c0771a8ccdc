import { api } from '@kirana/contract'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { openClaim } from '../../services/claims/open.ts'
import { addPhotoOrder } from '../../services/photo-orders/add.ts'
import { claims } from '../../tables/claims.ts'
import { files } from '../../tables/files.ts'
import { manualOrders } from '../../tables/manual-orders.ts'
import { photo, storedFiles } from '../../testing/files/pictures.ts'
import { onServer } from '../../testing/on-server.ts'
import { interleave } from '../../testing/races/interleave.ts'
import { staffApp } from '../../testing/staff-app.ts'

const { t, make, staff } = await staffApp()

/** Photos, and what was written about a claim, that arrive while the customer is erased: no later erasure finds them. */

let ravi: Awaited<ReturnType<typeof make.aCustomer>>
let orderId: string
let bytes: string[]
beforeEach(async () => {
  ravi = await make.aCustomer({ fullName: 'Ravi Kumar' })
  orderId = (await make.anOrder({ customer: ravi }))._id
  const delivered = { params: { orderId, status: 'Delivered' as const }, query: {} }
  expect((await t.call(api.orders.changeStatus, delivered, staff)).status).toBe(200)
  bytes = (await storedFiles(t)).keys
})

const erase = () => {
  const body = { userId: ravi.id, lastDigits: ravi.user.phone.slice(-4), reason: 'Asked by mail' }
  return t.call(api.users.erase, { body }, staff)
}
const lines = [{ line: 1, pieces: 1 }]
const claimed = { orderId: '', lines: JSON.stringify(lines), reason: 'damaged' as const, note: 'Said Ravi' }
const erasedClaim = {
  status: 422,
  code: 'erased',
  message: 'This customer is erased: nothing can be claimed for them',
}

/** No row and no bytes have been added. */
async function expectNothingAdded() {
  expect([await t.db.$count(manualOrders), await t.db.$count(claims)]).toEqual([0, 0])
  expect(await t.db.$count(files, eq(files.isPrivate, true))).toBe(0)
  expect((await storedFiles(t)).keys).toEqual(bytes)
}

test('neither a customer nor staff can add a photo order or a claim for an erased customer', async () => {
  expect((await erase()).status).toBe(200)
  const now = t.context.now()
  const list = { userId: ravi.id, isPrescription: true, now }
  await expect(
    t.database.transaction((tx) => addPhotoOrder(tx, list, async () => ['photo-of-a-list.webp'])),
  ).rejects.toMatchObject({ status: 404, message: 'Customer not found' })
  const claim = { ...claimed, orderId, userId: ravi.id, lines, photos: [], now }
  await expect(t.database.transaction((tx) => openClaim(tx, claim))).rejects.toMatchObject(erasedClaim)
  const body = { ...claimed, orderId, userId: ravi.id }
  expect(await t.call(api.claims.add, { body, files: [await photo()] }, staff)).toMatchObject(erasedClaim)
  await expectNothingAdded()
})

onServer(() => {
  test.each([false, true])(
    'a photo order sent before the erasure is refused after it (%s)',
    async (isPrescription) => {
      const sent = { body: { isPrescription }, files: [await photo()] }
      const [erased, added] = await interleave(t, erase, () => t.call(api.storeManualOrders.add, sent, ravi))
      expect([erased.status, added.status, added.message]).toEqual([200, 404, 'Customer not found'])
      await expectNothingAdded()
    },
  )

  test('a claim sent before the erasure is refused after it', async () => {
    const sent = { body: { ...claimed, orderId }, files: [await photo()] }
    const [erased, added] = await interleave(t, erase, () => t.call(api.storeClaims.add, sent, ravi))
    expect(erased.status).toBe(200)
    expect(added).toMatchObject(erasedClaim)
    await expectNothingAdded()
  })

  test('an erasure waits for a claim that is being opened, and is then refused', async () => {
    const sent = { body: { ...claimed, orderId }, files: [await photo()] }
    const [added, erased] = await interleave(t, () => t.call(api.storeClaims.add, sent, ravi), erase)
    expect([added.status, erased.status]).toEqual([200, 422])
    expect(erased.message).toContain('1 claim is open')
  })
})
