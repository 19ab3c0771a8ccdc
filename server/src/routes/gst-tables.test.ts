import { randomUUID } from 'node:crypto'
import { api } from '@kirana/contract'
import { expect, test } from 'vitest'
import { charges } from '../tables/charges.ts'
import { products } from '../tables/products.ts'
import { home } from '../testing/factories.ts'
import { gstApp } from '../testing/gst/gst-app.ts'
import { findInvariantViolations } from '../testing/violations.ts'

const { t, make, staff, setStatus, month } = await gstApp()

test('a warning disappears once the product or charge is corrected, but the invoice keeps its amount', async () => {
  const charge = await make.aCharge({ amount: 2_500 })
  const gift = await make.aProduct({ title: 'Gift' })
  for (const pieces of [1, 2]) {
    const order = await make.anOrder({ items: [gift.item(pieces)] })
    await setStatus(order._id, 'Delivered')
  }
  const [byDelivery, byGift] = (await month()).warnings
  expect(byDelivery).toMatchObject({ chargeId: charge.id, documents: 2, number: '26-27/0000002' })
  expect(byGift).toMatchObject({ productId: gift.id, documents: 2, number: '26-27/0000002' })
  const mended = { productIds: [gift.id], gstRate: 5 }
  expect((await t.call(api.products.setTax, { body: mended }, staff)).status).toBe(200)
  expect((await month()).warnings.at(-1)).toMatchObject({ product: 'Gift', missing: 'HSN code' })
  await t.call(api.products.setTax, { body: { productIds: [gift.id], hsn: '0401' } }, staff)
  const { warnings, equation } = await month()
  expect(warnings.map(({ product }) => product)).toEqual(['Delivery'])
  expect(equation.unknown).toBe(200)
})

test('the tables list kinds of rate 0 separately, quantities by unit net of notes, and large invoices one by one', async () => {
  await t.db.insert(charges).values({ title: 'Handling', amountType: 'rupees', amount: 1_000, sac: '9968' })
  const customer = await make.aCustomer()
  const milk = await make.aProduct({
    title: 'Milk',
    hsn: '0401',
    gstRate: 0,
    variants: [{ quantity: 1_500, unit: 'L', sellingPrice: 8_999 }],
  })
  const onion = await make.aProduct({ title: 'Onion', hsn: '0703', gstRate: 0, zeroKind: 'exempt' })
  const beer = await make.aProduct({ title: 'Beer', hsn: '2203', gstRate: 0, zeroKind: 'nonGst' })
  const watch = await make.aProduct({
    title: 'Watch',
    hsn: '9101',
    gstRate: 1_800,
    variants: [{ quantity: 1_000, unit: 'PCS', sellingPrice: 5_900_000 }],
  })
  const { _id: orderId } = await make.anOrder({
    customer,
    items: [milk.item(3), onion.item(2), beer.item(1)],
  })
  const address = { ...home, city: 'Bengaluru', state: 'Karnataka' }
  const large = await make.anOrder({ customer, items: [watch.item(2), onion.item(1)], address })
  for (const order of [orderId, large._id]) await setStatus(order, 'Delivered')
  // Names on an invoice stay, although the product changes.
  await t.db.update(products).set({ zeroKind: 'nil' })
  const refund = async (order: string, line: number, pieces: number) => {
    const body = { orderId: order, lines: JSON.stringify([{ line, pieces }]), reason: 'damaged' as const }
    const { data } = await t.call(api.storeClaims.add, { body }, customer)
    const decided = { claimId: data._id, actionId: randomUUID(), to: 'wallet' as const }
    expect((await t.call(api.claims.refund, { body: decided }, staff)).status).toBe(200)
  }
  await refund(orderId, 1, 1)
  await refund(large._id, 1, 1)
  const { nil, hsn, b2cl, cdnur, b2cs, documents, creditNotes, equation } = await month()
  expect(equation.holds).toBe(true)
  expect(nil).toEqual([
    { isInterState: true, nil: 0, exempt: 50, nonGst: 0 },
    { isInterState: false, nil: 179.98, exempt: 100, nonGst: 50 },
  ])
  expect(hsn.map((row) => [row.hsn, row.unit, row.quantity, row.rate, row.value])).toEqual([
    ['0401', 'LTR', 3, 0, 179.98],
    ['0703', 'GMS', 1_500, 0, 150],
    ['2203', 'GMS', 500, 0, 50],
    ['9101', 'PCS', 1, 18, 59_000],
  ])
  expect(b2cs).toEqual([])
  const amounts = { place: '29', rate: 18, day: '2026-11-21', invoice: '26-27/0000002' }
  expect(b2cl).toEqual([
    { ...amounts, number: '26-27/0000002', value: 118_060, taxable: 100_000, igst: 18_000 },
  ])
  expect(cdnur).toEqual([
    { ...amounts, number: 'CN26-27/0000002', value: 59_000, taxable: 50_000, igst: 9_000 },
  ])
  expect(documents).toEqual([
    { kind: 'invoice', from: '26-27/0000001', to: '26-27/0000002', total: 2, canceled: 0 },
    { kind: 'credit-note', from: 'CN26-27/0000001', to: 'CN26-27/0000002', total: 2, canceled: 0 },
  ])
  expect(creditNotes).toMatchObject([
    { number: 'CN26-27/0000002', invoice: '26-27/0000002', value: 59_000 },
    { number: 'CN26-27/0000001', invoiceDay: '2026-11-21', value: 89.99 },
  ])
  // The note that completes an invoice credits what is left of its quantities.
  for (const order of [orderId, large._id]) await setStatus(order, 'Canceled')
  expect(await month()).toMatchObject({ nil: [], hsn: [], b2cs: [], equation: { holds: true } })
  expect(await findInvariantViolations(t.db)).toEqual([])
})
