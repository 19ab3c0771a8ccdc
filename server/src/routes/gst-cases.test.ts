import { randomUUID } from 'node:crypto'
import { api } from '@kirana/contract'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { company } from '../tables/company.ts'
import { home } from '../testing/factories.ts'
import { gstApp } from '../testing/gst/gst-app.ts'

/** Limits of the month of GST: amounts, registrations, and documents dated around its end. */

const { t, make, staff, signInStaff, setStatus, month } = await gstApp()

const LAST_MOMENT = '2026-11-30T23:59:59.900+05:30'
const DECEMBER = '2026-12-01T00:00:00+05:30'
const fileNovember = () =>
  t.call(api.gst.setFiled, { query: {}, body: { month: '2026-11', filed: true } }, staff)

test('an invoice of exactly ₹1,00,000 to another State is in table 7, one paisa more in table 5', async () => {
  const address = { ...home, city: 'Bengaluru', state: 'Karnataka' }
  for (const sellingPrice of [10_000_000, 10_000_001]) {
    const watch = await make.aProduct({ hsn: '9101', gstRate: 1_800, variants: [{ sellingPrice }] })
    await setStatus((await make.anOrder({ items: [watch.item()], address }))._id, 'Delivered')
  }
  const { b2cs, b2cl, equation } = await month()
  expect(b2cs).toMatchObject([{ rate: 18, place: '29', taxable: 84_745.76, igst: 15_254.24 }])
  expect(b2cl).toMatchObject([{ number: '26-27/0000002', value: 100_000.01 }])
  expect(equation.holds).toBe(true)
})

test.each([
  ['2025-04', 'GSTR-1 with table 12 as hsn.data (until 04-2025)'],
  ['2025-05', 'GSTR-1 with table 12 as hsn_b2b and hsn_b2c (from 05-2025)'],
])('GSTR-1 of %s follows the schema that the screen names', async (name, schema) => {
  t.clock.set(`${name}-15T12:00:00+05:30`)
  await signInStaff()
  const soap = await make.aProduct({ hsn: '3401', gstRate: 1_800 })
  await setStatus((await make.anOrder({ items: [soap.item()] }))._id, 'Delivered')
  expect(await month(name)).toMatchObject({ version: 'GST3.2.4', schema })
  const file = await t.app.inject({ url: `/api/v1/gst/month/${name}/gstr1`, headers: staff.headers })
  const { hsn, version } = file.json<{ version: string; hsn: Record<string, unknown[]> }>()
  expect(version).toBe('GST3.2.4')
  const row = { hsn_sc: '3401', rt: 18, txval: 42.38, camt: 3.81, samt: 3.81 }
  expect(hsn).toMatchObject(name < '2025-05' ? { data: [row] } : { hsn_b2b: [], hsn_b2c: [row] })
  expect(Object.keys(hsn)).toEqual(name < '2025-05' ? ['data'] : ['hsn_b2b', 'hsn_b2c'])
})

test.each(['composition', 'unregistered'] as const)(
  'a company that is %s sees documents and totals, without warnings, and files nothing',
  async (gstRegistration) => {
    await t.db.update(company).set({ gstRegistration })
    const customer = await make.aCustomer()
    const orders = [
      await make.anOrder({ customer, items: [(await make.aProduct()).item(2)] }),
      await make.anOrder({ customer }),
    ]
    for (const { _id } of orders) await setStatus(_id, 'Delivered')
    await setStatus(orders[1]?._id ?? '', 'Canceled')
    expect(await month()).toMatchObject({
      registration: gstRegistration,
      gstins: [],
      equation: { invoices: 150, creditNotes: 50, taxable: 0, tax: 0, unknown: 100, holds: true },
      documents: [
        { kind: 'invoice', from: '26-27/0000001', to: '26-27/0000002', total: 2 },
        { kind: 'credit-note', total: 1 },
      ],
      creditNotes: [{ invoice: '26-27/0000002', value: 50 }],
      warnings: [],
    })
    t.clock.set(DECEMBER)
    await signInStaff()
    expect(await fileNovember()).toMatchObject({ status: 409, code: 'registration' })
    expect((await month()).filed).toBe(false)
  },
)

test('a month whose rows do not add up is not filed, and the documents are named', async () => {
  await setStatus((await make.anOrder())._id, 'Delivered')
  await t.database.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL session_replication_role = replica`)
    await tx.execute(sql`UPDATE tax_rows SET paid = paid + 1`)
  })
  t.clock.set(DECEMBER)
  await signInStaff()
  expect(await fileNovember()).toMatchObject({
    status: 409,
    code: 'equation',
    message: 'The invoices do not add up: 26-27/0000001',
  })
  expect((await month()).filed).toBe(false)
})

test('numbers that alternate between two months around midnight are listed as ranges without gaps', async () => {
  const ids: string[] = []
  for (let n = 0; n < 5; n++) ids.push((await make.anOrder())._id)
  t.clock.set(LAST_MOMENT)
  await signInStaff()
  for (const [n, moment] of [LAST_MOMENT, DECEMBER, LAST_MOMENT, LAST_MOMENT, DECEMBER].entries()) {
    t.clock.set(moment)
    expect((await setStatus(ids[n] ?? '', 'Delivered')).status).toBe(200)
  }
  t.clock.set(DECEMBER)
  const ranges = async (name: string) =>
    (await month(name)).documents.map(({ from, to, total }) => [from, to, total])
  expect(await ranges('2026-11')).toEqual([
    ['26-27/0000001', '26-27/0000001', 1],
    ['26-27/0000003', '26-27/0000004', 2],
  ])
  expect(await ranges('2026-12')).toEqual([
    ['26-27/0000002', '26-27/0000002', 1],
    ['26-27/0000005', '26-27/0000005', 1],
  ])
})

test('a claim that is refunded after filing is credited in the running month, and names the invoice', async () => {
  const customer = await make.aCustomer()
  const soap = await make.aProduct({ hsn: '3401', gstRate: 1_800 })
  const { _id: orderId } = await make.anOrder({ customer, items: [soap.item(2)] })
  t.clock.set('2026-11-30T12:00:00+05:30')
  await signInStaff()
  await setStatus(orderId, 'Delivered')
  const lines = JSON.stringify([{ line: 1, pieces: 1 }])
  const claim = await t.call(api.storeClaims.add, { body: { orderId, lines, reason: 'quality' } }, customer)
  t.clock.set('2026-12-02T09:00:00+05:30')
  await signInStaff()
  expect((await fileNovember()).status).toBe(200)
  const filed = await month()
  const refund = { claimId: claim.data._id, actionId: randomUUID(), to: 'wallet' as const }
  expect((await t.call(api.claims.refund, { body: refund }, staff)).status).toBe(200)
  expect(await month()).toEqual(filed)
  expect(await month('2026-12')).toMatchObject({
    equation: { invoices: 0, creditNotes: 50, taxable: -42.38, tax: -7.62, holds: true },
    creditNotes: [{ invoice: '26-27/0000001', invoiceDay: '2026-11-30', reason: 'Claim CL-000001' }],
    b2cs: [{ rate: 18, place: '27', taxable: -42.38 }],
  })
})
