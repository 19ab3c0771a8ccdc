import { randomUUID } from 'node:crypto'
import { api } from '@kirana/contract'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { company } from '../tables/company.ts'
import { read } from '../testing/invoices/invoice-pdf-reader.ts'
import { onServer } from '../testing/on-server.ts'
import { interleave } from '../testing/races/interleave.ts'
import { gstApp } from '../testing/gst/gst-app.ts'
import { unzipped } from '../testing/gst/unzip.ts'
import { findInvariantViolations } from '../testing/violations.ts'

const { t, make, staff, signInStaff, setStatus, month } = await gstApp()

const LAST_MOMENT = '2026-11-30T23:59:59.900+05:30'
const DECEMBER = '2026-12-01T00:00:00+05:30'

const file = () => t.call(api.gst.setFiled, { query: {}, body: { month: '2026-11', filed: true } }, staff)
const at = async (moment: string) => {
  t.clock.set(moment)
  await signInStaff()
}

test('a month that is over is filed, and later notes fall into the running month', async () => {
  const customer = await make.aCustomer()
  const soap = await make.aProduct({ hsn: '3401', gstRate: 1_800 })
  const { _id: orderId } = await make.anOrder({ customer, items: [soap.item(2)] })
  const next = await make.anOrder({ customer, items: [soap.item(1)] })
  await setStatus(orderId, 'Delivered')
  expect(await file()).toMatchObject({ status: 409, code: 'month' })
  await at(DECEMBER)
  expect(await month('2026-11')).toMatchObject({ filed: false, filedAt: null })
  expect((await file()).status).toBe(200)
  // Filing it again changes nothing.
  expect((await file()).status).toBe(200)
  const filed = await month('2026-11')
  expect(filed).toMatchObject({ filed: true, filedAt: '2026-11-30T18:30:00.000Z', filedBy: 'Asha' })

  await setStatus(orderId, 'Canceled')
  expect(await month('2026-11')).toEqual(filed)
  expect(await month('2026-12')).toMatchObject({
    filed: false,
    equation: { invoices: 0, creditNotes: 100, holds: true },
    creditNotes: [{ invoice: '26-27/0000001', invoiceDay: '2026-11-21', day: '2026-12-01' }],
  })

  // A document that is still dated in the filed month is refused as a whole, and no number is lost.
  t.clock.set(LAST_MOMENT)
  expect(await setStatus(next._id, 'Delivered')).toMatchObject({ status: 409, code: 'filed' })
  t.clock.set(DECEMBER)
  expect((await setStatus(next._id, 'Delivered')).status).toBe(200)
  expect((await month('2026-12')).documents).toMatchObject([
    { from: '26-27/0000002', total: 1 },
    { total: 1 },
  ])
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('only the superadmin unlocks a month, with a reason that is in the audit log', async () => {
  await at(DECEMBER)
  await file()
  const unlock = { month: '2026-11', filed: false, reason: 'The portal refused it' }
  expect(await t.call(api.gst.setFiled, { query: {}, body: unlock }, staff)).toMatchObject({
    status: 403,
    code: 'superadmin',
  })
  const owner = await t.signIn.superadmin()
  const query = { as: 'superadmin' as const }
  expect((await t.call(api.gst.setFiled, { query, body: { ...unlock, reason: ' ' } }, owner)).status).toBe(
    400,
  )
  expect((await month('2026-11')).filed).toBe(true)
  expect((await t.call(api.gst.setFiled, { query, body: unlock }, owner)).status).toBe(200)
  expect((await t.call(api.gst.month, { params: { month: '2026-11' } }, owner)).data.filed).toBe(false)
  const log = await t.call(api.audit.list, { params: { page: 1 }, query: {} }, owner)
  const [line] = log.data.rows
  expect(line?.parts.map(({ text }) => text).join('')).toBe('unlocked the GST of 2026-11')
  expect(line?.changes).toMatchObject([{ after: 'The portal refused it' }])
})

test('a company in QRMP files by quarter: one return, three locked months', async () => {
  const soap = await make.aProduct({ hsn: '3401', gstRate: 1_800 })
  const deliver = async () => {
    const { _id } = await make.anOrder({ items: [soap.item(1)] })
    expect((await setStatus(_id, 'Delivered')).status).toBe(200)
  }
  await deliver()
  await at(DECEMBER)
  // The return of the quarter would report a month again that was filed alone.
  expect((await file()).status).toBe(200)
  const owner = await t.signIn.superadmin()
  const enter = () => t.call(api.company.edit, { body: { gstPeriod: 'quarter' } }, owner)
  expect(await enter()).toMatchObject({ status: 409, code: 'filed' })
  const november = { month: '2026-11', filed: false, reason: 'Filed by quarter' }
  await t.call(api.gst.setFiled, { query: { as: 'superadmin' }, body: november }, owner)
  expect((await enter()).status).toBe(200)
  await deliver()
  const quarter = await month('2026-11')
  expect(quarter).toMatchObject({
    from: '2026-10',
    month: '2026-12',
    filed: false,
    equation: { invoices: 100, tax: 15.24, holds: true },
    counts: { invoices: 2 },
  })
  expect(await month('2026-10')).toEqual(quarter)
  const gstr1 = await t.app.inject({ url: '/api/v1/gst/month/2026-11/gstr1', headers: staff.headers })
  expect(gstr1.headers['content-disposition']).toContain('gstr1-2026-12.json')
  expect(gstr1.json()).toMatchObject({ fp: '122026', b2cs: [{ rt: 18, txval: 84.76 }] })
  expect(await file()).toMatchObject({
    status: 409,
    message: 'The quarter is not over: documents of today belong to it',
  })

  await at('2027-01-01T00:00:00+05:30')
  expect((await file()).status).toBe(200)
  expect((await month('2026-10')).filed).toBe(true)
  const filedMonths = async () => (await t.db.execute(sql`SELECT month FROM gst_filings ORDER BY month`)).rows
  expect(await filedMonths()).toEqual([{ month: '2026-10' }, { month: '2026-11' }, { month: '2026-12' }])
  const unlock = { month: '2026-12', filed: false, reason: 'The portal refused it' }
  const second = await t.signIn.superadmin()
  await t.call(api.gst.setFiled, { query: { as: 'superadmin' }, body: unlock }, second)
  expect(await filedMonths()).toEqual([])
})

test('a month that cannot be exported is not filed', async () => {
  await at(DECEMBER)
  await t.db.update(company).set({ gstRegistration: 'composition' })
  expect(await file()).toMatchObject({ status: 409, code: 'registration' })
  expect((await month('2026-11')).filed).toBe(false)
})

test('an invoice issued during filing belongs to the filed month if it was first', async () => {
  const { _id } = await make.anOrder()
  await at(LAST_MOMENT)
  const [delivered, filed] = await interleave(
    t,
    () => setStatus(_id, 'Delivered'),
    () => {
      t.clock.set(DECEMBER)
      return file()
    },
  )
  expect([delivered.status, filed.status]).toEqual([200, 200])
  expect(await month('2026-11')).toMatchObject({ filed: true, counts: { invoices: 1 } })
})

test('an invoice that is issued while the return is added up is added up, too', async () => {
  const { _id } = await make.anOrder()
  await at(LAST_MOMENT)
  await t.db.execute(sql`
    CREATE FUNCTION one_paisa_more() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN NEW.paid := NEW.paid + 1; RETURN NEW; END $$`)
  await t.db.execute(sql`
    CREATE TRIGGER one_paisa_more BEFORE INSERT ON tax_rows FOR EACH ROW EXECUTE FUNCTION one_paisa_more()`)
  const [delivered, filed] = await interleave(
    t,
    () => setStatus(_id, 'Delivered'),
    () => {
      t.clock.set(DECEMBER)
      return file()
    },
  )
  await t.db.execute(sql`DROP FUNCTION one_paisa_more CASCADE`)
  expect(delivered.status).toBe(200)
  expect(filed).toMatchObject({ status: 409, code: 'equation' })
  expect((await month()).filed).toBe(false)
})

onServer(() =>
  test('a return that cannot be filed is refused without waiting for documents that are being issued', async () => {
    await setStatus((await make.anOrder())._id, 'Delivered')
    await at(DECEMBER)
    await t.database.transaction(async (tx) => {
      await tx.execute(sql`SET LOCAL session_replication_role = replica`)
      await tx.execute(sql`UPDATE tax_rows SET paid = paid + 1`)
    })
    await t.database.transaction(async (tx) => {
      await tx.execute(sql`LOCK TABLE credit_note_series, invoice_series IN EXCLUSIVE MODE`)
      expect(await file()).toMatchObject({ status: 409, code: 'equation' })
    })
  }),
)

test('an invoice that waits for the filing is refused, and issued in the next month', async () => {
  const { _id } = await make.anOrder()
  await at(DECEMBER)
  const [filed, delivered] = await interleave(t, file, () => {
    t.clock.set(LAST_MOMENT)
    return setStatus(_id, 'Delivered')
  })
  expect([filed.status, delivered.status]).toEqual([200, 409])
  t.clock.set(DECEMBER)
  expect((await setStatus(_id, 'Delivered')).status).toBe(200)
  expect((await month('2026-11')).counts.invoices).toBe(0)
  expect((await month('2026-12')).counts.invoices).toBe(1)
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('a refund that waits for the filing is refused, and credited in the next month', async () => {
  const customer = await make.aCustomer()
  const { _id: orderId } = await make.anOrder({ customer, items: [(await make.aProduct()).item(2)] })
  await setStatus(orderId, 'Delivered')
  const lines = JSON.stringify([{ line: 1, pieces: 1 }])
  const claim = await t.call(api.storeClaims.add, { body: { orderId, lines, reason: 'quality' } }, customer)
  const refund = () => {
    const body = { claimId: claim.data._id, actionId: randomUUID(), to: 'wallet' as const }
    return t.call(api.claims.refund, { body }, staff)
  }
  await at(DECEMBER)
  const [filed, refunded] = await interleave(t, file, () => {
    t.clock.set(LAST_MOMENT)
    return refund()
  })
  expect([filed.status, refunded.status, refunded.code]).toEqual([200, 409, 'filed'])
  t.clock.set(DECEMBER)
  expect((await refund()).status).toBe(200)
  expect((await month('2026-11')).counts.creditNotes).toBe(0)
  expect((await month('2026-12')).counts.creditNotes).toBe(1)
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('from 1 December after its financial year on, an invoice is credited without tax, outside the tables', async () => {
  const customer = await make.aCustomer()
  const soap = await make.aProduct({ hsn: '3401', gstRate: 1_800 })
  const orders = [
    await make.anOrder({ customer, items: [soap.item(2)] }),
    await make.anOrder({ customer, items: [soap.item(1)] }),
  ]
  for (const { _id } of orders) await setStatus(_id, 'Delivered')
  const [first, second] = orders.map(({ _id }) => _id)
  const claim = async (orderId = '') => {
    const body = {
      userId: customer.id,
      orderId,
      lines: JSON.stringify([{ line: 1, pieces: 1 }]),
      reason: 'quality' as const,
      lateReason: 'Court order',
    }
    const added = await t.call(api.claims.add, { body }, staff)
    const refund = { claimId: added.data._id, actionId: randomUUID(), to: 'wallet' as const }
    expect((await t.call(api.claims.refund, { body: refund }, staff)).status).toBe(200)
  }
  await at('2027-11-30T23:59:59.900+05:30')
  await claim(first)
  expect((await month('2027-11')).equation).toMatchObject({ creditNotes: 50, tax: -7.62, holds: true })
  await at('2027-12-01T00:00:00+05:30')
  await claim(second)
  await setStatus(first ?? '', 'Canceled')
  const late = await month('2027-12')
  expect(late).toMatchObject({
    lateNotes: 100,
    equation: { creditNotes: 0, taxable: 0, tax: 0, unknown: 0, holds: true },
    rates: [],
    hsn: [],
    // Table 13 counts the numbers of these notes.
    documents: [{ kind: 'credit-note', from: 'CN27-28/0000002', to: 'CN27-28/0000003', total: 2 }],
    creditNotes: [
      { withoutTax: true, value: 50 },
      { withoutTax: true, value: 50 },
    ],
  })
  const url = '/api/v1/gst/month/2027-12/workbook'
  const workbook = unzipped((await t.app.inject({ url, headers: staff.headers })).rawPayload)
  expect(workbook.get('xl/sharedStrings.xml')).toContain('Notes without tax, not in the return')
  for (const { link } of late.creditNotes) {
    const { rawPayload } = await t.app.inject({ url: new URL(link).pathname, headers: staff.headers })
    const text = (await read(rawPayload)).text.join('').replace(/[| ]/g, '')
    expect(text).toContain('itlowersnotax')
    expect(text).not.toContain('CGST')
  }
  expect(await findInvariantViolations(t.db)).toEqual([])
  const { rows } = await t.db.execute(sql`SELECT count(*)::int AS n FROM tax_rows WHERE is_note`)
  expect(rows).toEqual([{ n: 1 }])
})
