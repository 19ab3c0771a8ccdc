import { api } from '@kirana/contract'
import type { DeliveryStatusName } from '@kirana/contract/wire/shapes'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { Credentials } from '../../testing/app.ts'
import { pickOneShort } from '../../testing/picking.ts'
import { raceOnLock } from '../../testing/races/race-on-lock.ts'
import { givenApp } from '../../testing/second-factor.ts'
import { staffApp } from '../../testing/staff-app.ts'
import { expectDetected, findInvariantViolations } from '../../testing/violations.ts'

const { t, make, staff } = await staffApp()
let rice: Awaited<ReturnType<typeof make.aProduct>>
beforeEach(async () => {
  await make.aPincode()
  rice = await make.aProduct()
})

const change = (orderId: string, status: DeliveryStatusName, isCollected = false) =>
  t.call(
    api.orders.changeStatus,
    { params: { orderId, status }, query: isCollected ? { cash: 'collected' } : {} },
    staff,
  )
const walk = async (orderId: string, ...statuses: DeliveryStatusName[]) => {
  for (const status of statuses) expect(await change(orderId, status)).toMatchObject({ status: 200 })
}
const seen = async (orderId: string) => {
  const [order] = (await t.call(api.orders.get, { params: { orderId } }, staff)).data
  return [order?.delivaryStatus, order?.paymentStatus, order?.paidBy]
}
const moneyOf = async (customer: Credentials) => (await t.call(api.storeWallet.get, {}, customer)).data.money

/** A cash order that was delivered, canceled with its cash in the till, and reopened: the wallet paid it. */
async function aReopenedOrder() {
  const customer = await make.aCustomer()
  const { _id: id, totalPrice: total } = await make.anOrder({ customer, items: [rice.item(2)] })
  await walk(id, 'Delivered')
  expect(await seen(id)).toEqual(['Delivered', 'success', 'cash'])
  expect((await change(id, 'Canceled', true)).status).toBe(200)
  expect([await seen(id), await moneyOf(customer)]).toEqual([['Canceled', 'success', 'cash'], total])
  await walk(id, 'Confirmed')
  expect([await seen(id), await moneyOf(customer)]).toEqual([['Confirmed', 'success', 'wallet'], 0])
  return { id, total, customer }
}

