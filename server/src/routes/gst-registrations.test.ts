import { randomUUID } from 'node:crypto'
import { api } from '@kirana/contract'
import { expect, test } from 'vitest'
import { company } from '../tables/company.ts'
import { home } from '../testing/factories.ts'
import { recomputeMonth } from '../testing/gst/recompute-month.ts'
import { gstApp } from '../testing/gst/gst-app.ts'
import { findInvariantViolations } from '../testing/violations.ts'

/** Returns whose documents were issued under another GST number or registration than the company has now. */

const { t, make, staff, signInStaff, setStatus, month } = await gstApp()

/** Of Maharashtra and Karnataka. */
const [OLD, NEW] = ['27AAPFU0939F1ZV', '29AAPFU0939F1ZR']
const move = (fields: Partial<typeof company.$inferInsert>) => t.db.update(company).set(fields)
const at = async (moment: string) => {
  t.clock.set(moment)
  await signInStaff()
}
const file = () => t.call(api.gst.setFiled, { query: {}, body: { month: '2026-11', filed: true } }, staff)

const download = (name: 'register' | 'gstr1' | 'workbook' | 'tally', gstin = '', of = '2026-11') =>
  t.app.inject({
    url: `/api/v1/gst/month/${of}/${name}${gstin ? `?gstin=${gstin}` : ''}`,
    headers: staff.headers,
  })
const gstr1 = async (gstin = '', of = '2026-11') =>
  (await download('gstr1', gstin, of)).json<Record<string, unknown>>()

/** Delivers an order of ₹118 with GST of 18 %. */
async function deliver(fields: { city?: string; state?: string } = {}) {
  const customer = await make.aCustomer()
  const soap = await make.aProduct({ hsn: '3401', gstRate: 1_800, variants: [{ sellingPrice: 11_800 }] })
  const address = { ...home, ...fields }
  const { _id: orderId } = await make.anOrder({ customer, items: [soap.item()], address })
  expect((await setStatus(orderId, 'Delivered')).status).toBe(200)
  return { orderId, customer }
}
async function refund({ orderId, customer }: Awaited<ReturnType<typeof deliver>>) {
  const lines = JSON.stringify([{ line: 1, pieces: 1 }])
  const late = { userId: customer.id, lateReason: 'Called later' }
  const claim = await t.call(api.claims.add, { body: { ...late, orderId, lines, reason: 'quality' } }, staff)
  const body = { claimId: claim.data._id, actionId: randomUUID(), to: 'wallet' as const }
  expect((await t.call(api.claims.refund, { body }, staff)).status).toBe(200)
}

test.each(['composition', 'unregistered'] as const)(
  'a company that becomes %s exports and files the months before',
  async (gstRegistration) => {
    const sold = await deliver()
    await at('2026-12-01T00:10:00+05:30')
    await move({ gstRegistration })
    expect(await month()).toMatchObject({ registration: gstRegistration, gstins: [OLD] })
    for (const name of ['register', 'gstr1', 'workbook', 'tally'] as const)
      expect((await download(name)).statusCode).toBe(200)
    expect(await gstr1()).toMatchObject({ gstin: OLD, b2cs: [{ rt: 18, txval: 100, camt: 9, samt: 9 }] })
    expect((await file()).status).toBe(200)
    // A later month without invoices as a regular company has no return, even with a note for an earlier one.
    await deliver()
    await refund(sold)
    expect(await month('2026-12')).toMatchObject({ gstins: [], warnings: [] })
    expect((await download('gstr1', '', '2026-12')).json()).toMatchObject({ code: 'registration' })
    expect(await findInvariantViolations(t.db)).toEqual([])
  },
)

test('items without a rate or code stay listed for the months before the registration changed', async () => {
  await setStatus((await make.anOrder())._id, 'Delivered')
  const { warnings } = await month()
  expect(warnings).toHaveLength(1)
  await move({ gstRegistration: 'composition' })
  expect((await month()).warnings).toEqual(warnings)
})

test('a month has the GST number of its documents, also after the company got another one', async () => {
  await deliver()
  await move({ name: 'Kirana Private Limited', gstin: NEW })
  expect(await gstr1()).toMatchObject({ gstin: OLD, b2cs: [{ sply_ty: 'INTRA', pos: '27', txval: 100 }] })
  expect((await download('tally')).body).toContain('<SVCURRENTCOMPANY>Kirana</SVCURRENTCOMPANY>')
  expect(await gstr1('', '2026-12')).toMatchObject({ gstin: NEW, b2cs: [] })
})

