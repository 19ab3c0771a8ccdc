import { randomUUID } from 'node:crypto'
import { api } from '@kirana/contract'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { company } from '../tables/company.ts'
import { gstApp } from '../testing/gst/gst-app.ts'
import { findInvariantViolations } from '../testing/violations.ts'

const { t, make, staff, signInStaff, setStatus, month } = await gstApp()

test.each(['2026-13', '2026-1', '26-11', 'November', '2026-11-01'])('%s is no month', async (name) => {
  expect((await t.call(api.gst.month, { params: { month: name } }, staff)).status).toBe(400)
})

test('the equation of an empty month holds', async () => {
  expect(await month('2026-02')).toMatchObject({
    equation: { invoices: 0, creditNotes: 0, taxable: 0, tax: 0, nil: 0, unknown: 0, holds: true },
    rates: [],
    warnings: [],
    broken: [],
  })
})

test('taxable, nil-rated and unknown amounts and charges add up to the invoices, and missing rates are named', async () => {
  await make.aCharge({ amount: 2_500 })
  const items = [
    (await make.aProduct({ title: 'Soap', hsn: '3401', gstRate: 1_800 })).item(2),
    (await make.aProduct({ title: 'Milk', hsn: '0401', gstRate: 0 })).item(1),
    (await make.aProduct({ title: 'Gift' })).item(1),
  ]
  const order = await make.anOrder({ items })
  await setStatus(order._id, 'Delivered')
  const { equation, rates, warnings, counts } = await month()
  expect(equation).toEqual({
    invoices: 225,
    creditNotes: 0,
    taxable: 84.74,
    tax: 15.26,
    nil: 50,
    exempt: 0,
    nonGst: 0,
    unknown: 75,
    rounding: 0,
    holds: true,
  })
  expect(rates).toEqual([
    { rate: 0, place: '27', value: 50, taxable: 50, cgst: 0, sgst: 0, igst: 0 },
    { rate: 18, place: '27', value: 100, taxable: 84.74, cgst: 7.63, sgst: 7.63, igst: 0 },
  ])
  expect(warnings).toMatchObject([
    { number: '26-27/0000001', product: 'Delivery', productId: null, missing: 'GST rate and SAC' },
    { orderId: order._id, product: 'Gift', chargeId: null, documents: 1, missing: 'GST rate and HSN code' },
  ])
  expect(counts).toEqual({ invoices: 1, creditNotes: 0 })
})