test('an order for ₹0 that is delivered, canceled and reopened was paid by nothing', async () => {
  const { name: coupon } = await make.aCoupon({ amountType: 'percentage', amount: 10_000, minimum: 0 })
  const { _id: id, totalPrice } = await make.anOrder({ items: [rice.item()], coupon })
  expect(totalPrice).toBe(0)
  await walk(id, 'Delivered')
  expect((await change(id, 'Canceled', true)).status).toBe(200)
  await walk(id, 'Confirmed')
  expect(await seen(id)).toEqual(['Confirmed', 'Due', 'none'])
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('a cash order that the wallet has paid is not due again when Delivered is corrected', async () => {
  const { id, total, customer } = await aReopenedOrder()
  await walk(id, 'Delivered', 'Out for Delivary')
  expect(await seen(id)).toEqual(['Out for Delivary', 'success', 'wallet'])
  expect(await findInvariantViolations(t.db)).toEqual([])
  // The refund goes to the wallet that paid, without a question about cash.
  for (const isCollected of [false, true]) {
    await walk(id, 'Delivered')
    expect((await change(id, 'Canceled', isCollected)).status).toBe(200)
    expect([await seen(id), await moneyOf(customer)]).toEqual([['Canceled', 'success', 'wallet'], total])
    expect(await findInvariantViolations(t.db)).toEqual([])
  }
})

/** Earlier releases did not post the cash of orders. */
const forgetCash = (id: string) =>
  t.database.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL session_replication_role = replica`)
    const posted = sql`SELECT id FROM ledger_transactions WHERE order_id = ${id} AND kind LIKE 'till-cash%'`
    await tx.execute(sql`DELETE FROM ledger_entries WHERE transaction_id IN (${posted})`)
    await tx.execute(sql`DELETE FROM ledger_transactions WHERE id IN (${posted})`)
    await tx.execute(sql`DELETE FROM store_cash`)
  })

test('collected cash that an earlier release did not refund again is named, and can be repaid', async () => {
  const { id, total, customer } = await aReopenedOrder()
  await forgetCash(id)
  await t.db.execute(sql`UPDATE orders SET payment_status = 'due', paid_by = 'none' WHERE id = ${id}`)
  await walk(id, 'Canceled')
  expect(await moneyOf(customer)).toBe(0)
  expect(await findInvariantViolations(t.db)).toEqual([
    expect.stringMatching(
      /^What was handed over for every order less what went back is what counts as paid: /,
    ),
  ])
  await walk(id, 'Delivered')
  expect((await change(id, 'Canceled', true)).status).toBe(200)
  expect([await seen(id), await moneyOf(customer)]).toEqual([['Canceled', 'success', 'cash'], total])
  expect(await findInvariantViolations(t.db)).toEqual([])
  await walk(id, 'Confirmed', 'Delivered', 'Dispatched')
  expect([await seen(id), await moneyOf(customer)]).toEqual([['Dispatched', 'success', 'wallet'], 0])
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('refunding cash to a wallet needs a fresh second factor from staff who have one', async () => {
  const { _id: id } = await make.anOrder({ items: [rice.item()] })
  await walk(id, 'Delivered')
  const app = await givenApp(t, staff)
  expect(await change(id, 'Canceled', true)).toMatchObject({ status: 403, code: 'second-factor' })
  expect(await seen(id)).toEqual(['Delivered', 'success', 'cash'])
  // A status change without a refund of cash needs no fresh second factor.
  await walk(id, 'Dispatched', 'Delivered')
  const proof = { code: app.code() }
  expect((await t.call(api.staffSecurity.confirm, { body: { proof } }, staff)).status).toBe(200)
  expect((await change(id, 'Canceled', true)).status).toBe(200)
})

test.each([
  ['a delivered order that nobody has paid', `payment_status = 'due', paid_by = 'none'`],
  ['cash that nobody brought', `status = 'dispatched', paid_by = 'cash'`],
  ['a wallet that never paid', `paid_by = 'wallet'`],
])('data:verify finds %s', async (_, fault) => {
  const { _id: id } = await make.anOrder({ items: [rice.item()] })
  await walk(id, 'Delivered')
  await expectDetected(t.database, 'Every order knows what paid it', (tx) =>
    tx.execute(sql.raw(`UPDATE orders SET ${fault}`)),
  )
})

test('missing items of an order that the wallet has paid are refunded to it once', async () => {
  const { id, total, customer } = await aReopenedOrder()
  expect(await pickOneShort(t, staff, id)).toBe(200)
  const refunded = await moneyOf(customer)
  expect(refunded).toBeGreaterThan(0)
  await walk(id, 'Delivered', 'Dispatched', 'Delivered', 'Canceled')
  expect(await moneyOf(customer)).toBe(total)
  await walk(id, 'Confirmed', 'Delivered')
  expect([await seen(id), await moneyOf(customer)]).toEqual([['Delivered', 'success', 'wallet'], refunded])
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('the audit log says that the wallet pays a reopened order', async () => {
  const { id } = await aReopenedOrder()
  const owner = await t.signIn.superadmin()
  const log = await t.call(api.audit.list, { params: { page: 1 }, query: { object: id } }, owner)
  expect(log.data.rows[0]?.changes).toContainEqual(
    expect.objectContaining({ field: 'Paid by', after: 'Wallet' }),
  )
})

test('changes that wait for one order each see what paid it', async () => {
  const customer = await make.aCustomer()
  const { _id: id, totalPrice: total } = await make.anOrder({ customer, items: [rice.item(2)] })
  await walk(id, 'Delivered')
  const lock = sql`SELECT 1 FROM orders WHERE id = ${id} FOR UPDATE`
  const statuses = ['Canceled', 'Confirmed', 'Delivered', 'Dispatched', 'Delivered'] as const
  const answers = await raceOnLock(
    t,
    lock,
    statuses.map((status) => () => change(id, status, true)),
  )
  expect(answers.map(({ status }) => status)).toEqual(statuses.map(() => 200))
  const [status, , paidBy] = await seen(id)
  expect(await moneyOf(customer)).toBe(status === 'Canceled' && paidBy !== 'none' ? total : 0)
  expect(await findInvariantViolations(t.db)).toEqual([])
})