test('a month with two GST numbers has files of each, which add up to the tables of the screen', async () => {
  const before = [await deliver(), await deliver({ city: 'Bengaluru', state: 'Karnataka' })]
  await move({ name: 'Kirana Private Limited', gstin: NEW })
  const after = await deliver()
  for (const sold of [...before, after]) await refund(sold)
  await deliver()
  const shown = await month()
  expect(shown).toMatchObject({
    gstins: [OLD, NEW],
    equation: { invoices: 472, creditNotes: 354, taxable: 100, tax: 18, holds: true },
    b2cs: [{ rate: 18, place: '27', taxable: 100, cgst: 0, sgst: 0, igst: 18 }],
  })
  expect((await download('gstr1')).json()).toMatchObject({
    code: 'gstin',
    message: `Choose a GST number of this return: ${OLD}, ${NEW}`,
  })
  expect((await download('register', '27ABCDE1234F1Z5')).statusCode).toBe(409)

  expect(await gstr1(OLD)).toMatchObject({
    gstin: OLD,
    b2cs: [],
    hsn: { hsn_b2c: [] },
    doc_issue: {
      doc_det: [
        { docs: [{ from: '26-27/0000001', to: '26-27/0000002', totnum: 2 }] },
        { docs: [{ from: 'CN26-27/0000001', to: 'CN26-27/0000002', totnum: 2 }] },
      ],
    },
  })
  expect(await gstr1(NEW)).toMatchObject({
    gstin: NEW,
    b2cs: [{ sply_ty: 'INTER', pos: '27', rt: 18, txval: 100, iamt: 18 }],
    doc_issue: { doc_det: [{ docs: [{ from: '26-27/0000003', totnum: 2 }] }, { docs: [{ totnum: 1 }] }] },
  })
  const [first, second] = [await download('register', OLD), await download('register', NEW)]
  expect(first.headers['content-disposition']).toContain(`sales-register-${OLD}-2026-11.csv`)
  const amounts = [recomputeMonth(first.body, '27'), recomputeMonth(second.body, '29')].map(
    ({ equation }) => [equation.invoices, equation.creditNotes],
  )
  expect(amounts).toEqual([
    [236, 236],
    [236, 118],
  ])
  const tally = await download('tally', OLD)
  expect(tally.body).toContain('<SVCURRENTCOMPANY>Kirana</SVCURRENTCOMPANY>')
  expect(tally.body.match(/<VOUCHER /g)).toHaveLength(4)
  expect((await download('workbook', NEW)).statusCode).toBe(200)
  await at('2026-12-01T00:10:00+05:30')
  expect((await file()).status).toBe(200)
})

test('supplies to one place within and between States stay separate in table 7', async () => {
  await deliver()
  await move({ gstin: NEW })
  await deliver()
  expect((await month()).b2cs).toMatchObject([
    { place: '27', taxable: 100, cgst: 0, sgst: 0, igst: 18 },
    { place: '27', taxable: 100, cgst: 9, sgst: 9, igst: 0 },
  ])
})

test('a note for an invoice under the old GST number is not in the return of the new one', async () => {
  const sold = await deliver()
  await at('2026-12-01T00:10:00+05:30')
  await move({ gstin: NEW })
  await deliver()
  await refund(sold)
  expect((await month('2026-12')).gstins.toSorted()).toEqual([OLD, NEW])
  expect(await gstr1(OLD, '2026-12')).toMatchObject({ b2cs: [{ sply_ty: 'INTRA', txval: -100 }] })
  expect(await gstr1(NEW, '2026-12')).toMatchObject({ b2cs: [{ sply_ty: 'INTER', txval: 100, iamt: 18 }] })
})

test('bills from before the company had a GST number are in the files of the newest number', async () => {
  await move({ gstin: '', gstRegistration: 'unregistered' })
  await deliver()
  for (const gstin of [OLD, NEW]) {
    await move({ gstin, gstRegistration: 'regular' })
    await deliver()
  }
  const rows = async (gstin: string) =>
    recomputeMonth((await download('register', gstin)).body, '27').equation
  expect(await rows(OLD)).toMatchObject({ invoices: 118, unknown: 0 })
  expect(await rows(NEW)).toMatchObject({ invoices: 236, unknown: 118 })
})
