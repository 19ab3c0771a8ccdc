import { randomUUID } from 'node:crypto'
import { api } from '@kirana/contract'
import type { Permission } from '@kirana/domain/permissions'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { cleanUp } from '../process/housekeeping.ts'
import { approvals } from '../tables/approvals.ts'
import { company } from '../tables/company.ts'
import { auditRows } from '../tables/journal.ts'
import { staff as people, staffRoles } from '../tables/people.ts'
import { withHeaders } from '../testing/app.ts'
import { approvalIn, approvingApp } from '../testing/approving.ts'
import { PACKER_ROLE } from '../testing/preset-roles.ts'
import { raceOnLock } from '../testing/races/race-on-lock.ts'

const store = await approvingApp()
const { t, asha, ravi, aColleague, later, aWithdrawal, pay, approve, refuse } = store
const { list, requests, payouts, walletOf, inOrder } = store
const REASON = 'Paid in cash at the store'

test('a payout waits for a second person, and happens once approved, with its documents', async () => {
  const { _id, customer } = await aWithdrawal()
  const asked = await pay(_id)
  expect(asked).toMatchObject({
    status: 202,
    message: 'Waiting for approval',
    data: { approvalId: expect.any(String) },
  })
  expect([await payouts(), await walletOf(customer)]).toMatchObject([[], { withdrawalMoney: 0 }])
  expect(await requests()).toMatchObject([{ isDone: false, approval: { askedBy: 'Asha' } }])
  const [waiting, ...others] = await list()
  expect(others).toEqual([])
  expect(waiting).toMatchObject({
    _id: approvalIn(asked),
    kind: 'payout',
    state: 'waiting',
    user: { _id: customer.id, fullName: 'Meera Nair' },
    account: { upiId: 'meera@upi' },
    amount: 120,
    point: 0,
    supportingDocs: [expect.stringMatching(/\.pdf$/)],
    askerId: asha.id,
    askedBy: 'Asha',
    expiresAt: '2026-11-22T07:30:00.000Z',
  })
  await inOrder()
  expect(await approve(approvalIn(asked))).toMatchObject({ status: 200, message: 'Approved successfully' })
  expect(await payouts()).toMatchObject([
    { amount: 120, supportingDocs: waiting?.supportingDocs, reason: '' },
  ])
  expect(await requests()).toEqual([expect.not.objectContaining({ approval: expect.anything() })])
  expect(await walletOf(customer)).toMatchObject({ money: 380, withdrawalMoney: 120 })
  expect(await list()).toMatchObject([{ state: 'approved', decidedBy: 'Ravi' }])
  await inOrder()
})

test('the second person reads the reason of a payout without a document', async () => {
  const { _id } = await aWithdrawal()
  const asked = await pay(_id, { files: [], reason: REASON })
  expect(asked.status).toBe(202)
  expect(await list()).toMatchObject([{ reason: REASON, supportingDocs: [] }])
  await approve(approvalIn(asked))
  expect(await payouts()).toMatchObject([{ reason: REASON }])
})

test('staff cannot approve their own requests, not even from another session; the superadmin can', async () => {
  const { _id } = await aWithdrawal()
  const id = approvalIn(await pay(_id))
  const message = 'You asked for this yourself. Another person has to decide'
  for (const as of [asha, await t.signIn.staff()])
    expect(await approve(id, as)).toMatchObject({ status: 403, code: 'own', message })
  expect(await refuse(id, 'Changed my mind', asha)).toMatchObject({ status: 403, code: 'own' })
  expect(await payouts()).toEqual([])
  const superadmin = await t.signIn.superadmin()
  // A browser that is signed in to both areas acts as the account of the area that the page belongs to.
  const both = { id: '', headers: { cookie: `${asha.headers.cookie}; ${superadmin.headers.cookie}` } }
  expect((await approve(id, both)).status).toBe(403)
  const asSuperadmin = { params: { id }, query: { as: 'superadmin' } } as const
  expect((await t.call(api.approvals.approve, asSuperadmin, both)).status).toBe(200)
  expect(await payouts()).toHaveLength(1)
})

test('only approvers see and decide requests; all staff see their own', async () => {
  const { _id } = await aWithdrawal()
  const permissions: Permission[] = ['withdrawals.read', 'withdrawals.approve']
  const [role] = await t.db.insert(staffRoles).values({ name: 'Books', permissions }).returning()
  await t.db.update(people).set({ roleId: role?.id }).where(eq(people.id, ravi.id))
  const id = approvalIn(await pay(_id))
  expect((await t.call(api.approvals.list, { query: {} }, ravi)).status).toBe(403)
  expect((await approve(id)).status).toBe(403)
  expect((await refuse(id, 'No')).status).toBe(403)
  expect((await t.call(api.approvals.own, {}, ravi)).data).toEqual([])
  expect((await t.call(api.approvals.own, {}, asha)).data).toMatchObject([{ _id: id, state: 'waiting' }])
})

test('a refusal has a reason, and the payout can be requested again', async () => {
  const { _id } = await aWithdrawal()
  const id = approvalIn(await pay(_id))
  expect(await pay(_id)).toMatchObject({
    status: 409,
    code: 'waiting',
    message: 'Asha asked for this at 1:00 pm. It waits for approval',
  })
  expect(await refuse(id, '  ')).toMatchObject({ status: 400, message: 'Say why it is refused' })
  expect(await refuse(id, 'Wrong account')).toMatchObject({ status: 200 })
  expect(await list()).toMatchObject([{ state: 'refused', answer: 'Wrong account', decidedBy: 'Ravi' }])
  expect(await approve(id)).toMatchObject({
    status: 409,
    code: 'decided',
    message: 'Ravi refused this at 1:00 pm',
  })
  expect((await pay(_id)).status).toBe(202)
  await inOrder()
})

