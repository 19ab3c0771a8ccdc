import { api } from '@kirana/contract'
import type { DeliveryStatusName } from '@kirana/contract/wire/shapes'
import type { Sent } from '@kirana/contract/wire/route'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { approvals } from '../../tables/approvals.ts'
import { company } from '../../tables/company.ts'
import { auditRows } from '../../tables/journal.ts'
import { approvalIn, approvingApp } from '../../testing/approving.ts'
import { pickerOf } from '../../testing/picking.ts'

/** The reason and the refund of a canceled paid order in its history, and requests that do not wait for each other. */

const { t, make, asha, ravi, later, approve, list, walletOf, inOrder } = await approvingApp()
beforeEach(() => t.db.update(company).set({ payoutApprovalFrom: 100_000 }))

type Query = Sent<typeof api.orders.changeStatus>['query']
const set = (orderId: string, status: DeliveryStatusName, query: Query = {}, as = asha) =>
  t.call(api.orders.changeStatus, { params: { orderId, status }, query }, as)
const detail = async (orderId: string) =>
  (await t.call(api.orders.get, { params: { orderId } }, asha)).data[0]
const lastChange = async (orderId: string) => (await detail(orderId))?.history.at(-1)

async function anOrder(rupees: number, payment: 'wallet' | 'cod' = 'wallet') {
  const product = await make.aProduct({ title: 'Rice', variants: [{ sellingPrice: 10_000 }] })
  const customer = await make.aCustomer({ money: rupees * 100, fullName: 'Meera Nair' })
  const items = [product.item(rupees / 100)]
  const { _id: orderId } = await make.anOrder({ items, customer, payment })
  return { orderId, customer }
}

test('the history and the audit log have the reason and the refund', async () => {
  const { orderId, customer } = await anOrder(200)
  expect((await set(orderId, 'Canceled', { reason: 'Customer asked' })).status).toBe(200)
  expect(await lastChange(orderId)).toEqual({
    from: 'Confirmed',
    to: 'Canceled',
    at: t.context.now().toISOString(),
    by: 'Asha (staff)',
    reason: 'Customer asked',
    refund: { amount: 200, to: 'wallet', state: 'done' },
  })
  expect(await walletOf(customer)).toMatchObject({ money: 200 })
  const rows = await t.db.select().from(auditRows).where(eq(auditRows.call, 'orders.changeStatus'))
  expect(rows).toMatchObject([{ after: { status: 'canceled', reason: 'Customer asked' } }])
  // Each cancelation has its own refund.
  await set(orderId, 'Confirmed')
  await set(orderId, 'Canceled')
  expect((await detail(orderId))?.history.map(({ refund }) => refund?.amount)).toEqual([
    undefined,
    200,
    undefined,
    200,
  ])
  expect((await lastChange(orderId))?.reason).toBeUndefined()
  await inOrder()
})

test('the reason is optional and has 3 to 200 characters; only a cancelation keeps it', async () => {
  const { orderId } = await anOrder(200)
  for (const reason of ['No', '  No  ', 'x'.repeat(201)])
    expect(await set(orderId, 'Canceled', { reason })).toMatchObject({
      status: 400,
      message: expect.stringMatching(/3 to 200 characters|200 characters at most/),
    })
  expect((await set(orderId, 'Prepeared', { reason: 'Anything' })).status).toBe(200)
  expect(await lastChange(orderId)).not.toHaveProperty('reason')
  expect((await set(orderId, 'Canceled')).status).toBe(200)
  await inOrder()
})

test('unpaid cash is not refunded; collected cash goes to the wallet after an approval', async () => {
  const unpaid = await anOrder(200, 'cod')
  await set(unpaid.orderId, 'Canceled', { reason: 'Cannot be delivered' })
  expect(await lastChange(unpaid.orderId)).toMatchObject({ reason: 'Cannot be delivered' })
  expect(await lastChange(unpaid.orderId)).not.toHaveProperty('refund')
  const paid = await anOrder(300, 'cod')
  await set(paid.orderId, 'Delivered')
  const asked = await set(paid.orderId, 'Canceled', {
    from: 'Delivered',
    cash: 'collected',
    reason: 'The milk was sour',
  })
  expect(asked.status).toBe(202)
  expect((await list())[0]?.reason).toBe('The milk was sour. The cash of the delivered order was collected')
  expect((await approve(approvalIn(asked))).status).toBe(200)
  expect(await lastChange(paid.orderId)).toMatchObject({
    reason: 'The milk was sour',
    refund: { amount: 300, to: 'wallet', state: 'done' },
  })
  await inOrder()
})

test('an approved cancelation keeps the reason of the person who asked', async () => {
  const { orderId } = await anOrder(2_000)
  const asked = await set(orderId, 'Canceled', { reason: 'Ordered by mistake' })
  expect((await list())[0]?.reason).toBe('Ordered by mistake. ₹2,000.00 back to the wallet')
  await approve(approvalIn(asked))
  expect(await lastChange(orderId)).toMatchObject({
    reason: 'Ordered by mistake',
    refund: { amount: 2_000, to: 'wallet' },
  })
  await inOrder()
})

test('a cancelation that waits does not block other requests about the order', async () => {
  const { orderId, customer } = await anOrder(2_000)
  const canceling = await set(orderId, 'Canceled')
  expect(canceling.status).toBe(202)
  const picker = pickerOf(t, ravi)
  await picker.claim(orderId)
  await picker.line({ orderId, line: 1, found: 2, short: { quantity: 18, reason: 'other' } })
  const picked = await picker.done(orderId)
  expect(picked.status).toBe(202)
  expect((await list()).map(({ kind, state }) => [kind, state])).toEqual([
    ['cancel-refund', 'waiting'],
    ['pick', 'waiting'],
  ])
  expect((await approve(approvalIn(picked), asha)).status).toBe(200)
  expect(await detail(orderId)).toMatchObject({ delivaryStatus: 'Prepeared', totalPrice: 200 })
  // The order has changed since the request to cancel it.
  expect(await approve(approvalIn(canceling))).toMatchObject({ status: 409, code: 'failed' })
  expect(await walletOf(customer)).toMatchObject({ money: 1_800 })
  await inOrder()
})

test('a cancelation that can no longer be approved is replaced by the next request', async () => {
  const { orderId } = await anOrder(2_000)
  expect((await set(orderId, 'Canceled')).status).toBe(202)
  expect(await set(orderId, 'Canceled', {}, ravi)).toMatchObject({ status: 409, code: 'waiting' })
  await later('2026-11-21T13:10:00+05:30')
  await set(orderId, 'Prepeared')
  await later('2026-11-21T13:20:00+05:30')
  const again = await set(orderId, 'Canceled')
  expect(again.status).toBe(202)
  const states = await t.db
    .select({ state: approvals.state })
    .from(approvals)
    .orderBy(sql`id`)
  expect(states).toEqual([{ state: 'expired' }, { state: 'waiting' }])
  expect((await approve(approvalIn(again))).status).toBe(200)
  await inOrder()
})
