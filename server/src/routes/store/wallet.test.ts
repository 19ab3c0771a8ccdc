import { api } from '@kirana/contract'
import type { Sent } from '@kirana/contract/wire/route'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { company } from '../../tables/company.ts'
import { auditRows } from '../../tables/journal.ts'
import { withdrawals } from '../../tables/withdrawals.ts'
import { withHeaders, testApp } from '../../testing/app.ts'
import { findInvariantViolations } from '../../testing/violations.ts'
import { factories } from '../../testing/factories.ts'
import { raceOnLock } from '../../testing/races/race-on-lock.ts'

const t = await testApp()
const make = factories(t)
afterAll(t.close)
beforeEach(async () => {
  await t.database.reset()
  t.clock.set('2026-11-21T13:00:00+05:30')
})

type Customer = Awaited<ReturnType<typeof make.aCustomer>>
type Body = Partial<Sent<typeof api.storeWallet.withdraw>['body']>

const withdraw = (customer: Customer, body: Body = {}) =>
  t.call(api.storeWallet.withdraw, { body: { amount: 100, upiId: 'ravi@upi', ...body } }, customer)
const wallet = async (customer: Customer) => (await t.call(api.storeWallet.get, {}, customer)).data
const balances = async (customer: Customer) => {
  const { entries: _, ...rest } = await wallet(customer)
  return rest
}
const pointValue = (paise: number) => t.db.update(company).set({ pointValue: paise })
const count = async (what: string) =>
  (await t.db.execute<{ n: number }>(sql.raw(`SELECT count(*)::int AS n FROM ${what}`))).rows[0]?.n

test('shows balances and entries, newest first', async () => {
  const customer = await make.aCustomer({ coins: 10, money: 25_050 })
  await withdraw(customer, { amount: 250.5 })
  const { entries, ...rest } = await wallet(customer)
  expect(rest).toEqual({ point: 10, money: 0, withdrawalPoint: 1, withdrawalMoney: 0 })
  expect(entries.map(({ about, point, money }) => [about, point, money])).toEqual([
    ['Withdrawal asked for', 0, -250.5],
    ['Coins turned into money for a withdrawal', -1, 250.5],
    ['Added by staff', 1, 0],
    ['Added by staff', 10, 0],
  ])
  expect(await balances(await make.aCustomer())).toEqual({
    point: 0,
    money: 0,
    withdrawalPoint: 0,
    withdrawalMoney: 0,
  })
})

