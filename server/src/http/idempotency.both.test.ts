import { api } from '@kirana/contract'
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { claimKey, earlierAnswer, keepAnswer, KeyUsed, repeatable } from '../request/idempotency.ts'
import { wrapTransactions, withHeaders, testApp } from '../testing/app.ts'
import { factories, home } from '../testing/factories.ts'
import { onServer } from '../testing/on-server.ts'

const t = await testApp()
const make = factories(t)
afterAll(t.close)
beforeEach(async () => {
  await t.database.reset()
  await make.aPincode()
})

const count = async (table: string) =>
  (await t.db.execute<{ n: number }>(sql.raw(`SELECT count(*)::int AS n FROM ${table}`))).rows[0]?.n

test('places one order and charges it once for the same key', async () => {
  const customer = await make.aCustomer({ money: 20_000 })
  const items = [(await make.aProduct()).item()]
  const place = () => make.tryOrder({ customer, items, payment: 'wallet', key: 'tap' })
  const answers = [await place(), await place(), await place()]
  for (const { data, message } of answers)
    expect({ data, message }).toEqual({ data: answers[0]?.data, message: 'Order placed successfully' })
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect([await count('orders'), await count("audit_rows WHERE call = 'storeOrders.place'")]).toEqual([1, 1])
  const { rows } = await t.db.execute(sql`SELECT money::int FROM wallets WHERE user_id = ${customer.id}`)
  expect(rows).toEqual([{ money: 15_000 }])
})

test('rejects the same key with different content', async () => {
  const customer = await make.aCustomer()
  const items = [(await make.aProduct()).item()]
  await make.tryOrder({ customer, items, key: 'tap' })
  const other = await make.tryOrder({ customer, items: [{ ...items[0], quantity: 2 }] as never, key: 'tap' })
  expect(other).toMatchObject({ status: 422, code: 'key-reused' })
  expect(await count('orders')).toBe(1)
})

test('rejects a second request while the first is in progress, and accepts it later', async () => {
  const customer = await make.aCustomer()
  const items = [(await make.aProduct()).item()]
  const place = () => make.tryOrder({ customer, items, key: 'tap' })
  const { transaction } = t.database
  let releasePictures = () => {}
  let entered = () => {}
  const inside = new Promise<void>((resolve) => (entered = resolve))
  const gate = new Promise<void>((resolve) => (releasePictures = resolve))
  const restore = wrapTransactions(t.context, async (work) => {
    entered()
    await gate
    return transaction(work)
  })
  const first = place()
  await inside
  const second = await place()
  restore()
  releasePictures()
  expect(second).toMatchObject({ status: 409, code: 'in-flight' })
  expect(second.headers['retry-after']).toBe('1')
  expect((await first).status).toBe(200)
  expect((await place()).data).toEqual((await first).data)
  expect(await count('orders')).toBe(1)
})

onServer(() => {
  test('rejects a request that another process is handling', async () => {
    const customer = await make.aCustomer()
    const scope = `customer:${customer.id} storeOrders.place`
    await t.database.transaction(async (tx) => {
      await tx.execute(
        sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${scope} ${repeatable(scope, 'tap', null).key}`}, 0))`,
      )
      expect(await make.tryOrder({ customer, key: 'tap' })).toMatchObject({ status: 409, code: 'in-flight' })
    })
    expect((await make.tryOrder({ customer, key: 'tap' })).status).toBe(200)
  })
})

test('accepts the key of a failed call again', async () => {
  const customer = await make.aCustomer()
  const items = [(await make.aProduct()).item()]
  const { name: coupon } = await make.aCoupon({ isActive: false })
  const place = () => make.tryOrder({ customer, items, coupon, key: 'tap' })
  expect((await place()).status).toBe(422)
  await t.db.execute(sql`UPDATE coupons SET is_active = true`)
  expect((await place()).status).toBe(200)
})

