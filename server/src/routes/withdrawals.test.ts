import { api } from '@kirana/contract'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { purgeOrphans } from '../services/files/removal.ts'
import { auditRows } from '../tables/journal.ts'
import { withHeaders } from '../testing/app.ts'
import { findInvariantViolations } from '../testing/violations.ts'
import { raceOnLock } from '../testing/races/race-on-lock.ts'
import { fileOf, photo, storedFiles } from '../testing/files/pictures.ts'
import { pdf } from '../testing/files/prepared-files.ts'
import { staffApp } from '../testing/staff-app.ts'

const { t, make, staff } = await staffApp()
beforeEach(async () => {
  for (const key of (await storedFiles(t)).keys) await t.context.files.remove(key)
})

const COMPLETED = 'This withdrawal is already completed'
const receipt = (name = 'receipt.pdf') => fileOf(Buffer.from(pdf), name, 'application/pdf')

/** A customer with ₹500.00 who requested a withdrawal of ₹120.50. */
async function aRequest(more: { upiId?: string; bankAcNumber?: string; ifscCode?: string } = {}) {
  const customer = await make.aCustomer({ money: 50_000, fullName: 'Ravi Kumar' })
  const account = more.bankAcNumber ? more : { upiId: 'ravi@upi', ...more }
  const { data } = await t.call(api.storeWallet.withdraw, { body: { amount: 120.5, ...account } }, customer)
  return { ...data, customer }
}
const REASON = 'Paid in cash at the counter'
const NEEDED = 'Say in 5 to 500 characters why there is no document'
/** Approves a withdrawal, with a default reason if there are no files. */
const approve = (
  withdrawalId: string,
  files: File[] = [],
  {
    as = staff,
    reason = files.length > 0 ? '' : REASON,
  }: { as?: { headers: Record<string, string> }; reason?: string } = {},
) => t.call(api.withdrawals.approve, { body: { withdrawalId, reason }, files }, as)
const list = async () => (await t.call(api.withdrawals.list, {}, staff)).data
const transactions = async () => (await t.call(api.withdrawals.transactions, {}, staff)).data
const payouts = async () =>
  (
    await t.db.execute<{ n: number }>(
      sql`SELECT count(*)::int AS n FROM ledger_transactions WHERE kind = 'withdrawal-payout'`,
    )
  ).rows[0]?.n
const download = (key: string, headers: Record<string, string> = {}) =>
  t.app.inject({ url: `/api/v1/file/get/${key}`, headers })

test('lists requests newest first, open and paid', async () => {
  const one = await aRequest()
  const two = await aRequest({ bankAcNumber: '50100012345678', ifscCode: 'HDFC0001234' })
  await approve(one._id)
  const user = ({ customer }: typeof one) => ({ fullName: 'Ravi Kumar', phone: customer.user.phone })
  expect(await list()).toEqual([
    {
      _id: two._id,
      user: user(two),
      amount: 120.5,
      upiId: '',
      bankAcNumber: '50100012345678',
      ifscCode: 'HDFC0001234',
      isDone: false,
      state: 'open',
      reason: '',
      dateAndTime: t.context.now().toISOString(),
    },
    {
      _id: one._id,
      user: user(one),
      amount: 120.5,
      upiId: 'ravi@upi',
      bankAcNumber: '',
      ifscCode: '',
      isDone: true,
      state: 'paid',
      reason: '',
      dateAndTime: t.context.now().toISOString(),
    },
  ])
})