test('a requested withdrawal is deducted immediately and held', async () => {
  const customer = await make.aCustomer({ money: 20_000, fullName: 'रवि कुमार' })
  const asked = await withdraw(customer, { amount: '120.55' })
  expect(asked).toMatchObject({ status: 200, message: 'Withdrawal requested successfully' })
  expect(asked.data).toEqual({
    _id: expect.any(String),
    user: { fullName: 'रवि कुमार', phone: customer.user.phone },
    amount: 120.55,
    upiId: 'ravi@upi',
    bankAcNumber: '',
    ifscCode: '',
    isDone: false,
    state: 'open',
    reason: '',
    dateAndTime: t.context.now().toISOString(),
  })
  expect(await balances(customer)).toMatchObject({ point: 0, money: 79.45, withdrawalMoney: 0 })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('converts whole coins when the money does not suffice, and keeps the rest as money', async () => {
  await pointValue(33)
  const customer = await make.aCustomer({ coins: 100, money: 1_000 })
  expect((await withdraw(customer, { amount: 20 })).status).toBe(200)
  // 1,000 paise short at 33 paise a coin: 31 coins, leaving 23 paise. The money with which `make.aCustomer` began came
  // from one coin.
  expect(await balances(customer)).toEqual({
    point: 69,
    money: 0.23,
    withdrawalPoint: 32,
    withdrawalMoney: 0,
  })
  expect((await withdraw(customer, { amount: 23 })).status).toBe(200)
  expect(await balances(customer)).toMatchObject({ point: 0, money: 0 })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('leaves the coins alone when the money suffices', async () => {
  const customer = await make.aCustomer({ coins: 100, money: 1_000 })
  await withdraw(customer, { amount: 10 })
  expect(await balances(customer)).toMatchObject({ point: 100, money: 0 })
})

test('rejects an amount above the balance, reports the balance, and stores nothing', async () => {
  const refusal = async (customer: Customer, amount: number) => {
    const { status, message, code } = await withdraw(customer, { amount })
    return { status, message, code }
  }
  const said = (message: string) => ({ status: 422, code: 'wallet', message })
  const both = await make.aCustomer({ coins: 30, money: 123_456 })
  expect(await refusal(both, 1264.57)).toEqual(
    said('The wallet has ₹1,234.56 and 30 coins worth ₹30.00: at most ₹1,264.56 can be withdrawn'),
  )
  const one = await make.aCustomer({ coins: 1 })
  expect(await refusal(one, 2)).toEqual(
    said('The wallet has ₹0.00 and 1 coin worth ₹1.00: at most ₹1.00 can be withdrawn'),
  )
  const none = await make.aCustomer({ money: 99 })
  expect(await refusal(none, 1)).toEqual(said('The wallet has ₹0.99: at most ₹0.99 can be withdrawn'))
  await pointValue(0)
  expect(await refusal(both, 1264.56)).toEqual(
    said(
      'The wallet has ₹1,234.56 and 30 coins, worth nothing at present: at most ₹1,234.56 can be withdrawn',
    ),
  )
  expect(await balances(both)).toMatchObject({ point: 30, money: 1234.56 })
  expect([await count('withdrawals'), await count('live_events')]).toEqual([0, 0])
})

test('rejects missing and invalid fields, and changes nothing', async () => {
  const amount = 'Amount must be from 1 to 10,00,000 with at most 2 decimals'
  const account = 'Send a UPI id, or a bank account number and its IFSC code'
  const refused: [Body, string][] = [
    [{ amount: '' }, 'Amount is required'],
    [{ amount: 0 }, 'Amount is required'],
    [{ amount: -5 }, amount],
    [{ amount: 0.001 }, amount],
    [{ amount: 0.99 }, amount],
    [{ amount: 1_000_001 }, amount],
    [{ upiId: '' }, account],
    [{ upiId: '', bankAcNumber: '123' }, account],
    [{ bankAcNumber: '123', ifscCode: 'HDFC0001234' }, account],
    [{ upiId: 'x'.repeat(401) }, 'Use 400 characters at most'],
  ]
  const customer = await make.aCustomer({ money: 20_000 })
  for (const [body, message] of refused)
    expect(await withdraw(customer, body)).toMatchObject({ status: 400, message })
  expect(await balances(customer)).toMatchObject({ money: 200 })
})

test('stores the account as banks write it', async () => {
  const customer = await make.aCustomer({ money: 50_000 })
  const account = { upiId: '', bankAcNumber: ' 5010 0012 345678', ifscCode: 'hdfc0001234' }
  expect((await withdraw(customer, account)).data).toMatchObject({
    bankAcNumber: '50100012345678',
    ifscCode: 'HDFC0001234',
  })
  expect(
    await t.db.select({ ifsc: withdrawals.ifsc, account: withdrawals.bankAccount }).from(withdrawals),
  ).toEqual([{ ifsc: 'HDFC0001234', account: '50100012345678' }])
})

test('refuses an account that no bank could pay to, and holds nothing', async () => {
  const customer = await make.aCustomer({ money: 50_000 })
  const upi = 'A UPI ID looks like name@bank'
  const number = 'A bank account number has 9 to 18 digits'
  const ifsc = 'An IFSC code has 4 letters, 0 and 6 letters or digits'
  const refused: [Body, string][] = [
    [{ upiId: 'no handle at all' }, upi],
    [{ upiId: 'r@upi' }, upi],
    [{ upiId: 'ravi@1bank' }, upi],
    [{ upiId: `'; DROP TABLE wallets; --@upi` }, upi],
    [{ upiId: `${'a'.repeat(257)}@bank` }, upi],
    [{ upiId: '', bankAcNumber: '00 11', ifscCode: 'HDFC0001234' }, number],
    [{ upiId: '', bankAcNumber: '1'.repeat(19), ifscCode: 'HDFC0001234' }, number],
    [{ upiId: '', bankAcNumber: '12345678A', ifscCode: 'HDFC0001234' }, number],
    [{ upiId: '', bankAcNumber: '123456789', ifscCode: 'HDFC1001234' }, ifsc],
    [{ upiId: '', bankAcNumber: '123456789', ifscCode: 'HDF' }, ifsc],
  ]
  for (const [body, message] of refused)
    expect(await withdraw(customer, body)).toMatchObject({ status: 422, code: 'account', message })
  expect(await balances(customer)).toMatchObject({ money: 500 })
  expect([await count('withdrawals'), await count('live_events')]).toEqual([0, 0])
})

const refuse = async (withdrawalId = '') =>
  t.call(
    api.withdrawals.refuse,
    { body: { withdrawalId, reason: 'The account is closed' } },
    await t.signIn.staff(),
  )

test('a customer has at most 5 open withdrawals, also with concurrent requests; a decided one makes room', async () => {
  const customer = await make.aCustomer({ money: 20_000 })
  const ask = () => withdraw(customer, { amount: 1 })
  const [first] = [await ask(), await ask(), await ask(), await ask()]
  const lock = sql`SELECT 1 FROM wallets WHERE user_id = ${customer.id} FOR UPDATE`
  const both = await raceOnLock(t, lock, [ask, ask])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  expect(both.find(({ status }) => status === 422)).toMatchObject({
    code: 'open-withdrawals',
    message: '5 withdrawals are open. Wait until one is paid or refused',
  })
  expect(await balances(customer)).toMatchObject({ money: 195 })
  expect([await count('withdrawals'), await count('live_events')]).toEqual([5, 5])
  expect((await withdraw(await make.aCustomer({ money: 100 }), { amount: 1 })).status).toBe(200)
  expect((await refuse(first?.data._id)).status).toBe(200)
  expect((await ask()).status).toBe(200)
  expect((await ask()).status).toBe(422)
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('after 10 refused withdrawals a customer waits until the first of them is 24 hours old', async () => {
  const customer = await make.aCustomer({ money: 20_000 })
  const ask = () => withdraw(customer, { amount: 1 })
  for (let n = 0; n < 10; n++) await refuse((await ask()).data._id)
  expect(await ask()).toMatchObject({
    status: 422,
    code: 'refused-withdrawals',
    message: '10 withdrawals were refused in the last 24 hours. Try again later',
  })
  expect(await balances(customer)).toMatchObject({ money: 200 })
  t.clock.pass(24 * 60)
  expect((await ask()).status).toBe(200)
})

test('only customers have a wallet', async () => {
  const [staff, superadmin] = [await t.signIn.staff(), await t.signIn.superadmin()]
  for (const as of [staff, superadmin, { headers: {} }]) {
    expect((await t.call(api.storeWallet.get, {}, as)).status).toBe(401)
    expect((await t.call(api.storeWallet.withdraw, { body: { amount: 1, upiId: 'a@b' } }, as)).status).toBe(
      401,
    )
  }
})

test('of two requests for the last rupee one succeeds, the other gets the remaining balance', async () => {
  await pointValue(50)
  const customer = await make.aCustomer({ coins: 2, money: 9_900 })
  const lock = sql`SELECT 1 FROM wallets WHERE user_id = ${customer.id} FOR UPDATE`
  const ask = () => withdraw(customer, { amount: 100 })
  const both = await raceOnLock(t, lock, [ask, ask])
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 422]))
  expect(both.find(({ status }) => status === 422)).toMatchObject({
    message: 'The wallet has ₹0.00: at most ₹0.00 can be withdrawn',
  })
  expect(await balances(customer)).toMatchObject({ point: 0, money: 0 })
  expect(await count('withdrawals')).toBe(1)
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('concurrent order and withdrawal spend the balance once', async () => {
  await make.aPincode()
  const customer = await make.aCustomer({ money: 5_000 })
  const items = [(await make.aProduct()).item()]
  const lock = sql`SELECT 1 FROM wallets WHERE user_id = ${customer.id} FOR UPDATE`
  const both = await raceOnLock<{ status: number }>(t, lock, [
    () => withdraw(customer, { amount: 50 }),
    () => make.tryOrder({ customer, items, payment: 'wallet' }),
  ])
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 422]))
  expect(await balances(customer)).toMatchObject({ money: 0 })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('one key makes one request', async () => {
  const customer = await make.aCustomer({ money: 20_000 })
  const tap = () =>
    t.call(
      api.storeWallet.withdraw,
      { body: { amount: 100, upiId: 'ravi@upi' } },
      withHeaders(customer, { 'idempotency-key': 'tap' }),
    )
  const answers = [await tap(), await tap(), await tap()]
  expect(new Set(answers.map(({ data }) => data._id)).size).toBe(1)
  expect(await balances(customer)).toMatchObject({ money: 100 })
})

test('audits the balances before and after', async () => {
  await pointValue(100)
  const customer = await make.aCustomer({ coins: 10, money: 1_000 })
  const { data } = await withdraw(customer, { amount: 15 })
  const rows = await t.db.select().from(auditRows).where(eq(auditRows.call, 'storeWallet.withdraw'))
  expect(rows).toMatchObject([
    {
      object: data._id,
      role: 'customer',
      before: { coins: 10, money: 1_000 },
      after: { coins: 5, money: 0 },
    },
  ])
})

test('reading runs two statements, requesting three, plus session and audit', async () => {
  const customer = await make.aCustomer({ coins: 100, money: 1_000 })
  expect(await t.statements(() => wallet(customer))).toHaveLength(1 + 2)
  expect(await t.statements(() => withdraw(customer, { amount: 20 }))).toHaveLength(1 + 3 + 1)
})
