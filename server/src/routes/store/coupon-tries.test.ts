import { api } from '@kirana/contract'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { wrongPerAddress, wrongPerCustomer } from '../../services/people/coupon-tries.ts'
import { testApp, withHeaders } from '../../testing/app.ts'
import { factories, home } from '../../testing/factories.ts'
import { raceOnLock } from '../../testing/races/race-on-lock.ts'

const t = await testApp({ config: { trustProxy: 'on' } })
const make = factories(t)
afterAll(t.close)

let rice: Awaited<ReturnType<typeof make.aProduct>>
let customer: Awaited<ReturnType<typeof make.aCustomer>>
beforeEach(async () => {
  await t.database.reset()
  t.clock.set('2026-11-21T13:00:00+05:30')
  await make.aPincode()
  rice = await make.aProduct()
  customer = await make.aCustomer()
})

type As = { headers: Record<string, string> }
const from = (address: string, as: As = { headers: {} }) => withHeaders(as, { 'x-forwarded-for': address })
const quote = (coupon: string, as: As = customer) =>
  t.call(api.storeOrders.quote, { body: { items: [rice.item()], pincode: home.pincode, coupon } }, as)
const guess = async (times: number, as: As = customer) => {
  for (let n = 0; n < times; n++) expect((await quote(`GUESS${n}`, as)).status).toBe(200)
}
const blocked = {
  status: 429,
  code: 'slow-down',
  message: 'Too many attempts. Please try again in 60 seconds',
}

test('a customer who guesses coupon names must wait, and until then right names are not confirmed, either', async () => {
  const { name } = await make.aCoupon({ isPublic: false })
  await guess(wrongPerCustomer.free)
  const refused = await quote('GUESS')
  expect(refused).toMatchObject(blocked)
  expect(refused.headers['retry-after']).toBe('60')
  expect((await quote(name)).status).toBe(429)
  expect((await quote(name, from('203.0.113.9', customer))).status).toBe(429)
  // A cart without a name is no guess, and other customers are not delayed.
  expect((await quote('')).status).toBe(200)
  expect((await quote(name, await make.aCustomer())).data.discount).toBe(10)
  t.clock.pass(1)
  expect((await quote(name)).data.discount).toBe(10)
})

test('a right name costs far less than a wrong one', async () => {
  const { name } = await make.aCoupon()
  const expired = await make.aCoupon({ days: 1 })
  t.clock.pass(2 * 24 * 60)
  for (let n = 0; n < 3 * wrongPerCustomer.free; n++) expect((await quote(name)).status).toBe(200)
  for (let n = 0; n < 3 * wrongPerCustomer.free; n++)
    expect((await quote(expired.name)).data.notes).toEqual(['This coupon has expired'])
  await guess(wrongPerCustomer.free)
  expect((await quote('GUESS')).status).toBe(429)
})

test('orders count their coupon names with the quotes', async () => {
  const { name: coupon } = await make.aCoupon()
  for (let n = 0; n < wrongPerCustomer.free; n++)
    expect(await make.tryOrder({ customer, items: [rice.item()], coupon: `GUESS${n}` })).toMatchObject({
      status: 422,
      message: 'There is no coupon of this name',
    })
  expect(await make.tryOrder({ customer, items: [rice.item()], coupon })).toMatchObject(blocked)
  expect((await quote(coupon)).status).toBe(429)
  expect((await make.tryOrder({ customer, items: [rice.item()] })).status).toBe(200)
  t.clock.pass(1)
  expect((await make.tryOrder({ customer, items: [rice.item()], coupon })).status).toBe(200)
})

test('guesses without a token count for their address', async () => {
  const nobody = from('203.0.113.7')
  await guess(wrongPerAddress.free, nobody)
  expect((await quote('GUESS', nobody)).status).toBe(429)
  expect((await quote('GUESS', from('203.0.113.8'))).status).toBe(200)
  expect((await quote('GUESS', from('203.0.113.7', customer))).status).toBe(200)
})

test('guesses at the same time do not bypass the limit', async () => {
  await guess(wrongPerCustomer.free - 3)
  const lock = sql`SELECT 1 FROM attempts FOR UPDATE`
  const guesses = Array.from({ length: 10 }, (_, n) => () => quote(`PARALLEL${n}`))
  const answers = await raceOnLock(t, lock, guesses)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
})
