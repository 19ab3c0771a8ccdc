import { api } from '@kirana/contract'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { company } from '../../tables/company.ts'
import { read } from '../../testing/invoices/invoice-pdf-reader.ts'
import { onlineApp } from '../../testing/payments/online.ts'
import { pickerOf } from '../../testing/picking.ts'
import { refundsIn } from '../../testing/payments/refunds.ts'
import { findInvariantViolations } from '../../testing/violations.ts'
import type { PaymentProvider } from './provider.ts'
import { sendDueRefund } from './refunds.ts'

const o = await onlineApp()
const { t, razorpay, run, detail } = o
const { setStatus, refundsOf, paid, inDashboard, pickShort } = refundsIn(o)
afterAll(o.stop)
beforeEach(o.reset)
afterEach(async () => expect(await findInvariantViolations(t.db)).toEqual([]))

const documentsOf = async (orderId: string) => (await detail(orderId))?.documents ?? []
const moneyOf = async (customer: Parameters<typeof t.call>[2]) =>
  (await t.call(api.storeWallet.get, {}, customer)).data.money
const totalPayment = async () => {
  const { rows } = await t.db.execute<{ paid: number }>(
    sql`SELECT sum(total_payment)::int AS paid FROM users`,
  )
  return rows[0]?.paid
}

/** The provider, which runs a function before or after it makes a refund. */
function around({
  before,
  after,
}: {
  before?: () => Promise<void>
  after?: () => Promise<void>
}): PaymentProvider {
  const { provider } = t.context.payments
  if (!provider) throw new Error('No provider')
  return {
    ...provider,
    refund: async (sent) => {
      await before?.()
      const made = await provider.refund(sent)
      await after?.()
      return made
    },
  }
}

test('canceling after a refund in the dashboard refunds the rest', async () => {
  const { id, payment } = await paid()
  await inDashboard(payment.id, 3_000)
  expect((await detail(id))?.online).toMatchObject({
    left: 70,
    refunds: [{ amount: 30, state: 'done', isFromDashboard: true, by: 'razorpay dashboard' }],
  })
  await setStatus(id, 'Canceled')
  await run()
  expect(await refundsOf(id)).toEqual([
    [30, 'done'],
    [70, 'done'],
  ])
  expect(razorpay.refundedOf(payment.id)).toBe(10_000)
  expect((await detail(id))?.online?.left).toBe(0)
  const { rows } = await t.db.execute(
    sql`SELECT role, object, after FROM audit_rows WHERE call = 'payments.refunded'`,
  )
  expect(rows).toEqual([{ role: 'public', object: id, after: { amount: 3_000, isCanceled: false } }])
})

test('a waiting refund asks for less once the dashboard has refunded a part, and for nothing after a full refund', async () => {
  const [part, all] = [await paid(), await paid()]
  for (const { id } of [part, all]) await setStatus(id, 'Canceled')
  await inDashboard(part.payment.id, 3_000)
  await inDashboard(all.payment.id, 9_900)
  expect(await refundsOf(part.id)).toEqual([
    [70, 'asked'],
    [30, 'done'],
  ])
  await inDashboard(all.payment.id, 100)
  await run()
  expect(await refundsOf(part.id)).toEqual([
    [70, 'done'],
    [30, 'done'],
  ])
  const states = (await detail(all.id))?.online?.refunds.map(({ state }) => state)
  expect(states).not.toContain('asked')
  for (const { payment } of [part, all]) expect(razorpay.refundedOf(payment.id)).toBe(10_000)
})

test.each([true, false])(
  'a refund in the dashboard while ours is on its way lowers ours, webhook in time: %s',
  async (isInTime) => {
    const { id, payment } = await paid()
    await setStatus(id, 'Canceled')
    const before = async () => {
      razorpay.refundInDashboard(payment.id, 3_000)
      if (isInTime) await o.deliver()
    }
    await sendDueRefund(t.database, around({ before }), t.context.now())
    expect(await refundsOf(id)).toEqual([
      [70, 'asked'],
      [30, 'done'],
    ])
    t.clock.pass(1)
    await run()
    await o.deliver()
    expect(await refundsOf(id)).toEqual([
      [70, 'done'],
      [30, 'done'],
    ])
    expect(razorpay.refundedOf(payment.id)).toBe(10_000)
  },
)