test('separates keys by caller and call', async () => {
  const [one, two] = [await make.aCustomer(), await make.aCustomer()]
  const items = [(await make.aProduct()).item()]
  const first = await make.tryOrder({ customer: one, items, key: 'tap' })
  const second = await make.tryOrder({ customer: two, items, key: 'tap' })
  expect(second.data._id).not.toBe(first.data._id)
  const cancel = { params: { id: first.data._id } }
  const canceled = await t.call(
    api.storeOrders.cancel,
    cancel,
    withHeaders(one, { 'idempotency-key': 'tap' }),
  )
  expect(canceled.data.delivaryStatus).toBe('Canceled')
})

test('requires a key of valid length for an order', async () => {
  const customer = await make.aCustomer()
  const body = { items: [(await make.aProduct()).item()], address: home, payment: 'cod' as const }
  const place = (as: { headers: Record<string, string> }) => t.call(api.storeOrders.place, { body }, as)
  expect(await place(customer)).toMatchObject({
    status: 400,
    message: 'The header Idempotency-Key is required',
  })
  expect((await place(withHeaders(customer, { 'idempotency-key': 'k'.repeat(201) }))).status).toBe(400)
  expect(await count('orders')).toBe(0)
})

test('applies a key to every other POST', async () => {
  const superadmin = await t.signIn.superadmin()
  const as = withHeaders(superadmin, { 'idempotency-key': 'save' })
  const body = { name: 'Asha', email: '', username: 'asha', password: 'Right@123' }
  for (let i = 0; i < 3; i++) expect((await t.call(api.staff.add, { body }, as)).status).toBe(200)
  expect(await count('staff')).toBe(1)
  expect((await t.call(api.staff.add, { body }, superadmin)).status).toBe(409)
  const { rows } = await t.db.execute(sql`SELECT to_jsonb(k) AS row FROM idempotency_keys k`)
  expect(JSON.stringify(rows)).not.toContain('Right@123')
})

test('stores nothing from which a password could be derived', async () => {
  const superadmin = await t.signIn.superadmin()
  const body = { name: 'Asha', email: '', username: 'asha', password: 'Right@123' }
  await t.call(api.staff.add, { body }, withHeaders(superadmin, { 'idempotency-key': 'a-key-of-chance' }))
  const { rows } = await t.db.execute(sql`SELECT to_jsonb(k) AS row FROM idempotency_keys k`)
  const guess = JSON.stringify([undefined, undefined, body, undefined])
  expect(JSON.stringify(rows)).not.toContain(createHash('sha256').update(guess).digest('hex'))
  expect(JSON.stringify(rows)).not.toContain('a-key-of-chance')
})

test('does not store the token of a sign-in', async () => {
  const phone = '+919800000001'
  const customer = await t.signIn.customer(phone)
  await t.call(api.storeSession.sendCode, { body: { phone } })
  const code = t.codes.get(phone) ?? ''
  const as = withHeaders(customer, { 'idempotency-key': 'again' })
  expect((await t.call(api.storeSession.signIn, { body: { phone, code } }, as)).status).toBe(200)
  expect(await count('idempotency_keys')).toBe(0)
})

test('rolls back a request that another process has finished first', async () => {
  const [tap, now] = [repeatable('customer:1 storeOrders.place', 'tap', {}), t.context.now()]
  await t.database.transaction(async (tx) => {
    await claimKey(tx, tap, now)
    await keepAnswer(tx, tap, { data: 1 })
  })
  const again = t.database.transaction(async (tx) => {
    await claimKey(tx, tap, now)
    // The work of the call does not wait for the claim.
    await tx.execute(sql`DELETE FROM pincodes`)
  })
  await expect(again).rejects.toBeInstanceOf(KeyUsed)
  expect([await count('idempotency_keys'), await count('pincodes')]).toEqual([1, 1])
  expect(await earlierAnswer(t.db, tap)).toEqual({ data: 1 })
})

test('answers 409 when a used key is gone before its answer is read', async () => {
  const gone = repeatable('customer:1 storeOrders.place', 'tap', {})
  await expect(earlierAnswer(t.db, gone)).rejects.toMatchObject({
    status: 409,
    code: 'in-flight',
  })
})
