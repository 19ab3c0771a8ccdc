import { randomUUID } from 'node:crypto'
import { api } from '@kirana/contract'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { company } from '../../tables/company.ts'
import { staffCoinDays, wallets } from '../../tables/wallets.ts'
import { withHeaders } from '../../testing/app.ts'
import { findInvariantViolations } from '../../testing/violations.ts'
import { raceOnLock } from '../../testing/races/race-on-lock.ts'
import { staffApp } from '../../testing/staff-app.ts'

const { t, make, staff: asha, signInStaff } = await staffApp()
beforeEach(async () => {
  await t.db.update(company).set({ dailyCoinsPerStaff: 1_000 })
})

const add = (userId: string, point: number, as = asha, key: string = randomUUID()) =>
  t.call(api.wallet.addCoins, { body: { userId, point } }, withHeaders(as, { 'idempotency-key': key }))
const inWallets = async () => (await t.db.select().from(wallets)).reduce((sum, { coins }) => sum + coins, 0)
const refused = (message: string) => ({ status: 422, code: 'daily-coins', message })

test('adding coins requires an idempotency key', async () => {
  const { id } = await make.aCustomer()
  const body = { userId: id, point: 5 }
  expect(await t.call(api.wallet.addCoins, { body }, asha)).toMatchObject({
    status: 400,
    message: 'The header Idempotency-Key is required',
  })
  expect(await inWallets()).toBe(0)
})

test('the daily limit of a staff member covers all customers', async () => {
  const [one, other] = [await make.aCustomer(), await make.aCustomer()]
  expect((await add(one.id, 600)).status).toBe(200)
  const message = 'You may add 1,000 coins a day. Left for today: 400'
  expect(await add(other.id, 401)).toMatchObject(refused(message))
  expect((await add(other.id, 400)).status).toBe(200)
  expect(await add(one.id, 1)).toMatchObject(refused('You may add 1,000 coins a day. Left for today: 0'))
  expect(await inWallets()).toBe(1_000)
  expect(await t.db.select().from(staffCoinDays)).toEqual([
    { staffId: asha.id, day: '2026-11-21', coins: 1_000 },
  ])
  const ravi = await t.signIn.staff('ravi')
  expect((await add(one.id, 1_000, ravi)).status).toBe(200)
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('rejects a first addition above the limit', async () => {
  const { id } = await make.aCustomer()
  const message = 'You may add 1,000 coins a day. Left for today: 1,000'
  expect(await add(id, 1_001)).toMatchObject(refused(message))
  expect([await inWallets(), await t.db.$count(staffCoinDays)]).toEqual([0, 0])
})

test('the limit resets at midnight in Asia/Kolkata', async () => {
  const { id } = await make.aCustomer()
  t.clock.set('2026-11-21T23:59:59+05:30')
  await signInStaff()
  expect((await add(id, 1_000)).status).toBe(200)
  expect((await add(id, 1)).status).toBe(422)
  t.clock.set('2026-11-22T00:00:00+05:30')
  expect((await add(id, 1_000)).status).toBe(200)
})

test('a changed limit applies immediately; 0 stops adding coins', async () => {
  const { id } = await make.aCustomer()
  expect((await add(id, 600)).status).toBe(200)
  await t.db.update(company).set({ dailyCoinsPerStaff: 500 })
  expect(await add(id, 1)).toMatchObject(refused('You may add 500 coins a day. Left for today: 0'))
  await t.db.update(company).set({ dailyCoinsPerStaff: 601 })
  expect((await add(id, 1)).status).toBe(200)
  await t.db.update(company).set({ dailyCoinsPerStaff: 0 })
  expect((await add(id, 1, await t.signIn.staff('ravi'))).status).toBe(422)
})

test("rejected, repeated and failed calls don't count", async () => {
  const { id } = await make.aCustomer()
  expect((await add(randomUUID(), 900)).status).toBe(404)
  for (let time = 0; time < 3; time++) expect((await add(id, 900, asha, 'one press')).status).toBe(200)
  expect((await add(id, 100)).status).toBe(200)
  expect(await inWallets()).toBe(1_000)
})

test.each([
  ['for the first addition of the day', 0],
  ['for later additions', 100],
])('concurrent additions never exceed the limit together: %s', async (_, before) => {
  const customers = []
  for (let n = 0; n < 8; n++) customers.push(await make.aCustomer())
  if (before > 0) await add(customers[0]?.id ?? '', before)
  // The first addition of the day has no row to lock yet.
  const lock =
    before > 0 ? sql`SELECT 1 FROM staff_coin_days FOR UPDATE` : sql`SELECT 1 FROM wallets FOR UPDATE`
  const answers = await raceOnLock(
    t,
    lock,
    customers.map(
      ({ id }) =>
        () =>
          add(id, 300),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(5)
  expect(await inWallets()).toBe(before + 900)
  expect(await findInvariantViolations(t.db)).toEqual([])
})