test('an invoice belongs to its day in Kolkata, to the last tenth of a second, and its note to the day of the note', async () => {
  const customer = await make.aCustomer()
  const soap = await make.aProduct({ title: 'Soap', hsn: '3401', gstRate: 500 })
  const [last, first] = [
    await make.anOrder({ customer, items: [soap.item()] }),
    await make.anOrder({ customer, items: [soap.item()] }),
  ]
  // From midnight on the rate is 18 %.
  const rates = { productIds: [soap.id], gstRate: 18, gstFrom: '2026-12-01' }
  expect((await t.call(api.products.setTax, { body: rates }, staff)).status).toBe(200)
  t.clock.set('2026-11-30T23:59:59.900+05:30')
  await signInStaff()
  await setStatus(last._id, 'Delivered')
  t.clock.set('2026-12-01T00:00:00+05:30')
  await setStatus(first._id, 'Delivered')
  await setStatus(last._id, 'Canceled')
  expect(await month()).toMatchObject({
    equation: { invoices: 50, creditNotes: 0, taxable: 47.62, tax: 2.38, holds: true },
    rates: [{ rate: 5 }],
  })
  // The note has the frozen rate of its invoice.
  expect(await month('2026-12')).toMatchObject({
    equation: { invoices: 50, creditNotes: 50, taxable: -5.24, tax: 5.24, holds: true },
    rates: [
      { rate: 5, value: -50 },
      { rate: 18, value: 50 },
    ],
  })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('inter-State supplies are by place of supply, with IGST', async () => {
  const ghee = await make.aProduct({ title: 'Ghee', hsn: '0405', gstRate: 500 })
  const address = {
    fullName: 'Ravi',
    phone: '9800000001',
    houseNo: '1',
    street: 'MG Road',
    pincode: '400001',
    city: 'Bengaluru',
    state: 'Karnataka',
  }
  const { _id } = await make.anOrder({ items: [ghee.item()], address })
  await setStatus(_id, 'Delivered')
  expect((await month()).rates).toEqual([
    { rate: 5, place: '29', value: 50, taxable: 47.62, cgst: 0, sgst: 0, igst: 2.38 },
  ])
})

test('a month whose rows do not add up names the documents', async () => {
  const { _id } = await make.anOrder()
  await setStatus(_id, 'Delivered')
  await t.database.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL session_replication_role = replica`)
    await tx.execute(sql`UPDATE tax_rows SET paid = paid + 1`)
  })
  const { equation, broken } = await month()
  expect(equation.holds).toBe(false)
  expect(broken).toMatchObject([{ number: '26-27/0000001' }])
  expect(await findInvariantViolations(t.db)).toContainEqual(
    expect.stringContaining('The rows of tax are those of the documents'),
  )
})

/** The register as rows by header, its amounts in paise. */
async function register() {
  const { statusCode, body } = await t.app.inject({
    url: '/api/v1/gst/month/2026-11/register',
    headers: staff.headers,
  })
  const [head = '', ...lines] = body.replace('\uFEFF', '').trimEnd().split('\r\n')
  const names = head.split(',')
  const rows = lines.map((line) => Object.fromEntries(line.split(',').map((cell, i) => [names[i], cell])))
  return { statusCode, rows }
}
const paise = (rupees = '') => Math.round(Number(rupees) * 100)

test('the month can be recomputed from its exported register', async () => {
  await make.aCharge({ amount: 2_500 })
  const customer = await make.aCustomer()
  const items = [
    (await make.aProduct({ title: 'Soap', hsn: '3401', gstRate: 1_800 })).item(3),
    (await make.aProduct({ title: 'Milk', hsn: '0401', gstRate: 0 })).item(1),
  ]
  const { _id: orderId } = await make.anOrder({ customer, items })
  await setStatus(orderId, 'Delivered')
  const body = { orderId, lines: JSON.stringify([{ line: 1, pieces: 1 }]), reason: 'wrong' as const }
  const { data } = await t.call(api.storeClaims.add, { body }, customer)
  const decided = { claimId: data._id, actionId: randomUUID(), to: 'wallet' as const }
  expect((await t.call(api.claims.refund, { body: decided }, staff)).status).toBe(200)

  const { rows } = await register()
  const sum = (of: string, where: (row: Record<string, string>) => boolean = () => true) =>
    rows.filter(where).reduce((total, row) => total + paise(row[of]), 0) / 100
  const { equation } = await month()
  const isTaxed = (row: Record<string, string>) => Number(row['Rate (%)']) > 0
  expect(sum('Total', ({ Document }) => Document === 'Invoice')).toBe(equation.invoices)
  expect(-sum('Total', ({ Document }) => Document === 'Credit Note')).toBe(equation.creditNotes)
  expect(sum('Taxable Value', isTaxed)).toBe(equation.taxable)
  expect(sum('CGST') + sum('SGST') + sum('IGST')).toBe(equation.tax)
  for (const row of rows.filter(isTaxed)) expect(row['CGST']).toBe(row['SGST'])
  expect(rows.at(-1)).toMatchObject({
    Number: 'CN26-27/0000001',
    'For Invoice': '26-27/0000001',
    'Place Of Supply': '27-Maharashtra',
    'HSN/SAC': '3401',
    Total: '-50',
  })
})

test('the register is refused while the equation does not hold, and to other registrations', async () => {
  const { _id } = await make.anOrder()
  await t.db.update(company).set({ gstRegistration: 'composition' })
  expect((await register()).statusCode).toBe(409)
  await t.db.update(company).set({ gstRegistration: 'regular' })
  await setStatus(_id, 'Delivered')
  expect((await register()).statusCode).toBe(200)
  await t.database.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL session_replication_role = replica`)
    await tx.execute(sql`UPDATE tax_rows SET paid = paid + 1`)
  })
  expect((await register()).statusCode).toBe(409)
})

test('only staff with the permission read the month', async () => {
  const customer = await make.aCustomer()
  expect((await t.call(api.gst.month, { params: { month: '2026-11' } }, customer)).status).toBe(401)
  expect((await t.call(api.gst.month, { params: { month: '2026-11' } })).status).toBe(401)
})

test('the equation of the month holds after random deliveries, claims and cancelations', async () => {
  await make.aCharge({ amount: 2_500 })
  const coupon = await make.aCoupon({ amount: 777 })
  const products = await Promise.all(
    [0, 500, 1_800, 4_000, undefined].map((gstRate) =>
      make.aProduct({ gstRate, hsn: '0405', loyaltyCoins: 1, variants: [{ sellingPrice: 3_337 }] }),
    ),
  )
  let seed = 7
  const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  for (let n = 0; n < 12; n++) {
    const customer = await make.aCustomer()
    const lines = products.filter(() => next(2) === 0)
    const items = (lines.length > 0 ? lines : products.slice(0, 1)).map((product) =>
      product.item(1 + next(4)),
    )
    const { _id: orderId } = await make.anOrder({
      customer,
      items,
      ...(next(2) === 0 && { coupon: coupon.name }),
    })
    await setStatus(orderId, 'Delivered')
    for (let claims = next(4); claims > 0; claims--) {
      const body = { orderId, lines: JSON.stringify([{ line: 1, pieces: 1 }]), reason: 'quality' as const }
      const { status, data } = await t.call(api.storeClaims.add, { body }, customer)
      if (status !== 200) break
      const decided = { claimId: data._id, actionId: randomUUID(), to: 'wallet' as const }
      expect((await t.call(api.claims.refund, { body: decided }, staff)).status).toBe(200)
    }
    if (next(4) === 0) expect((await setStatus(orderId, 'Canceled')).status).toBe(200)
  }
  expect((await month()).equation.holds).toBe(true)
  expect(await findInvariantViolations(t.db)).toEqual([])
})
