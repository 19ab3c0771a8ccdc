import { randomUUID } from 'node:crypto'
import { api } from '@kirana/contract'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { company } from '../../tables/company.ts'
import { testApp } from '../../testing/app.ts'
import { factories, home } from '../../testing/factories.ts'
import { portalFileOf, recomputeMonth } from '../../testing/gst/recompute-month.ts'
import { findInvariantViolations } from '../../testing/violations.ts'

const t = await testApp()
const make = factories(t)
afterAll(t.close)

/** ORDERS=10000 for the long run, with 300 claims and more; otherwise every fourth order has one. */
const count = Number(process.env['ORDERS'] ?? 500)
const claimsEvery = count > 1_000 ? 32 : 4
const CUSTOMERS = 8
/** Orders are spread over these hours around midnight in Kolkata, when a rate changes. */
const MINUTES = 240
const START = '2026-11-21T22:00:00+05:30'

let seed = 20_261_126
const below = (limit: number) => (seed = (seed * 48_271) % 2_147_483_647) % limit

async function aStore() {
  await t.db
    .update(company)
    .set({ name: 'Kirana', gstin: '27AAPFU0939F1ZV', gstRegistration: 'regular', roundCash: true })
  await make.unlimitedOrders()
  const products = await Promise.all([
    make.aProduct({ hsn: '0405', gstRate: 500, loyaltyCoins: 1, variants: [{ sellingPrice: 3_337 }] }),
    make.aProduct({
      hsn: '3401',
      gstRate: 1_800,
      variants: [{ unit: 'PCS', quantity: 6_000, sellingPrice: 9_999 }],
    }),
    make.aProduct({
      hsn: '0401',
      gstRate: 0,
      variants: [{ unit: 'ML', quantity: 250_000, sellingPrice: 2_850 }],
    }),
    make.aProduct({
      hsn: '0703',
      gstRate: 0,
      zeroKind: 'exempt',
      variants: [{ unit: 'Kilo', quantity: 1_500 }],
    }),
    make.aProduct({
      hsn: '2203',
      gstRate: 0,
      zeroKind: 'nonGst',
      variants: [{ unit: 'Bottles', quantity: 1_000 }],
    }),
    make.aProduct({
      hsn: '2202',
      gstRate: 4_000,
      variants: [{ unit: 'L', quantity: 1_250, sellingPrice: 101 }],
    }),
    make.aProduct({ hsn: '', variants: [{ sellingPrice: 4_999 }] }),
  ])
  const watch = await make.aProduct({
    hsn: '9101',
    gstRate: 1_800,
    variants: [{ unit: 'PCS', sellingPrice: 5_900_000 }],
  })
  const [changing] = products
  const staff = await t.signIn.staff()
  // From midnight on the rate is 18 % instead of 5 %.
  const rates = { productIds: [changing?.id ?? ''], gstRate: 18, gstFrom: '2026-11-22' }
  expect((await t.call(api.products.setTax, { body: rates }, staff)).status).toBe(200)
  for (const charge of [
    { title: 'Delivery', chargeAmount: 25, sac: '9968', gstRate: 'goods' as const },
    { title: 'Handling', chargeAmount: 3.33, sac: '9985', gstRate: 18 },
  ])
    expect((await t.call(api.charges.add, { body: { ...charge, chargeType: 'Rupees' } }, staff)).status).toBe(
      200,
    )
  const customers: Customer[] = []
  for (let n = 0; n < CUSTOMERS; n++) customers.push(await make.aCustomer({ fullName: 'Meera Nair' }))
  return { products, watch, customers }
}

type Customer = Awaited<ReturnType<typeof make.aCustomer>>
type Staff = Awaited<ReturnType<typeof t.signIn.staff>>

