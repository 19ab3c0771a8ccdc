import { api } from '@kirana/contract'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PaymentProvider } from '../services/payments/provider.ts'
import { ownPlace } from '../services/people/hashing.ts'
import { type Credentials, password, testApp, withHeaders } from '../testing/app.ts'
import { factories } from '../testing/factories.ts'
import { banners } from '../tables/banners.ts'
import { turnsOn } from './limits.ts'
import { cookiesOf, withApp } from '../testing/second-factor.ts'

const t = await testApp({ config: { trustProxy: 'on' } })
afterAll(t.close)
beforeEach(t.database.reset)

let release = async () => {}
afterEach(() => release())
/** Occupies all places for concurrent hashing until `release` is called. */
function blockHashing() {
  const gate = Promise.withResolvers<void>()
  const blocked = ownPlace.run((inTurn) => Promise.all([1, 2].map(() => inTurn(() => gate.promise))))
  release = async () => {
    gate.resolve()
    await blocked
  }
}

/** The numbers of calls that have a turn at the database and that wait for one. */
async function load() {
  const { body } = await t.app.inject('/metrics')
  const read = (name: string) => Number(new RegExp(`^${name} (\\d+)`, 'm').exec(body)?.[1])
  return [read('kirana_calls_running'), read('kirana_calls_waiting')]
}

type Sign = { from?: string; username?: string; typed?: string; cookie?: string }
const login = ({ from = '2001:db8:1::1', username = 'asha', typed = 'wrong', cookie = '' }: Sign) =>
  t.call(
    api.staff.login,
    { body: { username, password: typed } },
    { headers: { 'x-forwarded-for': from, cookie } },
  )
type Answer = Awaited<ReturnType<typeof login>>
const outcome = ({ status, headers }: Pick<Answer, 'status' | 'headers'>) => [status, headers['retry-after']]
const household = (network: number, n: number) => `2001:db8:${network.toString(16)}:${n.toString(16)}::1`
/** The answers that have arrived so far. */
function answersOf<T>(calls: readonly Promise<T>[]) {
  const answers: T[] = []
  for (const call of calls) void call.then((answer) => answers.push(answer))
  return answers
}
/** Waits until none of the calls has a turn, and checks that none of them has ended. */
async function allWait(calls: readonly Promise<unknown>[]) {
  const answers = answersOf(calls)
  // A call that has just arrived is not counted yet, so the state must hold several times in a row.
  for (let quiet = 0; quiet < 5; quiet++) {
    await expect
      .poll(async () => {
        const [running, queued] = await load()
        return { running, waiting: queued, ended: answers.length }
      })
      .toEqual({ running: 0, waiting: 0, ended: 0 })
    await new Promise((next) => setTimeout(next, 20))
  }
}
const staffPassword = (as: Credentials) =>
  t.call(api.staff.changePassword, { body: { password: 'Better@123' } }, as)

test('a call that waits for a hash holds no turn, and others are served', async () => {
  const [asha, ravi, meera] = [
    await t.signIn.staff(),
    await t.signIn.staff('ravi'),
    await t.signIn.staff('meera'),
  ]
  const superadmin = await t.signIn.superadmin()
  const customer = await t.signIn.customer()
  const app = await withApp(t, asha)
  const half = { headers: cookiesOf(await login({ typed: password })) }
  const [recoveryCode = ''] = app.recoveryCodes
  blockHashing()
  const proof = { code: app.code() }
  const person = { name: 'Nita', username: 'nita', email: '', password: 'Better@123' }
  const own = { params: { id: superadmin.id }, body: { username: 'superadmin', password: 'Better@123' } }
  const calls = {
    unknown: login({ username: 'nobody' }),
    wrong: login({}),
    recovery: t.call(api.staffSecurity.signIn, { body: { code: recoveryCode } }, half),
    newCodes: t.call(api.staffSecurity.newRecoveryCodes, { body: { proof } }, asha),
    ownPassword: t.call(api.staffSecurity.startTotp, { body: { password } }, ravi),
    change: staffPassword(meera),
    add: t.call(api.staff.add, { body: person }, superadmin),
    reset: t.call(
      api.staff.resetPassword,
      { body: { staffId: ravi.id, password: 'Better@123' } },
      superadmin,
    ),
    superadmin: t.call(api.superadmin.changePassword, own, superadmin),
  }
  await allWait(Object.values(calls))
  expect((await t.call(api.storeMe.get, {}, customer)).status).toBe(200)
  expect((await t.call(api.keywords.list, {}, asha)).status).toBe(200)
  await release()
  const statuses = await Promise.all(
    Object.entries(calls).map(async ([name, call]) => [name, (await call).status]),
  )
  expect(Object.fromEntries(statuses)).toMatchObject({
    unknown: 401,
    wrong: 401,
    recovery: 200,
    newCodes: 200,
    change: 200,
    add: 200,
  })
  expect((await calls.unknown).raw).toBe((await calls.wrong).raw)
})

