import { api } from '@kirana/contract'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditRows } from '../../tables/journal.ts'
import { pushMessages } from '../../tables/push-messages.ts'
import { company } from '../../tables/company.ts'
import { users } from '../../tables/users.ts'
import { approvalIn, approvingApp } from '../../testing/approving.ts'
import { expectDetected } from '../../testing/violations.ts'
import { raceOnLock } from '../../testing/races/race-on-lock.ts'

const app = await approvingApp()
const { t, make, asha, ravi, aWithdrawal, pay, approve, refuse, refuseWithdrawal, requests, payouts } = app
const { walletOf, inOrder, receipt } = app

const REASON = 'The account is closed'
const alone = () => t.db.update(company).set({ secondPerson: false })
const own = async (customer: Awaited<ReturnType<typeof make.aCustomer>>) =>
  (await t.call(api.storeWallet.withdrawals, { query: {} }, customer)).data

test('refuses a withdrawal: the money is back, and history, customer and audit log have the reason', async () => {
  const { _id, customer } = await aWithdrawal(120)
  expect(await refuseWithdrawal(_id)).toMatchObject({
    status: 200,
    message: 'Withdrawal refused successfully',
  })
  expect(await requests()).toMatchObject([{ _id, state: 'refused', isDone: false, reason: REASON }])
  expect(await payouts()).toMatchObject([
    {
      amount: 120,
      isDone: false,
      reason: REASON,
      by: 'Asha (staff)',
      at: t.context.now().toISOString(),
      supportingDocs: [],
    },
  ])
  expect(await walletOf(customer)).toMatchObject({
    money: 500,
    withdrawalMoney: 0,
    entries: [
      {
        about: `Withdrawal of ₹120.00 refused: ${REASON}`,
        money: 120,
        withdrawal: { _id, state: 'refused', reason: REASON },
      },
      { about: 'Withdrawal asked for', withdrawal: { _id, state: 'refused' } },
      {},
      {},
    ],
  })
  expect(await own(customer)).toMatchObject({
    withdrawals: [{ _id, state: 'refused', reason: REASON, isDone: false }],
    next: null,
  })
  const rows = await t.db.select().from(auditRows).where(eq(auditRows.call, 'withdrawals.refuse'))
  expect(rows).toMatchObject([{ object: _id, person: 'Asha', after: { reason: REASON } }])
  await inOrder()
})

test('turned coins stay money', async () => {
  await alone()
  const customer = await make.aCustomer({ coins: 100 })
  const { _id } = await aWithdrawal(60, customer)
  await refuseWithdrawal(_id)
  expect(await walletOf(customer)).toMatchObject({ point: 40, money: 60, withdrawalPoint: 60 })
  await inOrder()
})

test('coins do not become money that can be spent without a second person', async () => {
  await t.db.update(company).set({ payoutApprovalFrom: 10_000 })
  const customer = await make.aCustomer({ coins: 1_000 })
  const large = await aWithdrawal(100, customer)
  const asked = await refuseWithdrawal(large._id)
  expect(asked.status).toBe(202)
  expect(await walletOf(customer)).toMatchObject({ money: 0 })
  expect((await approve(approvalIn(asked), asha)).status).toBe(403)
  expect((await approve(approvalIn(asked))).status).toBe(200)
  expect(await walletOf(customer)).toMatchObject({ money: 100 })
  await inOrder()
})

test.each(['of one customer', 'by one person'])(
  'small refusals of turned coins add up: %s',
  async (whose) => {
    await t.db.update(company).set({ payoutApprovalFrom: 10_000 })
    const one = await make.aCustomer({ coins: 1_000 })
    const other = whose === 'of one customer' ? one : await make.aCustomer({ coins: 1_000 })
    const second = whose === 'of one customer' ? ravi : asha
    const [first, last] = [await aWithdrawal(60, one), await aWithdrawal(60, other)]
    expect((await refuseWithdrawal(first._id)).status).toBe(200)
    expect((await refuseWithdrawal(last._id, { as: second })).status).toBe(202)
    await app.later('2026-11-22T13:00:01+05:30')
    const third = await aWithdrawal(60, await make.aCustomer({ coins: 1_000 }))
    expect((await refuseWithdrawal(third._id)).status).toBe(200)
    await inOrder()
  },
)