test('an approval creates the payout with its documents, and the held money is paid out', async () => {
  const { _id, customer } = await aRequest()
  expect(await approve(_id, [await photo(), receipt()])).toMatchObject({
    status: 200,
    data: null,
    message: 'Transanction added successfully',
  })
  const [done] = await transactions()
  expect(done).toEqual({
    _id: expect.any(String),
    user: { fullName: 'Ravi Kumar', phone: customer.user.phone },
    amount: 120.5,
    withdrawalReq: { upiId: 'ravi@upi', bankAcNumber: '', ifscCode: '' },
    isDone: true,
    supportingDocs: [expect.stringMatching(/\.webp$/), expect.stringMatching(/\.pdf$/)],
    reason: '',
    utr: '',
    at: t.context.now().toISOString(),
    by: 'Asha (staff)',
  })
  expect(await storedFiles(t)).toEqual({ keys: done?.supportingDocs.toSorted(), incoming: [] })
  const { data } = await t.call(api.storeWallet.get, {}, customer)
  expect(data).toMatchObject({ point: 0, money: 379.5, withdrawalPoint: 1, withdrawalMoney: 120.5 })
  expect(data.entries[0]).toMatchObject({ point: 0, money: 0 })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('documents are for staff only, not cached, and marked as used', async () => {
  const { _id, customer } = await aRequest()
  await approve(_id, [await photo(), receipt()])
  const keys = (await transactions())[0]?.supportingDocs ?? []
  expect(keys).toHaveLength(2)
  expect(await purgeOrphans(t.db, t.context.files, new Date(Date.now() + 7_200_000))).toBe(0)
  for (const key of keys) {
    const seen = await download(key, staff.headers)
    expect([seen.statusCode, seen.headers['cache-control']]).toEqual([200, 'private, no-store'])
    expect(seen.headers['content-disposition']).toContain(key)
    for (const headers of [{}, customer.headers, (await t.signIn.superadmin()).headers])
      expect((await download(key, headers)).statusCode).toBe(404)
  }
})

test('an approval without documents requires a reason, stored in payout and audit log', async () => {
  const { _id } = await aRequest()
  expect(await approve(_id, [], { reason: '' })).toMatchObject({ status: 422, message: NEEDED })
  for (const reason of ['Paid', '  Paid  ', '\u200b\u200b\u200bPaid'])
    expect(await approve(_id, [], { reason })).toMatchObject({ status: 400, message: NEEDED })
  expect(await approve(_id, [], { reason: 'x'.repeat(501) })).toMatchObject({ status: 400 })
  expect(await t.call(api.withdrawals.approve, { body: { withdrawalId: _id } }, staff)).toMatchObject({
    status: 422,
  })
  expect([await transactions(), await payouts(), (await list())[0]?.isDone]).toEqual([[], 0, false])
  expect((await approve(_id, [], { reason: `  ${REASON} ` })).status).toBe(200)
  expect(await transactions()).toMatchObject([{ supportingDocs: [], reason: REASON }])
  const rows = await t.db.select().from(auditRows).where(eq(auditRows.call, 'withdrawals.approve'))
  expect(rows).toMatchObject([{ person: 'Asha', after: { isDone: true, documents: [], reason: REASON } }])
})

test('accepts up to five documents', async () => {
  const { _id } = await aRequest()
  const photos = await Promise.all([40, 41, 42, 43, 44, 45].map(photo))
  expect(await approve(_id, photos)).toMatchObject({ status: 400, message: 'Upload 5 files maximum' })
  expect(await storedFiles(t)).toEqual({ keys: [], incoming: [] })
  expect((await list())[0]).toMatchObject({ _id, isDone: false })
  expect((await approve(_id, photos.slice(0, 5))).status).toBe(200)
  expect((await transactions())[0]?.supportingDocs).toHaveLength(5)
})

test('accepts images and PDFs by content, and rejects the whole call for one bad file', async () => {
  const { _id } = await aRequest()
  const bad = [
    fileOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'receipt.png', 'image/png'),
    fileOf(Buffer.from('<!doctype html><script>alert(1)</script>'), 'receipt.pdf', 'application/pdf'),
    fileOf(Buffer.from(pdf.slice(0, -8)), 'cut.pdf', 'application/pdf'),
    fileOf(Buffer.alloc(0), 'empty.pdf', 'application/pdf'),
  ]
  for (const file of bad) expect((await approve(_id, [receipt(), file])).status).toBe(415)
  expect(await storedFiles(t)).toEqual({ keys: [], incoming: [] })
  expect([await transactions(), (await list())[0]?.isDone]).toEqual([[], false])
})

test('rejects a second approval and removes its files', async () => {
  const { _id } = await aRequest()
  await approve(_id, [receipt()])
  const { keys } = await storedFiles(t)
  expect(await approve(_id, [await photo()])).toMatchObject({
    status: 409,
    message: COMPLETED,
    code: 'completed',
  })
  expect(await storedFiles(t)).toEqual({ keys, incoming: [] })
  expect(await payouts()).toBe(1)
})

test('of 50 concurrent approvals one succeeds, and the ledger has one transaction', async () => {
  const { _id, customer } = await aRequest()
  const lock = sql`SELECT 1 FROM withdrawals WHERE id = ${_id} FOR UPDATE`
  const calls = Array.from({ length: 50 }, () => () => approve(_id, [receipt()]))
  const answers = await raceOnLock(t, lock, calls)
  const said = Map.groupBy(answers, ({ status, message }) => `${status} ${message}`)
  expect(Object.fromEntries([...said].map(([what, all]) => [what, all.length]))).toEqual({
    '200 Transanction added successfully': 1,
    [`409 ${COMPLETED}`]: 49,
  })
  expect(await payouts()).toBe(1)
  const [done, ...others] = await transactions()
  expect(others).toEqual([])
  expect(await storedFiles(t)).toEqual({ keys: done?.supportingDocs, incoming: [] })
  expect((await t.call(api.storeWallet.get, {}, customer)).data).toMatchObject({
    money: 379.5,
    withdrawalMoney: 120.5,
  })
  expect(await findInvariantViolations(t.db)).toEqual([])
}, 60_000)

test('concurrent approvals of several withdrawals of one customer all succeed', async () => {
  const customer = await make.aCustomer({ money: 50_000 })
  const body = { amount: 20, upiId: 'ravi@upi' }
  const asked = await Promise.all(
    [1, 2, 3, 4].map(() => t.call(api.storeWallet.withdraw, { body }, customer)),
  )
  const lock = sql`SELECT 1 FROM wallets WHERE user_id = ${customer.id} FOR UPDATE`
  const calls = asked.map(
    ({ data }) =>
      () =>
        approve(data._id),
  )
  const answers = await raceOnLock(t, lock, calls)
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect((await t.call(api.storeWallet.get, {}, customer)).data).toMatchObject({
    money: 420,
    withdrawalMoney: 80,
  })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('a failed approval changes nothing and can be repeated', async () => {
  const { _id } = await aRequest()
  await t.db.execute(sql`ALTER TABLE ledger_entries ADD CONSTRAINT broken CHECK (account <> 'store:payouts')`)
  try {
    expect((await approve(_id, [receipt()])).status).toBe(500)
  } finally {
    await t.db.execute(sql`ALTER TABLE ledger_entries DROP CONSTRAINT broken`)
  }
  expect([await transactions(), await payouts(), (await list())[0]?.isDone]).toEqual([[], 0, false])
  expect(await findInvariantViolations(t.db)).toEqual([])
  expect((await approve(_id, [receipt()])).status).toBe(200)
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('one key approves once, with the same response', async () => {
  const { _id } = await aRequest()
  const tap = () => approve(_id, [receipt()], { as: withHeaders(staff, { 'idempotency-key': 'tap' }) })
  const answers = [await tap(), await tap(), await tap()]
  expect(answers.map(({ status, message }) => [status, message])).toEqual(
    answers.map(() => [200, 'Transanction added successfully']),
  )
  expect([await payouts(), (await storedFiles(t)).keys.length]).toEqual([1, 1])
})

test('rejects unknown and missing withdrawals', async () => {
  for (const id of ['00000000-0000-7000-8000-000000000000', 'nonsense'])
    expect((await approve(id, [receipt()])).status).toBe(404)
  expect(await approve('')).toMatchObject({ status: 400, message: 'Withdrawal is required' })
  expect(await storedFiles(t)).toEqual({ keys: [], incoming: [] })
})

test('only staff list and approve withdrawals', async () => {
  const { _id, customer } = await aRequest()
  for (const as of [customer, await t.signIn.superadmin(), { headers: {} }]) {
    expect((await t.call(api.withdrawals.list, {}, as)).status).toBe(401)
    expect((await t.call(api.withdrawals.transactions, {}, as)).status).toBe(401)
    expect((await approve(_id, [], { as })).status).toBe(401)
  }
})

test('audits who approved it and with which documents', async () => {
  const { _id } = await aRequest()
  await approve(_id, [receipt()])
  const rows = await t.db.select().from(auditRows).where(eq(auditRows.call, 'withdrawals.approve'))
  expect(rows).toMatchObject([
    {
      object: _id,
      role: 'staff',
      person: 'Asha',
      before: { isDone: false },
      after: { isDone: true, documents: (await transactions())[0]?.supportingDocs },
    },
  ])
})

test('lists run one statement, an approval five, plus session and audit', async () => {
  const { _id } = await aRequest()
  const file = await photo()
  expect(await t.statements(list)).toHaveLength(1 + 1)
  expect(await t.statements(transactions)).toHaveLength(1 + 1)
  expect(await t.statements(() => approve(_id, [file]))).toHaveLength(1 + 1 + 5)
})
