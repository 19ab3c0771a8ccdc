import { api } from '@kirana/contract'
import { afterAll, expect, test } from 'vitest'
import { type Credentials, password, withHeaders, testApp } from '../testing/app.ts'
import { factories, home } from '../testing/factories.ts'
import { plain } from '../testing/files/bad-files.ts'
import { fileOf, photo, storedFiles } from '../testing/files/pictures.ts'

// All callers have the same address, unless a test sets another one.
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

/** How many calls of a flood were answered before `call`, which was sent last. */
async function answeredBefore(
  flood: (n: number) => Promise<unknown>,
  call: () => Promise<{ status: number }>,
) {
  let answered = 0
  const calls = Array.from({ length: FLOOD }, (_, n) => flood(n).then(() => answered++))
  // Lets the flood enter the queues first.
  await new Promise((next) => setImmediate(next))
  const answer = await call()
  const before = answered
  await Promise.all(calls)
  expect(answer.status).toBe(200)
  return before
}

test('serves staff and customers during a flood of anonymous calls', async () => {
  const [staff, customer] = [await t.signIn.staff(), await t.signIn.customer()]
  for (const call of [() => listOrders(staff), () => readMe(customer)]) {
    await call()
    expect(await answeredBefore(() => quote(nobody), call)).toBeLessThan(FLOOD / 3)
  }
})

test('serves everyone else during a flood by one customer', async () => {
  const [staff, meera] = [await t.signIn.staff(), await t.signIn.customer()]
  const ravi = await t.signIn.customer('+919800000002')
  await Promise.all([listOrders(staff), readMe(meera), readMe(ravi)])
  for (const call of [() => listOrders(staff), () => saveMe(ravi), () => quote(nobody)])
    expect(await answeredBefore(() => saveMe(meera), call)).toBeLessThan(FLOOD / 3)
})

test('counts invalid tokens as one caller, and serves staff during their flood', async () => {
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

test('serves a session that is new to the process during a flood', async () => {
  const staff = await t.signIn.staff()
  expect(
    await answeredBefore(
      () => quote(nobody),
      () => listOrders(staff),
    ),
  ).toBeLessThan(FLOOD / 3)
})

test('serves a sign-in during a flood of reads from the same address', async () => {
  await t.signIn.staff()
  const signIn = () => t.call(api.staff.login, { body: { username: 'asha', password } })
  expect(await answeredBefore(() => quote(nobody), signIn)).toBeLessThan(FLOOD)
})

test("checks staff's pictures while a customer's slow ones wait", async () => {
  const [staff, customer] = [await t.signIn.staff(), await t.signIn.customer('+919800000003')]
  const productId = (await make.aProduct()).id
  // 25 megapixels, the most that are accepted.
  const slow = fileOf(await plain(5_000, 5_000).png().toBuffer())
  const images = await Promise.all([1, 2, 3, 4, 5].map((n) => photo(40 + n)))
  const finished: string[] = []
  const lists = [1, 2, 3].map(async () => {
    const { status } = await t.call(api.storeManualOrders.add, { body: {}, files: [slow, slow] }, customer)
    finished.push(`list ${status}`)
  })
  await expect.poll(async () => (await storedFiles(t)).incoming.length).toBe(6)
  expect((await t.call(api.productImages.add, { body: { productId }, files: images }, staff)).status).toBe(
    200,
  )
  finished.push('images')
  await Promise.all(lists)
  expect(finished).toEqual(['images', 'list 200', 'list 200', 'list 200'])
})