test('a refused, paid or waiting withdrawal is not refused, an unknown one is not found', async () => {
  const refused = await aWithdrawal()
  await refuseWithdrawal(refused._id)
  expect(await refuseWithdrawal(refused._id)).toMatchObject({
    status: 409,
    code: 'withdrawal-refused',
    message: 'This withdrawal was refused',
  })
  expect(await pay(refused._id)).toMatchObject({ status: 409, code: 'withdrawal-refused' })
  const waiting = await aWithdrawal()
  const asked = await pay(waiting._id)
  expect(await refuseWithdrawal(waiting._id)).toMatchObject({ status: 409, code: 'waiting' })
  await approve(approvalIn(asked))
  expect(await refuseWithdrawal(waiting._id)).toMatchObject({ status: 409, code: 'completed' })
  for (const id of ['00000000-0000-7000-8000-000000000000', 'nonsense'])
    expect((await refuseWithdrawal(id)).status).toBe(404)
  for (const reason of ['Shut', '  Shut  ', 'x'.repeat(501)])
    expect((await refuseWithdrawal(waiting._id, { reason })).status).toBe(400)
  expect((await refuseWithdrawal(waiting._id, { as: waiting.customer })).status).toBe(401)
  await inOrder()
})

test('a request that was refused by the second person can be refused for good', async () => {
  const { _id, customer } = await aWithdrawal()
  await refuse(approvalIn(await pay(_id)), 'The receipt is of another payment')
  expect(await requests()).toMatchObject([{ state: 'open' }])
  expect((await refuseWithdrawal(_id)).status).toBe(200)
  expect((await walletOf(customer)).money).toBe(500)
  await inOrder()
})

test('notifies the phone of the customer, if there is one', async () => {
  const { _id, customer } = await aWithdrawal(120)
  await refuseWithdrawal((await aWithdrawal(50))._id)
  expect(await t.db.select().from(pushMessages)).toEqual([])
  await t.db.update(users).set({ fcmToken: 'phone-1' }).where(eq(users.id, customer.id))
  await refuseWithdrawal(_id)
  expect(await t.db.select().from(pushMessages)).toMatchObject([
    {
      audience: 'one',
      token: 'phone-1',
      title: 'Withdrawal refused',
      body: `₹120.00 are back in your wallet: ${REASON}`,
      status: 'recorded',
    },
  ])
})

test('of concurrent payouts and refusals one succeeds', async () => {
  await alone()
  const { _id, customer } = await aWithdrawal(120)
  const lock = sql`SELECT 1 FROM withdrawals WHERE id = ${_id} FOR UPDATE`
  const calls = Array.from({ length: 10 }, (_, n) => () => (n % 2 ? pay(_id) : refuseWithdrawal(_id)))
  const answers = await raceOnLock<{ status: number }>(t, lock, calls)
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200,
    ...Array.from({ length: 9 }, () => 409),
  ])
  expect(await payouts()).toHaveLength(1)
  const [ended] = await payouts()
  expect((await walletOf(customer)).money).toBe(ended?.isDone ? 380 : 500)
  await inOrder()
})

test('of a refusal and a request to pay the same withdrawal, only one succeeds', async () => {
  const { _id } = await aWithdrawal(120)
  const lock = sql`SELECT 1 FROM withdrawals WHERE id = ${_id} FOR UPDATE`
  const calls = [() => pay(_id), () => refuseWithdrawal(_id)]
  const answers = await raceOnLock<{ status: number }>(t, lock, calls)
  expect([
    [200, 409],
    [202, 409],
  ]).toContainEqual(answers.map(({ status }) => status).toSorted((a, b) => a - b))
  await inOrder()
})

test('an approved withdrawal that the bank returned is refused by a second person', async () => {
  const { _id, customer } = await aWithdrawal(120)
  await approve(approvalIn(await pay(_id, { files: [] })))
  expect(await requests()).toMatchObject([{ state: 'approved' }])
  const asked = await refuseWithdrawal(_id)
  expect(asked.status).toBe(202)
  expect(await requests()).toMatchObject([
    { state: 'waits', approval: { kind: 'payout-refusal', askedBy: 'Asha' } },
  ])
  expect(await pay(_id, { utr: '433312345678' })).toMatchObject({ status: 409, code: 'waiting' })
  expect(await approve(approvalIn(asked), asha)).toMatchObject({ status: 403, code: 'own' })
  expect((await approve(approvalIn(asked))).status).toBe(200)
  expect(await requests()).toMatchObject([{ state: 'refused', reason: REASON }])
  expect(await payouts()).toMatchObject([{ isDone: false, by: 'Asha (staff), approved by Ravi (staff)' }])
  expect((await walletOf(customer)).money).toBe(500)
  await inOrder()
})

