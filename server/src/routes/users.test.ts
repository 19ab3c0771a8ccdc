import { api } from '@kirana/contract'
import { type SQL, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type Credentials, withHeaders } from '../testing/app.ts'
import { home } from '../testing/factories.ts'
import { containing, containingPhone } from '../services/shared/pages.ts'
import { staffApp } from '../testing/staff-app.ts'

const {
  t,
  make: { aCustomer, anOrder },
  staff: as,
} = await staffApp()

const list = (search = '', page: number | string = 1, by: Pick<Credentials, 'headers'> = as) =>
  t.call(api.users.list, { params: { page }, query: { search } }, by)
const found = async (search: string) => (await list(search)).data.data.map(({ phone }) => phone)

/** Inserts `count` customers with consecutive phones from `first`, oldest first. */
const manyCustomers = (count: number, first: number) =>
  t.db.execute(sql`
    WITH added AS (
      INSERT INTO users (id, phone, refer_code, created_at)
      SELECT ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, '+91' || ((${first}::bigint + n)::text), 'R' || (${first}::bigint + n), now()
      FROM generate_series(0, ${count - 1}) n RETURNING id
    ) INSERT INTO wallets (user_id) SELECT id FROM added`)

test('lists a customer with all fields', async () => {
  const customer = await aCustomer({ fullName: 'Meera Nair', coins: 120, money: 45_050 })
  const address = { ...home, landmark: 'Near the temple', state: 'Maharashtra' }
  await t.call(
    api.storeMe.edit,
    {
      body: {
        email: 'meera@example.in',
        gender: 'Female',
        country: 'India',
        fcmToken: 'token-1',
        addresses: [address, { ...address, houseNo: '7' }],
      },
    },
    customer,
  )
  const order = await anOrder({ customer })
  await t.call(
    api.orders.changeStatus,
    { params: { orderId: order._id, status: 'Delivered' }, query: {} },
    as,
  )
  await t.db.execute(sql`UPDATE wallets SET withdrawn_coins = 30, withdrawn_money = 12345`)
  const kept = { ...address, phone: '+919800000001', _id: expect.any(String) }
  expect((await list()).data).toEqual({
    totalPages: 1,
    data: [
      {
        _id: customer.id,
        fullName: 'Meera Nair',
        totalPayment: order.totalPrice,
        email: 'meera@example.in',
        phone: customer.user.phone,
        gender: 'Female',
        country: 'India',
        address: [kept, { ...kept, houseNo: '7' }],
        wallet: { point: 120, money: 450.5, withdrawalPoint: 30, withdrawalMoney: 123.45 },
        fcmToken: 'token-1',
        isErased: false,
      },
    ],
  })
})

test('unknown fields are empty', async () => {
  await aCustomer()
  expect((await list()).data.data).toMatchObject([
    { fullName: '', totalPayment: 0, email: '', gender: '', country: '', address: [], fcmToken: '' },
  ])
})

test.each(["O'Neill <b>% _ \\", 'मीरा नायर', 'n'.repeat(100)])(
  'stores the name %j unchanged',
  async (fullName) => {
    await aCustomer()
    await t.db.execute(sql`UPDATE users SET full_name = ${fullName}`)
    expect((await list()).data.data).toMatchObject([{ fullName }])
  },
)

test('lists customers newest first, 20 a page; a page past the end is empty and has the page count', async () => {
  await manyCustomers(41, 9_800_000_000)
  const pages = await Promise.all([1, 2, 3, 4, 1_000_000].map((page) => list('', page)))
  expect(pages.map(({ data }) => data.totalPages)).toEqual([3, 3, 3, 3, 3])
  const phones = pages.map(({ data }) => data.data.map(({ phone }) => phone))
  expect(phones.map(({ length }) => length)).toEqual([20, 20, 1, 0, 0])
  expect(phones.flat()).toEqual(Array.from({ length: 41 }, (_, i) => `+91${9_800_000_040 - i}`))
  expect((await list('98000000', 9)).data).toEqual({ data: [], totalPages: 3 })
  for (const page of ['0', '-1', '1.5', 'x', '1000001'])
    expect(await list('', page)).toMatchObject({ status: 400, message: 'Page is not valid' })
})

test('returns an empty list when there are no customers', async () => {
  expect((await list()).data).toEqual({ data: [], totalPages: 0 })
})

test('search matches any part of the phone in any notation', async () => {
  const one = await aCustomer({ phone: '+919876543210' })
  const { phone } = one.user
  await aCustomer({ phone: '+919811111111' })
  const spellings = ['9876543210', '+919876543210', '+91 98765-43210', '098765 43210', '00919876543210']
  for (const search of [...spellings, '3210', '98765', '098765', '+91 98765', '76'])
    expect(await found(search), search).toEqual([phone])
  expect(await found('9')).toHaveLength(2)
  expect(await found('9876500000')).toEqual([])
})

