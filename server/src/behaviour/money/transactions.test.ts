import { api } from '@kirana/contract'
import type { Sent } from '@kirana/contract/wire/route'
import { eq } from 'drizzle-orm'
import papaparse from 'papaparse'
import { beforeEach, expect, test } from 'vitest'
import { auditRows } from '../../tables/journal.ts'
import { company } from '../../tables/company.ts'
import { approvingApp } from '../../testing/approving.ts'

/** The history of withdrawals: time, person and reference; filtered, summed up and as a file. */

const { t, asha, aWithdrawal, later, pay, refuseWithdrawal } = await approvingApp()
beforeEach(() => t.db.update(company).set({ secondPerson: false }))

type Query = Sent<typeof api.withdrawals.payouts>['query']
const page = async (query: Query = {}) =>
  (await t.call(api.withdrawals.payouts, { params: { page: 1 }, query }, asha)).data

const bankAccount = { bankAcNumber: '50100012345678', ifscCode: 'HDFC0001234' }

/** Two payouts and a refusal on three days. */
async function threeDays() {
  const [one, two, three] = [
    await aWithdrawal(100, undefined, bankAccount),
    await aWithdrawal(50.5),
    await aWithdrawal(20),
  ]
  await pay(one._id, { utr: 'AXISN12345678901' })
  await later('2026-11-22T00:00:00+05:30')
  await refuseWithdrawal(three._id)
  await later('2026-11-23T23:59:00+05:30')
  await pay(two._id, { files: [], reason: 'Paid in cash at the counter' })
  return { one, two, three }
}

test('lists the time, the person and the UTR of each payout, and the sum', async () => {
  await threeDays()
  const { data, total, payouts, totalPages } = await page()
  expect({ total, payouts, totalPages }).toEqual({ total: 150.5, payouts: 2, totalPages: 1 })
  expect(data.map(({ amount, isDone, utr, by, at }) => [amount, isDone, utr, by, at])).toEqual([
    [50.5, true, '', 'Asha (staff)', '2026-11-23T18:29:00.000Z'],
    [20, false, '', 'Asha (staff)', '2026-11-21T18:30:00.000Z'],
    [100, true, 'AXISN12345678901', 'Asha (staff)', '2026-11-21T07:30:00.000Z'],
  ])
})

test('a UTR of UPI has 12 digits, one of a bank 6 to 22 letters and digits', async () => {
  const [upi, bank] = [await aWithdrawal(), await aWithdrawal(120, undefined, bankAccount)]
  for (const utr of ['AXISN12345678901', '43331234567', '4333123456789', '43331234567A'])
    expect(await pay(upi._id, { utr })).toMatchObject({
      status: 422,
      code: 'utr',
      message: 'A UTR of UPI has 12 digits',
    })
  for (const utr of ['AXISN', 'A'.repeat(23), 'AXISN-12345'])
    expect(await pay(bank._id, { utr })).toMatchObject({
      status: 400,
      message: 'A UTR has 6 to 22 letters and digits',
    })
  expect((await pay(upi._id, { utr: '4333 1234 5678' })).status).toBe(200)
  expect((await pay(bank._id, { utr: 'axisn 1234 5678 901' })).status).toBe(200)
  expect((await page()).data.map(({ utr }) => utr)).toEqual(['AXISN12345678901', '433312345678'])
})

test('filters by days in Kolkata, phone and UTR', async () => {
  const { two } = await threeDays()
  const amounts = async (query: Query) => {
    const { data, total, payouts } = await page(query)
    return [data.map(({ amount }) => amount), total, payouts]
  }
  expect(await amounts({ to: '2026-11-21' })).toEqual([[100], 100, 1])
  expect(await amounts({ from: '2026-11-22', to: '2026-11-22' })).toEqual([[20], 0, 0])
  expect(await amounts({ from: '2026-11-22' })).toEqual([[50.5, 20], 50.5, 1])
  expect(await amounts({ from: '2026-11-22', sort: 'date' })).toEqual([[20, 50.5], 50.5, 1])
  expect(await amounts({ search: 'axisn1234' })).toEqual([[100], 100, 1])
  expect(await amounts({ search: two.customer.user.phone })).toEqual([[50.5], 50.5, 1])
  expect(await amounts({ search: '%' })).toEqual([[], 0, 0])
  expect(await amounts({ sort: '-amount' })).toEqual([[100, 50.5, 20], 150.5, 2])
})

test('downloads what the list shows, audited', async () => {
  await threeDays()
  const { raw, status } = await t.call(api.withdrawals.export, { query: { from: '2026-11-22' } }, asha)
  expect(status).toBe(200)
  const { data } = papaparse.parse<Record<string, string>>(raw.replace(/^\uFEFF/, ''), {
    header: true,
    skipEmptyLines: true,
  })
  expect(data).toMatchObject([
    {
      'Date (India)': '2026-11-23 23:59',
      User: 'Meera Nair',
      Amount: '50.5',
      'UPI ID': 'meera@upi',
      Status: 'Completed',
      By: 'Asha (staff)',
      Reason: 'Paid in cash at the counter',
    },
    { Amount: '20', Status: 'Refused', Reason: 'The account is closed' },
  ])
  const rows = await t.db.select().from(auditRows).where(eq(auditRows.call, 'withdrawals.export'))
  expect(rows).toMatchObject([{ person: 'Asha', after: { from: '2026-11-22' } }])
})

test('a page runs two statements, plus session', async () => {
  await threeDays()
  expect(await t.statements(() => page({ from: '2026-11-22' }))).toHaveLength(1 + 2)
})