test('a withdrawal is approved first, then another person pays it with the UTR and a document', async () => {
  const { _id, customer } = await aWithdrawal(120)
  const asked = await pay(_id, { files: [] })
  expect(asked.status).toBe(202)
  expect(await requests()).toMatchObject([{ state: 'waits' }])
  expect((await approve(approvalIn(asked))).status).toBe(200)
  expect(await requests()).toMatchObject([
    { state: 'approved', isDone: false, approved: { by: 'Ravi (staff)' } },
  ])
  expect([await payouts(), (await walletOf(customer)).money]).toEqual([[], 380])
  await inOrder()

  const proof = { files: [receipt()], utr: '4333 1234 5678' }
  expect(await pay(_id, { ...proof, as: ravi })).toMatchObject({ status: 403, code: 'own' })
  expect(await pay(_id, { files: [] })).toMatchObject({ status: 422, code: 'reason' })
  expect(await pay(_id, { utr: '' })).toMatchObject({ status: 422, code: 'reason' })
  expect(await pay(_id, { utr: '433312345678', files: [] })).toMatchObject({ status: 422 })
  expect(await pay(_id, { ...proof, utr: 'short' })).toMatchObject({
    status: 400,
    message: 'A UTR has 6 to 22 letters and digits',
  })
  expect(await pay(_id, proof)).toMatchObject({
    status: 200,
    message: 'Transanction added successfully',
  })
  expect(await payouts()).toMatchObject([
    {
      isDone: true,
      utr: '433312345678',
      by: 'Asha (staff), approved by Ravi (staff)',
      supportingDocs: [expect.stringMatching(/\.pdf$/)],
    },
  ])
  expect(await requests()).toMatchObject([{ state: 'paid', isDone: true }])
  expect(await walletOf(customer)).toMatchObject({ money: 380, withdrawalMoney: 120 })
  await inOrder()
})

test('a reason is enough to pay an approved withdrawal without a document', async () => {
  const { _id } = await aWithdrawal(120)
  await approve(approvalIn(await pay(_id, { files: [] })))
  expect((await pay(_id, { files: [], reason: 'Paid in cash at the counter' })).status).toBe(200)
  await inOrder()
})

test('a request that carries its proof is paid by the approval', async () => {
  const { _id } = await aWithdrawal(120)
  const asked = await pay(_id, { utr: '433312345678' })
  expect((await app.list())[0]).toMatchObject({ utr: '433312345678' })
  await approve(approvalIn(asked))
  expect(await payouts()).toMatchObject([{ isDone: true, utr: '433312345678' }])
  await inOrder()
})

test('one UTR proves one payout', async () => {
  await alone()
  const [one, two] = [await aWithdrawal(), await aWithdrawal()]
  const utr = '433312345678'
  expect((await pay(one._id, { utr })).status).toBe(200)
  expect(await pay(two._id, { utr })).toMatchObject({
    status: 409,
    code: 'utr',
    message: `The UTR ${utr} belongs to another payout`,
  })
  expect((await pay(two._id)).status).toBe(200)
  await inOrder()
})

test('without the second person a payout needs its proof, as specified', async () => {
  await alone()
  const { _id } = await aWithdrawal()
  expect(await pay(_id, { files: [] })).toMatchObject({ status: 422, code: 'reason' })
  expect((await pay(_id)).status).toBe(200)
})

test.each([
  [
    'A withdrawal is completed exactly when it has its one transaction',
    'UPDATE transactions SET is_refused = false',
  ],
  ['The wallet moved once for every withdrawal, as it says', 'UPDATE withdrawals SET refused_at = NULL'],
  ['What is held is what open withdrawals ask for', 'UPDATE withdrawals SET refused_at = NULL'],
])('detects a violation of: %s', async (name, statement) => {
  await refuseWithdrawal((await aWithdrawal())._id)
  await expectDetected(t.database, name, (tx) => tx.execute(sql.raw(statement)))
})