test('a refund whose answer was lost counts with the amount that the provider refunded, not with its amount since then', async () => {
  const { id, payment } = await paid()
  await pickShort(id)
  razorpay.reply = (request) => (request.endsWith('/refund') ? 'lost' : 'ok')
  await run()
  razorpay.webhooks.length = 0
  await inDashboard(payment.id, 3_000)
  expect(await refundsOf(id)).toEqual([
    [20, 'asked'],
    [30, 'done'],
  ])
  razorpay.reply = () => 'ok'
  t.clock.pass(1)
  await run()
  expect(await refundsOf(id)).toEqual([
    [50, 'done'],
    [30, 'done'],
  ])
  expect(razorpay.refundKeys).toHaveLength(1)
  expect(razorpay.refundedOf(payment.id)).toBe(8_000)
  expect((await documentsOf(id)).map(({ kind }) => kind)).toEqual(['invoice', 'credit-note'])
})

test('missing items, a refund in the dashboard and a cancelation refund the payment once', async () => {
  const { id, payment } = await paid()
  await pickShort(id)
  await run()
  await inDashboard(payment.id, 3_000)
  expect((await documentsOf(id)).map(({ kind }) => kind)).toEqual(['invoice', 'credit-note'])
  await setStatus(id, 'Canceled')
  await run()
  expect(await refundsOf(id)).toEqual([
    [50, 'done'],
    [30, 'done'],
    [20, 'done'],
  ])
  expect(razorpay.refundedOf(payment.id)).toBe(10_000)
})

test('a refund in the dashboard before the pick counts for the items that are missing', async () => {
  const [less, more] = [await paid(), await paid()]
  await inDashboard(less.payment.id, 3_000)
  await inDashboard(more.payment.id, 8_000)
  for (const { id } of [less, more]) await pickShort(id)
  await run()
  expect(await refundsOf(less.id)).toEqual([
    [30, 'done'],
    [20, 'done'],
  ])
  expect(await refundsOf(more.id)).toEqual([[80, 'done']])
  expect((await documentsOf(less.id)).map(({ kind }) => kind)).toEqual(['invoice'])
  expect((await documentsOf(more.id)).map(({ kind }) => kind)).toEqual(['invoice', 'credit-note'])
})

test('a full refund in the dashboard cancels an order that is not packed and refunds nothing more', async () => {
  const coupon = (await o.make.aCoupon()).name
  const product = await o.make.aProduct()
  const placed = await o.paidOnline({ items: [product.item(2)], coupon })
  const { _id: id } = placed.order
  const picker = pickerOf(t, await t.signIn.staff())
  await picker.claim(id)
  await inDashboard(placed.payment.id, placed.payment.amount)
  expect(await detail(id)).toMatchObject({
    delivaryStatus: 'Canceled',
    paymentStatus: 'success',
    online: { left: 0 },
    history: [{}, { from: 'Confirmed', to: 'Canceled', by: 'razorpay dashboard' }],
  })
  expect((await picker.done(id)).status).toBe(409)
  const { rows } = await t.db.execute(sql`SELECT after FROM audit_rows WHERE call = 'payments.refunded'`)
  expect(rows).toEqual([{ after: { amount: placed.payment.amount, isCanceled: true } }])
  expect((await t.db.execute(sql`SELECT 1 FROM coupon_uses WHERE released_at IS NULL`)).rows).toEqual([])
  await run()
  expect(razorpay.requests.filter((request) => request.endsWith('/refund'))).toEqual([])
})

test('a full refund in the dashboard leaves a packed order to staff, who cancel it without another refund or note', async () => {
  const { id, payment } = await paid()
  await setStatus(id, 'Prepeared')
  await inDashboard(payment.id, 10_000)
  expect(await detail(id)).toMatchObject({ delivaryStatus: 'Prepeared', online: { left: 0 } })
  expect(await documentsOf(id)).toHaveLength(2)
  await setStatus(id, 'Canceled')
  await run()
  expect(await documentsOf(id)).toHaveLength(2)
  expect(await refundsOf(id)).toEqual([[100, 'done']])
})

