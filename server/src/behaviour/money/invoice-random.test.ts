import { api } from '@kirana/contract'
import fc from 'fast-check'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { company } from '../../tables/company.ts'
import { charges as chargesTable } from '../../tables/charges.ts'
import { testApp } from '../../testing/app.ts'
import { findInvariantViolations } from '../../testing/violations.ts'
import { factories, home } from '../../testing/factories.ts'
import { recompute, type RecomputedRow } from '../../testing/invoices/recompute-invoice.ts'

const t = await testApp()
const make = factories(t)
afterAll(t.close)

/** INVOICES=10000 for the long run. */
const count = Number(process.env['INVOICES'] ?? 100)
/** Orders of one store. */
const batch = 50

const rates = [null, '0', '0.25', '5', '12', '18', '40']
const price = fc.integer({ min: 1, max: 9_999_999 })
const bag = fc.record({
  lines: fc.array(fc.record({ product: fc.nat(13), quantity: fc.integer({ min: 1, max: 9 }) }), {
    minLength: 1,
    maxLength: 8,
  }),
  coupon: fc.constantFrom('', 'TENTH', 'PAISE', 'ALL'),
  refers: fc.boolean(),
  across: fc.boolean(),
})
const store = fc.record({
  prices: fc.array(price, { minLength: 14, maxLength: 14 }),
  charges: fc.array(
    fc.record({ amount: fc.integer({ min: 1, max: 20_000 }), rate: fc.constantFrom(...rates, 'goods') }),
    {
      maxLength: 3,
    },
  ),
  bags: fc.array(bag, { minLength: batch, maxLength: batch }),
})

type Kept = {
  lines: { rate: number | null; paid: number; taxable: number; cgst: number; sgst: number; igst: number }[]
  charges: { parts: Kept['lines'] }[]
}
const text = (paise: number) => `${Math.floor(paise / 100)}.${String(paise % 100).padStart(2, '0')}`
const rowOf =
  (across: boolean) =>
  ({ rate, paid, taxable, cgst, sgst, igst }: Kept['lines'][number]): RecomputedRow => ({
    rate: rate === null ? null : String(rate / 100),
    paid: text(paid),
    taxable: text(taxable),
    first: text(across ? igst : cgst),
    second: text(across ? cgst : sgst),
  })

async function open({
  prices,
  charges,
}: {
  prices: number[]
  charges: { amount: number; rate: string | null }[]
}) {
  await t.database.reset()
  t.clock.set('2026-11-21T13:00:00+05:30')
  const staff = await t.signIn.staff()
  await t.db.update(company).set({
    gstin: '27AAPFU0939F1ZV',
    gstRegistration: 'regular',
    referralDiscount: 333,
  })
  await make.unlimitedOrders()
  await t.db.execute(sql`TRUNCATE ${chargesTable}`)
  const products = []
  for (const [n, sellingPrice] of prices.entries()) {
    const rate = rates[n % rates.length] ?? null
    const gstRate = rate === null ? undefined : Number(rate) * 100
    products.push(await make.aProduct({ gstRate, variants: [{ sellingPrice }] }))
  }
  for (const { amount, rate } of charges) {
    const charge = {
      title: 'Fee',
      chargeAmount: text(amount),
      chargeType: 'Rupees',
      gstRate: rate ?? '',
    } as const
    await t.call(api.charges.add, { body: charge }, staff)
  }
  await make.aCoupon({ name: 'TENTH', amountType: 'percentage', amount: 1_000 })
  await make.aCoupon({ name: 'PAISE', amount: 7 })
  await make.aCoupon({ name: 'ALL', amountType: 'percentage', amount: 10_000 })
  return { staff, products, friend: (await make.aCustomer()).user.referCode }
}

test(`an independent program gives the same for ${count} random invoices`, async () => {
  let checked = 0
  const seeds = fc.sample(store, { numRuns: Math.ceil(count / batch), seed: 20_261_121 })
  for (const { prices, charges, bags } of seeds) {
    const { staff, products, friend } = await open({ prices, charges })
    for (const { lines, coupon, refers, across } of bags.slice(0, count - checked)) {
      // Lines of one variant are merged when the order is placed.
      const quantities = new Map<number, number>()
      for (const { product, quantity } of lines)
        quantities.set(product, (quantities.get(product) ?? 0) + quantity)
      const items = [...quantities].flatMap(([n, quantity]) => products[n]?.item(quantity) ?? [])
      const address = { ...home, state: across ? 'Karnataka' : 'Maharashtra' }
      const order = await make.anOrder({ items, coupon, address, referCode: refers ? friend : '' })
      const change = { params: { orderId: order._id, status: 'Prepeared' as const }, query: {} }
      expect((await t.call(api.orders.changeStatus, change, staff)).status).toBe(200)
      const { rows } = await t.db.execute<{ document: Kept }>(
        sql`SELECT document FROM invoices WHERE order_id = ${order._id}`,
      )
      const document = rows[0]?.document
      const expected = recompute({
        lines: [...quantities].map(([n, quantity]) => ({
          price: text(prices[n] ?? 0),
          quantity,
          rate: rates[n % rates.length] ?? null,
        })),
        charges: charges.map(({ amount, rate }) => ({ amount: text(amount), rate })),
        discount: text(Math.round((order.discount + order.referDiscount) * 100)),
        across,
      })
      expect({
        lines: document?.lines.map(rowOf(across)),
        charges: document?.charges.map(({ parts }) => parts.map(rowOf(across))),
      }).toEqual(expected)
      checked += 1
      t.clock.pass(1)
    }
    expect(await findInvariantViolations(t.db)).toEqual([])
  }
  expect(checked).toBe(count)
}, 3_600_000)