test('of two concurrent approvals one pays, and the other gets an error', async () => {
  const { _id, customer } = await aWithdrawal()
  const id = approvalIn(await pay(_id))
  const meena = await aColleague('meena', 'Meena')
  const answers = await raceOnLock(t, sql`SELECT 1 FROM approvals WHERE id = ${id} FOR UPDATE`, [
    () => approve(id),
    () => approve(id, meena),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.code).toBe('decided')
  expect(await payouts()).toHaveLength(1)
  expect(await walletOf(customer)).toMatchObject({ withdrawalMoney: 120 })
  await inOrder()
})

test('of two concurrent requests one is stored, and the other gets an error', async () => {
  const { _id } = await aWithdrawal()
  const answers = await Promise.all([pay(_id), pay(_id, { as: ravi })])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409])
  expect(await list()).toHaveLength(1)
  await inOrder()
})

test('a request expires after 24 hours without a decision, and can be repeated', async () => {
  const { _id } = await aWithdrawal()
  const id = approvalIn(await pay(_id))
  await later('2026-11-22T13:00:00+05:30')
  expect(await approve(id)).toMatchObject({
    status: 409,
    message: 'This request has expired. Ask for it again',
  })
  expect(await list()).toMatchObject([{ _id: id, state: 'expired' }])
  expect(await requests()).toEqual([expect.not.objectContaining({ approval: expect.anything() })])
  const again = await pay(_id)
  expect(again.status).toBe(202)
  expect(await list()).toMatchObject([{ _id: approvalIn(again), state: 'waiting' }, { state: 'expired' }])
  t.clock.set('2026-11-24T13:00:00+05:30')
  await cleanUp(t.context, (error) => expect(error).toBeUndefined())
  expect((await t.db.select().from(approvals)).map(({ state }) => state)).toEqual(['expired', 'expired'])
  await inOrder()
})

test('a request that is no longer possible fails when it is approved, and changes nothing', async () => {
  const { _id, customer } = await aWithdrawal()
  const id = approvalIn(await pay(_id))
  await t.db.update(company).set({ secondPerson: false })
  expect((await pay(_id, { as: ravi })).status).toBe(200)
  const message = 'This withdrawal is already completed'
  expect(await approve(id)).toMatchObject({ status: 409, code: 'failed', message })
  expect(await list()).toMatchObject([{ state: 'failed', answer: message, decidedBy: 'Ravi' }])
  expect(await payouts()).toHaveLength(1)
  expect(await walletOf(customer)).toMatchObject({ withdrawalMoney: 120 })
  await inOrder()
})

test.each([
  ['is disabled', { isActive: false }],
  ['has another role', { roleId: PACKER_ROLE }],
])('a request fails if the person who made it %s by then', async (_, change) => {
  const { _id } = await aWithdrawal()
  const id = approvalIn(await pay(_id))
  await t.db.update(people).set(change).where(eq(people.id, asha.id))
  expect(await approve(id)).toMatchObject({ status: 409, message: 'Asha may no longer do this' })
  expect(await list()).toMatchObject([{ state: 'failed' }])
})

test('repeating a request with its key returns the same answer; repeating an approval gets an error', async () => {
  const { _id } = await aWithdrawal()
  const keyed = withHeaders(asha, { 'idempotency-key': 'tap' })
  const answers = [await pay(_id, { as: keyed }), await pay(_id, { as: keyed })]
  expect(answers.map(({ status }) => status)).toEqual([202, 202])
  expect(approvalIn(answers[1] ?? { data: {} })).toBe(approvalIn(answers[0] ?? { data: {} }))
  const press = withHeaders(ravi, { 'idempotency-key': 'press' })
  const id = approvalIn(answers[0] ?? { data: {} })
  expect([(await approve(id, press)).status, (await approve(id, press)).status]).toEqual([200, 200])
  expect((await approve(id)).status).toBe(409)
  expect(await payouts()).toHaveLength(1)
})

test('the audit log names the requester, the approver and the action', async () => {
  const { _id } = await aWithdrawal()
  await approve(approvalIn(await pay(_id)))
  const rows = await t.db.select().from(auditRows).where(eq(auditRows.object, _id)).orderBy(auditRows.id)
  expect(rows.map(({ call, person, after }) => ({ call, person, after }))).toMatchObject([
    { call: 'storeWallet.withdraw' },
    { call: 'approvals.ask', person: 'Asha', after: { kind: 'payout', amount: 12_000 } },
    { call: 'approvals.approve', person: 'Ravi', after: { kind: 'payout', askedBy: 'Asha' } },
    { call: 'withdrawals.approve', person: 'Asha', after: { isDone: true, approvedBy: 'Ravi' } },
  ])
})

test('unknown approvals are not found', async () => {
  for (const id of [randomUUID(), 'nonsense']) {
    expect((await approve(id)).status).toBe(404)
    expect((await refuse(id, 'No')).status).toBe(404)
  }
})

test('the list runs one statement, a request three, an approval two more than its action', async () => {
  const { _id } = await aWithdrawal()
  let asked: { data: unknown } = { data: null }
  expect(
    await t.statements(async () => (asked = await pay(_id, { files: [], reason: REASON }))),
  ).toHaveLength(1 + 3 + 1)
  expect(await t.statements(() => list())).toHaveLength(1 + 1)
  expect(await t.statements(() => approve(approvalIn(asked)))).toHaveLength(1 + 1 + 4 + 1)
})
