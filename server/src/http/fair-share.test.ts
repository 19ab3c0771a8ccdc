import { api } from '@kirana/contract'
import { afterAll, expect, test } from 'vitest'
import { type Credentials, password, withHeaders, testApp } from '../testing/app.ts'
import { factories, home } from '../testing/factories.ts'

// But where a test says otherwise, everybody comes from one address, as in a trial.
const t = await testApp({ config: { trustProxy: 'on' } })
const make = factories(t)
afterAll(t.close)
await make.aPincode()
const item = (await make.aProduct()).item()
const nobody: Pick<Credentials, 'headers'> = { headers: {} }

const quote = (as: typeof nobody) =>
  t.call(api.storeOrders.quote, { body: { items: [item], pincode: home.pincode } }, as)
const listOrders = (as: typeof nobody) => t.call(api.orders.list, { params: { page: 1 }, query: {} }, as)
const saveMe = (as: Credentials) => t.call(api.storeMe.edit, { body: { fullName: 'Meera' } }, as)
const readMe = (as: Credentials) => t.call(api.storeMe.get, {}, as)

const FLOOD = 120

/** How many calls of a flood were answered before `call`, which came after all of them. */
async function answeredBefore(
  flood: (n: number) => Promise<unknown>,
  call: () => Promise<{ status: number }>,
) {
  let answered = 0
  const calls = Array.from({ length: FLOOD }, (_, n) => flood(n).then(() => answered++))
  // Until the flood is in the queues.
  await new Promise((next) => setImmediate(next))
  const answer = await call()
  const before = answered
  await Promise.all(calls)
  expect(answer.status).toBe(200)
  return before
}

test("strangers' flood does not stand before staff or customers", async () => {
  const [staff, customer] = [await t.signIn.staff(), await t.signIn.customer()]
  for (const call of [() => listOrders(staff), () => readMe(customer)]) {
    await call()
    expect(await answeredBefore(() => quote(nobody), call)).toBeLessThan(FLOOD / 3)
  }
})

test("one customer's flood does not stand before another, nor before staff or strangers", async () => {
  const [staff, meera] = [await t.signIn.staff(), await t.signIn.customer()]
  const ravi = await t.signIn.customer('+919800000002')
  await Promise.all([listOrders(staff), readMe(meera), readMe(ravi)])
  for (const call of [() => listOrders(staff), () => saveMe(ravi), () => quote(nobody)])
    expect(await answeredBefore(() => saveMe(meera), call)).toBeLessThan(FLOOD / 3)
})

test('invented tokens are one caller, whose flood does not stand before staff', async () => {
  const invented = (n: number) => withHeaders(nobody, { authorization: `Bearer invented-token-number-${n}` })
  const known = await t.signIn.staff()
  await listOrders(known)
  const elsewhere = withHeaders(await t.signIn.staff('ravi'), { 'x-forwarded-for': '10.0.0.9' })
  for (const as of [known, elsewhere])
    expect(
      await answeredBefore(
        (n) => quote(invented(n)),
        () => listOrders(as),
      ),
    ).toBeLessThan(FLOOD / 3)
})

test('a session that this process sees for the first time waits behind no flood', async () => {
  const staff = await t.signIn.staff()
  expect(
    await answeredBefore(
      () => quote(nobody),
      () => listOrders(staff),
    ),
  ).toBeLessThan(FLOOD / 3)
})

test('who signs in does not stand behind what the same address reads', async () => {
  await t.signIn.staff()
  const signIn = () => t.call(api.staff.login, { body: { username: 'asha', password } })
  expect(await answeredBefore(() => quote(nobody), signIn)).toBeLessThan(FLOOD)
})