test('logins from changing /64s of one /48 wait as one network; a known browser and other networks are accepted', async () => {
  await t.signIn.staff()
  const [, device = ''] = cookiesOf(await login({ typed: password })).cookie.split('; ')
  blockHashing()
  const storm = Array.from({ length: 25 }, (_, n) => login({ from: household(1, n), username: `n${n}` }))
  const refused = answersOf(storm)
  await expect.poll(() => refused.map(outcome)).toEqual(Array.from({ length: 5 }, () => [429, '1']))
  const known = login({ from: household(1, 99), typed: password, cookie: device })
  const elsewhere = login({ from: household(2, 1), typed: password })
  await allWait([known, elsewhere])
  expect(refused).toHaveLength(5)
  await release()
  expect([(await known).status, (await elsewhere).status]).toEqual([200, 200])
  const statuses = (await Promise.all(storm)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(20)
  const { rows } = await t.db.execute(
    sql`SELECT misses FROM attempts WHERE key = 'staff:network:2001:db8:1::/48'`,
  )
  expect(rows).toEqual([{ misses: 20 }])
})

test('logins from many networks fill the queue of unknown browsers, but not that of known browsers and staff', async () => {
  const asha = await t.signIn.staff()
  const [, device = ''] = cookiesOf(await login({ typed: password })).cookie.split('; ')
  blockHashing()
  const storm = Array.from({ length: 85 }, (_, n) => login({ from: household(Math.floor(n / 20), n) }))
  const refused = answersOf(storm)
  await expect.poll(() => refused.map(outcome)).toEqual(Array.from({ length: 5 }, () => [503, '1']))
  const known = [login({ typed: password, cookie: device }), staffPassword(await t.signIn.staff('ravi'))]
  await allWait(known)
  expect((await t.call(api.keywords.list, {}, asha)).status).toBe(200)
  await release()
  for (const call of known) expect((await call).status).toBe(200)
  await Promise.all(storm)
})

test('wrong passwords from changing /64s are counted for their /48', async () => {
  await t.signIn.staff()
  await login({ from: household(1, 1) })
  await t.db.execute(sql`UPDATE attempts SET misses = 99 WHERE key LIKE 'staff:network:%'`)
  expect((await login({ from: household(1, 2) })).status).toBe(401)
  expect(outcome(await login({ from: household(1, 3), typed: password }))).toEqual([429, '1'])
  expect((await login({ from: household(2, 1), typed: password })).status).toBe(200)
})

test('many /64 networks of one /48 share one turn, so that other callers need not wait for them', async () => {
  const quote = { items: [], pincode: '400001' }
  const ask = (n: number, network = 1) =>
    t.call(
      api.storeOrders.quote,
      { body: quote },
      withHeaders({ headers: {} }, { 'x-forwarded-for': household(network, n) }),
    )
  const flood = Array.from({ length: 300 }, (_, n) => ask(n))
  const answers = answersOf(flood)
  // Lets the flood enter the queue first.
  await new Promise((next) => setImmediate(next))
  expect((await ask(1, 2)).status).toBe(400)
  expect(answers.filter(({ status }) => status === 400).length).toBeLessThan(100)
  const statuses = (await Promise.all(flood)).map(({ status }) => status)
  const { runningPerCaller, waitingPerCaller } = turnsOn[t.database.engine].lanes.customers
  expect(statuses.filter((status) => status === 429)).toHaveLength(300 - runningPerCaller - waitingPerCaller)
})

/** A promise that waits until `release` is called. */
function hanging() {
  const gate = Promise.withResolvers<void>()
  release = async () => gate.resolve()
  return gate.promise
}

test('placing an online order releases the database turn while the provider is called; ten at once per customer', async () => {
  const make = factories(t)
  await make.aPincode()
  const items = [(await make.aProduct()).item()]
  const [asha, ravi] = [await make.aCustomer(), await make.aCustomer()]
  const gate = hanging()
  const openCheckout = ({ receipt }: { receipt: string }) => gate.then(() => `order_${receipt}`)
  const provider = { name: 'razorpay', keyId: 'key', checkSeconds: 180, openCheckout }
  t.context.payments.provider = provider as unknown as PaymentProvider
  const place = (customer: typeof asha) => make.tryOrder({ customer, items, payment: 'online' })
  const calls = [...Array.from({ length: 10 }, () => place(asha)), place(ravi)]
  await allWait(calls)
  expect(outcome(await place(asha))).toEqual([429, '1'])
  expect((await t.call(api.storeMe.get, {}, ravi)).status).toBe(200)
  expect((await t.call(api.storeMe.get, {}, await make.aCustomer())).status).toBe(200)
  await release()
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 200))
  expect((await place(asha)).status).toBe(200)
  t.context.payments.provider = null
})

test('deleting a picture releases the database turn while the file storage works', async () => {
  const staff = await t.signIn.staff()
  const image = await factories(t).aPicture()
  const [banner] = await t.db.insert(banners).values({ image }).returning()
  const gate = hanging()
  const removed = vi.spyOn(t.context.files, 'remove').mockImplementation(() => gate)
  const call = t.call(api.banners.remove, { params: { id: banner?.id ?? '' } }, staff)
  await allWait([call])
  expect(removed).toHaveBeenCalledOnce()
  await release()
  expect((await call).status).toBe(200)
  removed.mockRestore()
})