test('a refund in the dashboard is credited on the invoice and lowers what the customer paid; canceling credits the rest', async () => {
  await t.db.update(company).set({ name: 'Kirana', gstin: '27AAPFU0939F1ZV', gstRegistration: 'regular' })
  const ghee = await o.make.aProduct({ title: 'Ghee', hsn: '0405', gstRate: 500 })
  const soap = await o.make.aProduct({ title: 'Soap', hsn: '3401', gstRate: 1_800 })
  const placed = await o.paidOnline({ items: [ghee.item(2), soap.item()] })
  const { _id: id } = placed.order
  await setStatus(id, 'Delivered')
  await inDashboard(placed.payment.id, 4_001)
  expect(await totalPayment()).toBe(15_000 - 4_001)
  await setStatus(id, 'Out for Delivary')
  expect(await totalPayment()).toBe(0)
  await setStatus(id, 'Delivered')
  expect(await totalPayment()).toBe(15_000 - 4_001)
  t.clock.pass(1)
  await setStatus(id, 'Canceled')
  expect(await totalPayment()).toBe(0)
  const documents = await documentsOf(id)
  expect(documents.map(({ number }) => number)).toEqual([
    '26-27/0000001',
    'CN26-27/0000001',
    'CN26-27/0000002',
  ])
  const staff = await t.signIn.staff()
  const pdfs = await Promise.all(
    documents.slice(1).map(async ({ link }) => {
      const { rawPayload } = await t.app.inject({ url: new URL(link).pathname, headers: staff.headers })
      return (await read(rawPayload)).text.join('').replaceAll('|', '')
    }),
  )
  const [part = '', rest = ''] = pdfs
  for (const text of ['CREDIT NOTE', 'For invoice26-27/0000001', 'ReasonRefunded', 'Ghee', 'Soap', '₹40.01'])
    expect(part).toContain(text)
  // 26.67 and 13.34 of 100 and 50, with the tax in each; the rest of every column follows.
  expect(part).toContain('04055%₹25.39₹0.64 (2.5%)₹0.64 (2.5%)₹26.67')
  expect(part).toContain('340118%₹11.30₹1.02 (9%)₹1.02 (9%)₹13.34')
  expect(rest).toContain('04055%₹69.85₹1.74 (2.5%)₹1.74 (2.5%)₹73.33')
  expect(rest).toContain('340118%₹31.08₹2.79 (9%)₹2.79 (9%)₹36.66')
})

test('a refund in the dashboard before the invoice is credited with it', async () => {
  const { id, payment } = await paid()
  await inDashboard(payment.id, 3_000)
  expect(await documentsOf(id)).toEqual([])
  await setStatus(id, 'Delivered')
  expect((await documentsOf(id)).map(({ kind }) => kind)).toEqual(['invoice', 'credit-note'])
  expect(await totalPayment()).toBe(7_000)
})

test('less than ₹1 goes to the wallet, when an order is canceled and when the dashboard leaves less than that of a refund', async () => {
  const [one, two] = [await paid(), await paid()]
  await inDashboard(one.payment.id, 9_950)
  await setStatus(one.id, 'Canceled')
  await setStatus(two.id, 'Canceled')
  await inDashboard(two.payment.id, 9_950)
  await run()
  expect(await refundsOf(one.id)).toEqual([
    [99.5, 'done'],
    [0.5, 'wallet'],
  ])
  expect(await refundsOf(two.id)).toEqual([
    [0.5, 'wallet'],
    [99.5, 'done'],
  ])
  for (const { customer } of [one, two]) expect(await moneyOf(customer)).toBe(0.5)
})

test('the webhook of a refund in the dashboard runs few statements', async () => {
  const { id, payment } = await paid()
  await setStatus(id, 'Delivered')
  razorpay.refundInDashboard(payment.id, 3_000)
  const webhook = razorpay.webhooks.findLast(({ type }) => type === 'refund.processed')
  razorpay.webhooks.splice(0, razorpay.webhooks.length, ...(webhook ? [webhook] : []))
  // The event, the lock, the reading and the writes; then the audit row.
  expect(await t.statements(o.deliver)).toHaveLength(4 + 1)
  expect(await documentsOf(id)).toHaveLength(2)
})
