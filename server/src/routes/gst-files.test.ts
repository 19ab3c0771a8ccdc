import { randomUUID } from 'node:crypto'
import { api } from '@kirana/contract'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { company } from '../tables/company.ts'
import { home } from '../testing/factories.ts'
import { unzipped } from '../testing/gst/unzip.ts'
import { staffApp } from '../testing/staff-app.ts'

const { t, make, staff } = await staffApp()
const files = ['register', 'gstr1', 'workbook', 'tally'] as const

const download = (file: (typeof files)[number], month = '2026-11') =>
  t.app.inject({ url: `/api/v1/gst/month/${month}/${file}`, headers: staff.headers })

/** An order within the State with a claim, and a large one to another State that is canceled. */
beforeEach(async () => {
  await t.db
    .update(company)
    .set({ name: 'Kirana & Sons', gstin: '27AAPFU0939F1ZV', gstRegistration: 'regular' })
  await make.unlimitedOrders()
  const customer = await make.aCustomer()
  const soap = await make.aProduct({
    title: '<Soap> & "water"',
    hsn: '3401',
    gstRate: 1_800,
    variants: [{ unit: 'PCS', quantity: 1_000, sellingPrice: 5_900 }],
  })
  const onion = await make.aProduct({ hsn: '0703', gstRate: 0, zeroKind: 'exempt' })
  const gift = await make.aProduct({ title: 'Gift' })
  const watch = await make.aProduct({
    hsn: '9101',
    gstRate: 1_800,
    variants: [{ unit: 'PCS', quantity: 1_000, sellingPrice: 11_800_000 }],
  })
  const near = await make.anOrder({ customer, items: [soap.item(2), onion.item(1), gift.item(1)] })
  const far = await make.anOrder({
    customer,
    items: [watch.item(1)],
    address: { ...home, state: 'Karnataka' },
  })
  const setStatus = async (orderId: string, status: 'Delivered' | 'Canceled') => {
    const query = status === 'Canceled' ? { cash: 'collected' as const } : {}
    const change = { params: { orderId, status }, query }
    expect((await t.call(api.orders.changeStatus, change, staff)).status).toBe(200)
  }
  await setStatus(near._id, 'Delivered')
  await setStatus(far._id, 'Delivered')
  const lines = JSON.stringify([{ line: 1, pieces: 1 }])
  const claim = await t.call(
    api.storeClaims.add,
    { body: { orderId: near._id, lines, reason: 'wrong' } },
    customer,
  )
  const refund = { claimId: claim.data._id, actionId: randomUUID(), to: 'wallet' as const }
  expect((await t.call(api.claims.refund, { body: refund }, staff)).status).toBe(200)
  await setStatus(far._id, 'Canceled')
})

test('GSTR-1 has every table in the fields of the offline tool', async () => {
  const { statusCode, headers, body } = await download('gstr1')
  expect([statusCode, headers['content-disposition']]).toEqual([
    200,
    'attachment; filename="gstr1-2026-11.json"',
  ])
  const item = { rt: 18, txval: 100_000, iamt: 18_000, csamt: 0 }
  expect(JSON.parse(body)).toEqual({
    gstin: '27AAPFU0939F1ZV',
    fp: '112026',
    version: 'GST3.2.4',
    hash: 'hash',
    b2cl: [
      {
        pos: '29',
        inv: [{ inum: '26-27/0000002', idt: '21-11-2026', val: 118_000, itms: [{ num: 1, itm_det: item }] }],
      },
    ],
    b2cs: [{ sply_ty: 'INTRA', pos: '27', typ: 'OE', rt: 18, txval: 50, camt: 4.5, samt: 4.5, csamt: 0 }],
    cdnur: [
      {
        typ: 'B2CL',
        ntty: 'C',
        nt_num: 'CN26-27/0000002',
        nt_dt: '21-11-2026',
        val: 118_000,
        pos: '29',
        itms: [{ num: 1, itm_det: item }],
      },
    ],
    nil: { inv: [{ sply_ty: 'INTRAB2C', nil_amt: 0, expt_amt: 50, ngsup_amt: 0 }] },
    hsn: {
      hsn_b2b: [],
      hsn_b2c: [
        {
          num: 1,
          hsn_sc: '0703',
          desc: '',
          uqc: 'GMS',
          qty: 500,
          rt: 0,
          txval: 50,
          iamt: 0,
          camt: 0,
          samt: 0,
          csamt: 0,
        },
        {
          num: 2,
          hsn_sc: '3401',
          desc: '',
          uqc: 'PCS',
          qty: 1,
          rt: 18,
          txval: 50,
          iamt: 0,
          camt: 4.5,
          samt: 4.5,
          csamt: 0,
        },
      ],
    },
    doc_issue: {
      doc_det: [
        {
          doc_num: 1,
          docs: [{ num: 1, from: '26-27/0000001', to: '26-27/0000002', totnum: 2, cancel: 0, net_issue: 2 }],
        },
        {
          doc_num: 5,
          docs: [
            { num: 1, from: 'CN26-27/0000001', to: 'CN26-27/0000002', totnum: 2, cancel: 0, net_issue: 2 },
          ],
        },
      ],
    },
  })
})