test('search treats wildcards, quotes and other scripts literally', async () => {
  await aCustomer()
  for (const search of ['%', '_', '%%%', '\\', 'मीरा', "' OR 1=1 --", '"', '🙂'])
    expect((await list(search)).data, search).toEqual({ data: [], totalPages: 0 })
  expect(await list('9'.repeat(101))).toMatchObject({
    status: 400,
    message: 'Search is at most 100 characters',
  })
})

test('only staff see customers', async () => {
  const customer = await aCustomer()
  const forged = withHeaders({ headers: {} }, { cookie: 'kirana_staff=nonsense' })
  for (const by of [{ headers: {} }, customer, await t.signIn.superadmin(), forged])
    expect([401, 403]).toContain((await list('', 1, by)).status)
})

test('a list runs one statement plus the session; the count of a large one is cached', async () => {
  await aCustomer()
  expect(await t.statements(() => list())).toHaveLength(1 + 1)
  expect(await t.statements(() => list('9876'))).toHaveLength(1 + 1)
  await manyCustomers(10_100, 7_000_000_000)
  const large = (page: number) => () => list('70000', page)
  expect(await t.statements(large(505))).toHaveLength(1 + 3)
  expect(await t.statements(large(505))).toHaveLength(1 + 1)
  expect((await large(506)()).data).toMatchObject({ totalPages: 505, data: [] })
  const last = await list('70000', 505)
  expect(last.data.data.at(-1)?.phone).toBe('+917000000000')
})

test.each(['3210', '98765', '+91 98765 43210'])('searches %s with the trigram index on phones', (search) =>
  t.database.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL enable_seqscan = off`)
    const { rows } = await tx.execute<{ 'QUERY PLAN': string }>(
      sql`EXPLAIN (COSTS OFF) SELECT u.id FROM users u WHERE ${containingPhone(sql`u.phone`, search)}`,
    )
    expect(rows.map((row) => row['QUERY PLAN']).join(' ')).toContain('users_phone_part')
  }),
)

test('sorts by name and by total payment over all pages', async () => {
  await manyCustomers(25, 9_810_000_000)
  await t.db.execute(sql`
    UPDATE users SET full_name = CASE customer_number % 3 WHEN 0 THEN 'asha' WHEN 1 THEN 'Meera' ELSE '' END,
      total_payment = customer_number % 4 * 1000`)
  const pagesOf = async (sort: 'name' | '-name' | 'payment' | '-payment') => {
    const pages = await Promise.all(
      [1, 2].map((page) => t.call(api.users.list, { params: { page }, query: { sort } }, as)),
    )
    return pages.flatMap(({ data }) => data.data.map(({ _id }) => _id))
  }
  const inOrder = async (by: SQL) => {
    const { rows } = await t.db.execute<{ id: string }>(sql`SELECT id FROM users ORDER BY ${by}, id`)
    return rows.map(({ id }) => id)
  }
  expect(await pagesOf('name')).toEqual(await inOrder(sql`lower(full_name)`))
  expect(await pagesOf('-payment')).toEqual((await inOrder(sql`total_payment`)).toReversed())
  expect(await t.statements(() => pagesOf('payment'))).toHaveLength(2 * (1 + 1))
})

test('finds customers by at least 3 characters of a name or phone, and lists those that begin with them first', async () => {
  const find = async (search: string) =>
    (await t.call(api.users.find, { query: { search } }, as)).data.map(({ fullName }) => fullName)
  const names = ['Meera Kumar', 'Kumari Rao', 'Anil KUMAR', 'Zoya']
  for (const [n, fullName] of names.entries()) await aCustomer({ fullName, phone: `+91987650000${n}` })
  expect(await find('kumar')).toEqual(['Kumari Rao', 'Anil KUMAR', 'Meera Kumar'])
  expect(await find('098765-00003')).toEqual(['Zoya'])
  for (const search of ['', 'ku', '%%%', '___', 'नहीं']) expect(await find(search), search).toEqual([])
  await t.db.execute(sql`UPDATE users SET erased_at = now() WHERE full_name = 'Zoya'`)
  expect(await find('zoya')).toEqual([])
  expect(await t.statements(() => find('kumar'))).toHaveLength(1 + 1)
})

test('names are searched on an index', async () => {
  const plan = await t.database.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL enable_seqscan = off`)
    const where = containing(sql`lower(u.full_name)`, 'Kumar')
    return tx.execute<{ 'QUERY PLAN': string }>(sql`EXPLAIN SELECT id FROM users u WHERE ${where} LIMIT 200`)
  })
  expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('users_name_part')
})

test('one customer has the fields of the list and more; an unknown one is a 404', async () => {
  const meera = await aCustomer({ fullName: 'Meera' })
  const get = (userId: string) => t.call(api.users.get, { params: { userId } }, as)
  const [row] = (await list()).data.data
  expect((await get(meera.id)).data).toEqual({
    ...row,
    customerId: expect.stringMatching(/\d/),
    referCode: meera.user.referCode,
    registeredAt: expect.stringMatching(/^20.*Z$/),
  })
  expect((await get('01a1fd41-f2a3-769d-9900-17803f8126b3')).status).toBe(404)
})
