import { api } from '@kirana/contract'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { orders } from '../../tables/orders.ts'
import { pickLines } from '../../tables/picks.ts'
import { stockLevels } from '../../tables/stock.ts'
import { pickerOf } from '../../testing/picking.ts'
import { staffApp } from '../../testing/staff-app.ts'
import { findInvariantViolations } from '../../testing/violations.ts'

const { t, make, staff } = await staffApp()
const picker = pickerOf(t, staff)
const REASON = 'Only the large tin is left'

/** Two pieces of milk at ₹20 with 2 coins each, claimed; `ghee` costs ₹7 and brings 13 coins a piece. */
async function claimedMilk() {
  const milk = await make.aProduct({ title: 'Milk', loyaltyCoins: 2, variants: [{ sellingPrice: 2_000 }] })
  const ghee = await make.aProduct({ title: 'Ghee', loyaltyCoins: 13, variants: [{ sellingPrice: 700 }] })
  const { _id: orderId } = await make.anOrder({ items: [milk.item(2)] })
  await picker.claim(orderId)
  const swapFor = (variantId: string, quantity: number, reason?: string) =>
    picker.line({ orderId, line: 1, found: 1, swap: { variantId, quantity, ...(reason && { reason }) } })
  return {
    orderId,
    milk,
    ghee,
    swapFor,
    swap: (n: number, reason?: string) => swapFor(ghee.item().variantId, n, reason),
  }
}
const coinsOf = async () => (await t.db.select().from(orders))[0]?.coins

test('a thousand pieces never replace one, with or without a reason, nor does the same variant', async () => {
  const { milk, swap, swapFor } = await claimedMilk()
  const message = 'At most 12 pieces can replace 1 × Milk'
  for (const reason of [undefined, REASON])
    for (const pieces of [13, 1_000])
      expect(await swap(pieces, reason)).toMatchObject({ status: 422, code: 'swap', message })
  expect(await swapFor(milk.item().variantId, 1, REASON)).toMatchObject({
    status: 422,
    code: 'swap',
    message: 'Milk cannot be swapped for the same product and size',
  })
  expect(await t.db.select().from(pickLines)).toEqual([])
})

test('a swap worth more than one and a half times what it replaces needs a reason, which is audited', async () => {
  const { orderId, swap } = await claimedMilk()
  // 4 × ₹7 is within one and a half times ₹20.
  expect(await swap(4)).toMatchObject({ status: 200 })
  for (const reason of [undefined, '  '])
    expect(await swap(5, reason)).toMatchObject({
      status: 422,
      code: 'swap-reason',
      message: 'Ghee for ₹35.00 replaces Milk for ₹20.00. Give a reason',
    })
  expect(await swap(5, REASON)).toMatchObject({
    status: 200,
    data: { lines: [{ swap: { quantity: 5, reason: REASON } }] },
  })
  expect(await picker.done(orderId)).toMatchObject({ status: 200, data: { totalPrice: 40 } })
  const log = await t.call(api.audit.list, { params: { page: 1 }, query: {} }, await t.signIn.superadmin())
  expect(JSON.stringify(log.data)).toContain(`swapped 1 × Milk for 5 × Ghee: ${REASON}`)
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('a swap brings no more coins than the order was placed with', async () => {
  const { orderId, swap } = await claimedMilk()
  expect(await coinsOf()).toBe(4)
  await swap(12, REASON)
  expect((await picker.done(orderId)).status).toBe(200)
  expect(await coinsOf()).toBe(4)
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test.each([
  [{ swapQuantity: 1_000, swapReason: REASON }, 'swap'],
  [{ swapQuantity: 12 }, 'swap-reason'],
] as const)(
  'a swap that an earlier release stored must be within the same bound when the pick ends (%#)',
  async (stored, code) => {
    const { orderId, swap, ghee } = await claimedMilk()
    await t.call(
      api.stock.count,
      { body: { variantId: ghee.item().variantId, onHand: 2_000, reason: 'Test' } },
      staff,
    )
    await swap(1)
    await t.db.update(pickLines).set(stored).where(eq(pickLines.orderId, orderId))
    expect(await picker.done(orderId)).toMatchObject({ status: 422, code })
    expect(await t.db.select().from(stockLevels)).toMatchObject([{ onHand: 2_000 }])
    expect((await picker.get(orderId)).data).toMatchObject({ state: 'claimed', isMine: true })
    await swap(1)
    expect((await picker.done(orderId)).status).toBe(200)
  },
)

test('a weight is from half to double of the ordered weight of the pieces that are not missing', async () => {
  const rice = await make.aProduct({
    title: 'Rice',
    variants: [{ sellingPrice: 20_000, quantity: 1_000, unit: 'Kilo' }],
  })
  const customer = await make.aCustomer({ money: 60_000 })
  const { _id: orderId } = await make.anOrder({ items: [rice.item(3)], customer, payment: 'wallet' })
  await picker.claim(orderId)
  const short = { quantity: 1, reason: 'not there' as const }
  const weigh = (grams: number) => picker.line({ orderId, line: 1, grams, short })
  const message = 'Rice must weigh from 1,000 to 4,000 g'
  for (const grams of [1, 999, 4_001, 100_000_000])
    expect(await weigh(grams)).toMatchObject({ status: 422, code: 'weight', message })
  for (const grams of [4_000, 1_000]) expect((await weigh(grams)).status).toBe(200)
  // Stored by an earlier release.
  await t.db.update(pickLines).set({ grams: 1 })
  expect(await picker.done(orderId)).toMatchObject({ status: 422, code: 'weight', message })
  await weigh(1_000)
  expect((await picker.done(orderId)).data).toMatchObject({ totalPrice: 200, refunded: 400 })
  expect(await findInvariantViolations(t.db)).toEqual([])
})