/** Claims one piece of the first line, which is refunded; a second one sometimes follows. */
async function claim(orderId: string, customer: Customer, staff: Staff) {
  for (let pieces = 1 + below(2); pieces > 0; pieces--) {
    const body = { orderId, lines: JSON.stringify([{ line: 1, pieces: 1 }]), reason: 'quality' as const }
    const { status, data } = await t.call(api.storeClaims.add, { body }, customer)
    if (status !== 200) return
    const decided = { claimId: data._id, actionId: randomUUID(), to: 'wallet' as const }
    expect((await t.call(api.claims.refund, { body: decided }, staff)).status).toBe(200)
  }
}

test(`an independent program recomputes all tables of a month of ${count} orders from its register`, async () => {
  t.clock.set(START)
  const { products, watch, customers } = await aStore()
  let staff = await t.signIn.staff()
  let claimed = 0
  for (let n = 0; n < count; n++) {
    const customer = customers[n % CUSTOMERS]
    if (!customer) throw new Error('No customer')
    const chosen = products.filter(() => below(3) === 0)
    const items = (chosen.length > 0 ? chosen : products.slice(0, 1)).map((product) =>
      product.item(1 + below(4)),
    )
    const isLarge = below(50) === 0
    const state = isLarge || below(5) === 0 ? 'Karnataka' : 'Maharashtra'
    const { _id: orderId } = await make.anOrder({
      customer,
      items: isLarge ? [watch.item(2), ...items] : items,
      address: { ...home, state },
      // A customer uses a coupon once.
      ...(below(3) === 0 && { coupon: (await make.aCoupon({ amount: 777 })).name }),
    })
    const setStatus = async (status: 'Delivered' | 'Canceled') => {
      const query = status === 'Canceled' ? { cash: 'collected' as const } : {}
      const changed = await t.call(api.orders.changeStatus, { params: { orderId, status }, query }, staff)
      expect(changed.status).toBe(200)
    }
    await setStatus('Delivered')
    if (n % claimsEvery === 0 || isLarge) {
      await claim(orderId, customer, staff)
      claimed += 1
    }
    if (below(25) === 0) await setStatus('Canceled')
    t.clock.pass(MINUTES / count)
    if (n % 1_000 === 999) staff = await t.signIn.staff()
  }
  expect(claimed).toBeGreaterThanOrEqual(Math.min(300, count / claimsEvery))

  const { data: month } = await t.call(api.gst.month, { params: { month: '2026-11' } }, staff)
  const register = await t.app.inject({ url: '/api/v1/gst/month/2026-11/register', headers: staff.headers })
  expect(register.statusCode, register.body.slice(0, 200)).toBe(200)
  const { creditNotes, ...expected } = recomputeMonth(register.body, '27')
  const { equation, rates, b2cs, b2cl, cdnur, nil, hsn, documents } = month
  const { holds, ...terms } = equation
  expect(holds).toBe(true)
  expect({ equation: terms, rates, b2cs, b2cl, cdnur, nil, hsn, documents }).toEqual(expected)
  // The file for the portal has the same content.
  const gstr1 = await t.app.inject({ url: '/api/v1/gst/month/2026-11/gstr1', headers: staff.headers })
  expect(gstr1.json()).toEqual({
    gstin: '27AAPFU0939F1ZV',
    fp: '112026',
    version: 'GST3.2.4',
    hash: 'hash',
    ...portalFileOf(expected, '27'),
  })
  // The month lists only the newest credit notes.
  expect(month.counts.creditNotes).toBe(creditNotes.length)
  expect(month.creditNotes).toMatchObject(creditNotes.slice(0, month.creditNotes.length))
  // The rate changed at midnight, and every table has rows.
  const ofChanging = hsn.filter((row) => row.hsn === '0405').map(({ rate }) => rate)
  expect(ofChanging).toEqual([5, 18])
  expect(Math.min(...[b2cs, b2cl, cdnur, nil, creditNotes].map(({ length }) => length))).toBeGreaterThan(0)
  // With 10,000 orders, checking the invariants takes longer than the timeout of a request.
  await t.db.execute(sql`ANALYZE`)
  await t.database.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL statement_timeout = 0`)
    expect(await findInvariantViolations(tx)).toEqual([])
  })
}, 3_600_000)