test('every voucher for Tally adds up to zero, and texts cannot break the file', async () => {
  const { body } = await download('tally')
  const vouchers = [...body.matchAll(/<VOUCHER VCHTYPE="([^"]+)".*?<\/VOUCHER>/g)]
  expect(vouchers.map(([, type]) => type)).toEqual(['Sales', 'Sales', 'Credit Note', 'Credit Note'])
  for (const [voucher] of vouchers) {
    const amounts = [...voucher.matchAll(/<AMOUNT>(-?[\d.]+)<\/AMOUNT>/g)].map(
      ([, rupees]) => Number(rupees) * 100,
    )
    expect(Math.round(amounts.reduce((sum, amount) => sum + amount, 0))).toBe(0)
  }
  const [near, , note] = vouchers.map(([voucher]) => voucher)
  expect(near).toContain(
    '<LEDGERNAME>Retail customers</LEDGERNAME><ISDEEMEDPOSITIVE>Yes</ISDEEMEDPOSITIVE><AMOUNT>-218.00',
  )
  for (const ledger of ['Sales 18%', 'Sales exempt', 'Sales without GST rate', 'CGST', 'SGST'])
    expect(near).toContain(`<LEDGERNAME>${ledger}</LEDGERNAME>`)
  expect(note).toContain('<REFERENCE>26-27/0000001</REFERENCE>')
  expect(body).toContain('<SVCURRENTCOMPANY>Kirana &amp; Sons</SVCURRENTCOMPANY>')
})

test('the workbook has a sheet for each table, with numbers as numbers and texts as texts', async () => {
  const { statusCode, rawPayload, headers } = await download('workbook')
  expect([statusCode, headers['content-type']]).toEqual([
    200,
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ])
  const entries = unzipped(rawPayload)
  const text = (name: string) => entries.get(name) ?? ''
  expect(
    [...text('xl/workbook.xml').matchAll(/<sheet [^>]*name="([^"]+)"/g)].map(([, name]) => name),
  ).toEqual([
    'Equation',
    'By rate',
    '5 B2CL',
    '7 B2CS',
    '8 Nil exempt non-GST',
    '9B CDNUR',
    '12 HSN B2C',
    '13 Documents',
    'Credit notes',
  ])
  expect(text('xl/worksheets/sheet3.xml')).toContain('<v>118000</v>')
  expect(text('xl/sharedStrings.xml')).toContain('CN26-27/0000002')
  expect(text('xl/sharedStrings.xml')).toContain('Without Tax')
})

test.each(files)(
  '%s is refused while the equation does not hold, and to other registrations without documents of a regular one, and is audited',
  async (file) => {
    for (const changed of [
      { gstRegistration: 'unregistered' },
      { gstRegistration: 'composition' },
      { gstin: '27ABCDE1234F1Z5' },
    ] as const) {
      await t.db.update(company).set({ gstRegistration: 'regular', ...changed })
      expect((await download(file, '2026-10')).statusCode).toBe(409)
      expect((await download(file)).statusCode).toBe(200)
    }
    await t.db.update(company).set({ gstin: '27AAPFU0939F1ZV' })
    expect((await download(file, '2026-10')).statusCode).toBe(200)
    expect((await download(file)).statusCode).toBe(200)
    const log = await t.call(api.audit.list, { params: { page: 1 }, query: {} }, await t.signIn.superadmin())
    expect(log.data.rows[0]?.parts.map(({ text }) => text).join('')).toContain('2026-11')
    await t.database.transaction(async (tx) => {
      await tx.execute(sql`SET LOCAL session_replication_role = replica`)
      await tx.execute(sql`UPDATE tax_rows SET paid = paid + 1`)
    })
    const refused = await download(file)
    expect(refused.statusCode).toBe(409)
    expect(refused.json<{ message: string }>().message).toContain('26-27/0000001')
  },
)
