import { randomUUID } from 'node:crypto'
import { api } from '@kirana/contract'
import { ledgerKinds, type LedgerKind } from '@kirana/domain/wallet'
import { desc, eq, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { post } from '../services/wallet/ledger.ts'
import { company } from '../tables/company.ts'
import { auditRows } from '../tables/journal.ts'
import { ledgerTransactions, wallets } from '../tables/wallets.ts'
import { type Credentials, withHeaders } from '../testing/app.ts'
import { findInvariantViolations } from '../testing/violations.ts'
import { raceOnLock } from '../testing/races/race-on-lock.ts'
import { staffApp } from '../testing/staff-app.ts'

const {
  t,
  make: { aCustomer, aProduct, anOrder },
  staff: as,
} = await staffApp()

const add = (
  userId: string,
  point: unknown,
  by = as as Pick<Credentials, 'headers'>,
  key: string = randomUUID(),
) => {
  const sent = { body: { userId, point: point as number } }
  return t.call(api.wallet.addCoins, sent, withHeaders(by, { 'idempotency-key': key }))
}
const page = (userId: string, number: number | string = 1) =>
  t.call(api.wallet.entries, { params: { userId, page: number } }, as)
const entries = async (userId: string) => (await page(userId)).data.data
const coins = async (userId: string) =>
  (await t.db.select().from(wallets).where(eq(wallets.userId, userId)))[0]?.coins
const change = (orderId: string, status: 'Delivered' | 'Canceled' | 'Confirmed') =>
  t.call(api.orders.changeStatus, { params: { orderId, status }, query: {} }, as)

test('adds coins through the ledger, with person and time', async () => {
  const { id } = await aCustomer({ coins: 5 })
  t.clock.set('2026-11-21T13:10:00+05:30')
  expect(await add(id, 12)).toMatchObject({ status: 200, message: 'Coin added successfully', data: null })
  expect(await coins(id)).toBe(17)
  expect((await entries(id))[0]).toEqual({
    _id: expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
    dateAndTime: '2026-11-21T07:40:00.000Z',
    about: 'Added by staff',
    point: 12,
    money: 0,
    by: 'Asha (staff)',
  })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test.each<[unknown, string]>([
  [0, 'Coin must be more than 0'],
  ['', 'Coin must be more than 0'],
  [null, 'Coin must be more than 0'],
  [-1, 'Coin must be more than 0'],
  [1.5, 'Coin must be more than 0'],
  ['12 coins', 'Coin must be more than 0'],
  [100_001, 'Coin must be 1,00,000 at most'],
])('rejects %j coins', async (point, message) => {
  const { id } = await aCustomer()
  expect(await add(id, point)).toMatchObject({ status: 400, message })
  expect(await entries(id)).toEqual([])
})

test('accepts 1 and 1,00,000 coins, also as strings', async () => {
  const { id } = await aCustomer()
  expect((await add(id, 1)).status).toBe(200)
  expect((await add(id, '100000')).status).toBe(200)
  expect(await coins(id)).toBe(100_001)
})

test('a double click adds coins once; a further call adds them again', async () => {
  const { id } = await aCustomer()
  const once = (point: number) => add(id, point, as, 'one press')
  const both = await Promise.all([once(10), once(10)])
  // The second gets the response of the first, or a conflict while that is still running.
  for (const { status } of both) expect([200, 409]).toContain(status)
  expect(await once(10)).toMatchObject({ status: 200, message: 'Coin added successfully' })
  expect(await coins(id)).toBe(10)
  expect(await once(20)).toMatchObject({ status: 422 })
  await add(id, 10)
  expect((await entries(id)).map(({ point }) => point)).toEqual([10, 10])
})

test('coins added concurrently by several staff all arrive, and each audit row has the right balance', async () => {
  const { id } = await aCustomer()
  const lock = sql`SELECT 1 FROM wallets WHERE user_id = ${id} FOR UPDATE`
  const answers = await raceOnLock(
    t,
    lock,
    Array.from({ length: 8 }, () => () => add(id, 5)),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(await coins(id)).toBe(40)
  const rows = await t.db.select().from(auditRows).where(eq(auditRows.call, 'wallet.addCoins'))
  const steps = rows.map(({ object, person, before, after }) => ({ object, person, before, after }))
  expect(steps).toHaveLength(8)
  for (const found of [0, 5, 10, 15, 20, 25, 30, 35])
    expect(steps).toContainEqual({
      object: id,
      person: 'Asha',
      before: { coins: found },
      after: { coins: found + 5 },
    })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('only staff add coins or read a wallet here', async () => {
  const customer = await aCustomer()
  for (const by of [{ headers: {} }, customer, await t.signIn.superadmin()]) {
    expect([401, 403]).toContain((await add(customer.id, 10, by)).status)
    const read = await t.call(api.wallet.entries, { params: { userId: customer.id, page: 1 } }, by)
    expect([401, 403]).toContain(read.status)
  }
  expect(await coins(customer.id)).toBe(0)
})

test('answers 404 for unknown customers', async () => {
  for (const id of [v7(), 'nonsense', "'", '%']) {
    expect(await add(id, 10), id).toMatchObject({ status: 404 })
    expect(await page(id), id).toMatchObject({ status: 404 })
  }
  expect(await add(v7(), 10)).toMatchObject({ message: 'Customer not found' })
  expect(await page(v7())).toMatchObject({ message: 'Customer not found' })
})

test('lists what an order granted and took back, newest first, with the person', async () => {
  const [owner, friend] = [await aCustomer(), await aCustomer({ money: 100_000 })]
  const rice = await aProduct({ loyaltyCoins: 3 })
  await t.db.update(company).set({ pointsPerReferral: 50 })
  const order = await anOrder({
    customer: friend,
    items: [rice.item(2)],
    payment: 'wallet',
    referCode: owner.user.referCode,
  })
  for (const status of ['Delivered', 'Confirmed', 'Canceled', 'Confirmed'] as const)
    expect((await change(order._id, status)).status).toBe(200)

  const paid = order.totalPrice
  const told = (await entries(friend.id)).map(({ about, point, money, by, orderId }) => [
    about,
    point,
    money,
    by,
    orderId,
  ])
  expect(told.slice(0, 5)).toEqual([
    [`Order ${order.order_id} taken up again`, 0, -paid, 'Asha (staff)', order._id],
    [`Order ${order.order_id} canceled, money back to the wallet`, 0, paid, 'Asha (staff)', order._id],
    [`Order ${order.order_id} not delivered after all`, -6, 0, 'Asha (staff)', order._id],
    [`Order ${order.order_id} delivered`, 6, 0, 'Asha (staff)', order._id],
    [`Order ${order.order_id} paid from the wallet`, 0, -paid, 'customer', order._id],
  ])
  expect(await entries(owner.id)).toMatchObject([
    {
      about: 'First order of a referred friend returned or not delivered after all',
      point: -50,
      orderId: order._id,
    },
    { about: 'First order of a referred friend delivered', point: 50, orderId: order._id },
  ])
})

test('every kind of ledger transaction has an entry, and the entries add up to the balances', async () => {
  const { id } = await aCustomer({ coins: 1_000, money: 1_000 })
  const kinds = Object.keys(ledgerKinds) as LedgerKind[]
  for (const kind of kinds)
    await post(t.db, [{ key: kind, kind, userId: id, by: 'customer', amounts: [7, 7] }], t.context.now())
  const pages = await Promise.all([1, 2, 3].map(async (number) => (await page(id, number)).data.data))
  const rows = pages.flat()
  expect(rows).toHaveLength(kinds.length + 3)
  const paidOut = { about: 'Withdrawal of ₹0.07 paid out', point: 0, money: 0 }
  expect(rows).toContainEqual(expect.objectContaining(paidOut))
  expect(rows).toContainEqual(expect.objectContaining({ about: 'Withdrawal asked for', money: -0.07 }))
  const turned = { about: 'Coins turned into money for a withdrawal', point: -7, money: 0.07 }
  expect(rows).toContainEqual(expect.objectContaining(turned))
  const [wallet] = await t.db.select().from(wallets).where(eq(wallets.userId, id))
  expect(rows.reduce((sum, { point }) => sum + point, 0)).toBe(wallet?.coins)
  expect(rows.reduce((sum, { money }) => sum + Math.round(money * 100), 0)).toBe(wallet?.money)
})

test("lists 20 a page; a page past the end is empty, and other customers' entries are not included", async () => {
  const [one, other] = [await aCustomer(), await aCustomer({ coins: 3 })]
  for (let point = 1; point <= 41; point++) await add(one.id, point)
  const pages = await Promise.all([1, 2, 3, 4].map((number) => page(one.id, number)))
  expect(pages.map(({ data }) => data.totalPages)).toEqual([3, 3, 3, 3])
  const points = pages.map(({ data }) => data.data.map(({ point }) => point))
  expect(points.map(({ length }) => length)).toEqual([20, 20, 1, 0])
  expect(points.flat()).toEqual(Array.from({ length: 41 }, (_, i) => 41 - i))
  const ids = pages.flatMap(({ data }) => data.data.map(({ _id }) => _id))
  expect(new Set(ids).size).toBe(41)
  expect((await page(other.id)).data).toMatchObject({ data: [{ point: 3 }], totalPages: 1 })
  expect((await page((await aCustomer()).id)).data).toEqual({ data: [], totalPages: 0 })
  for (const number of ['0', 'x', '1000001'])
    expect(await page(one.id, number)).toMatchObject({ status: 400, message: 'Page is not valid' })
})

test('entries do not reveal sequential ids', async () => {
  const { id } = await aCustomer({ coins: 3 })
  const [kept] = await t.db.select().from(ledgerTransactions).orderBy(desc(ledgerTransactions.id))
  const said = JSON.stringify(await entries(id))
  expect(said).not.toContain(kept?.key)
  expect(Object.keys((await entries(id))[0] ?? {}).toSorted()).toEqual(
    ['_id', 'about', 'by', 'dateAndTime', 'money', 'point'].toSorted(),
  )
})

test('runs few statements, plus session and audit', async () => {
  const { id } = await aCustomer()
  // Two of them for the idempotency key.
  expect(await t.statements(() => add(id, 5))).toHaveLength(1 + 3 + 1 + 2)
  expect(await t.statements(() => page(id))).toHaveLength(1 + 1)
})
