import { api } from '@kirana/contract'
import type { Sent } from '@kirana/contract/wire/route'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { findAudit } from '../services/journal/audit-rows.ts'
import type { Credentials } from '../testing/app.ts'
import { emptyDatabase, migrations } from '../testing/database.ts'
import { staffApp } from '../testing/staff-app.ts'

const { t, make, staff: asha } = await staffApp()
let owner: Credentials
beforeEach(async () => {
  owner = await t.signIn.superadmin()
})

type Query = Sent<typeof api.audit.list>['query']
const list = (query: Query, page = 1) => t.call(api.audit.list, { params: { page }, query }, owner)
const calls = async (search: string, more: Query = {}) =>
  (await list({ search, ...more })).data.rows.map(({ call }) => call)

const change = (orderId: string, status: 'Prepeared' | 'Dispatched') =>
  t.call(api.orders.changeStatus, { params: { orderId, status }, query: {} }, asha)

test('finds entries by a part of an order id, a phone in any spelling, and names', async () => {
  const meera = await make.aCustomer({ fullName: 'Meera Nair', phone: '+919820098200' })
  const ravi = await make.aCustomer({ fullName: 'Ravi Kumar', phone: '+917000012345' })
  const keyed = { ...asha, headers: { ...asha.headers, 'idempotency-key': 'once' } }
  const [mine, other] = [await make.anOrder({ customer: meera }), await make.anOrder({ customer: ravi })]
  await change(mine._id, 'Prepeared')
  await change(mine._id, 'Dispatched')
  await change(other._id, 'Prepeared')
  await t.call(api.wallet.addCoins, { body: { userId: meera.id, point: 12 } }, keyed)
  await t.call(api.keywords.add, { body: { name: 'Meera', desc: '' } }, asha)

  expect(await calls(mine.order_id)).toEqual(['orders.changeStatus', 'orders.changeStatus'])
  expect(await calls(other.order_id.toLowerCase())).toEqual(['orders.changeStatus'])
  for (const phone of ['98200 98200', '+91 98200-98200', '9820098'])
    expect(await calls(phone)).toEqual(['wallet.addCoins', 'orders.changeStatus', 'orders.changeStatus'])
  expect(await calls('meera nair')).toEqual(['wallet.addCoins'])
  expect(await calls('Meera Nair', { call: 'orders.changeStatus' })).toEqual([])
  expect(await calls(mine.order_id, { from: '2020-01-01', to: '2020-01-31' })).toEqual([])
  expect(await calls('asha')).toHaveLength(5)
  expect(await calls('no such name')).toEqual([])
  expect(await calls('100% _')).toEqual([])
  expect((await calls('Meera Nair', { customers: 'true' })).every((call) => call !== 'keywords.add')).toBe(
    true,
  )
})

test('pages through what it finds, newest first, and exports it', async () => {
  const { id: userId } = await make.aCustomer({ fullName: 'Meera Nair' })
  await t.db
    .execute(sql`INSERT INTO audit_rows (id, request_id, role, person_id, person, call, object, before, after)
    SELECT gen_random_uuid(), n::text, 'staff', ${asha.id}, 'Asha', 'wallet.addCoins', ${userId},
      '{"points": 0}', '{"points": 5}' FROM generate_series(1, 70) n`)
  const [first, second] = [await list({ search: 'meera' }), await list({ search: 'meera' }, 2)]
  expect([first.data.rows.length, first.data.hasOlder]).toEqual([50, true])
  expect([second.data.rows.length, second.data.hasOlder]).toEqual([20, false])
  expect(new Set([...first.data.rows, ...second.data.rows].map(({ _id }) => _id)).size).toBe(70)
  const { raw } = await t.call(api.audit.export, { query: { search: 'meera' } }, owner)
  expect(raw.match(/wallet\.addCoins/g)).toHaveLength(70)
})

test('requires 3 characters, and runs three statements', async () => {
  for (const search of ['a', '7 '])
    expect(await list({ search })).toMatchObject({
      status: 400,
      message: 'Enter 3 characters or more to search',
    })
  const order = await make.anOrder()
  await change(order._id, 'Prepeared')
  // Session, entries, names.
  expect(await t.statements(() => list({ search: order.order_id }))).toHaveLength(3)
})

test('reads the indexes of the searched tables and of the log', async () => {
  // A separate database, because the clocks of other tests may have created and dropped months.
  const database = await emptyDatabase()
  await database.migrate(migrations)
  const { db } = database
  await db.execute(sql`INSERT INTO audit_rows (id, request_id, role, person_id, person, call, object)
    SELECT ('019a0000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'r', 'staff', ${asha.id}, 'Asha', 'charges.edit',
      gen_random_uuid()::text FROM generate_series(1, 20000) n`)
  await db.execute(sql`INSERT INTO users (id, full_name, phone, refer_code)
    SELECT gen_random_uuid(), md5(n::text), '+91' || (7000000000 + n), 'R' || n FROM generate_series(1, 20000) n`)
  // Pending entries of the trigram indexes would make the plans look expensive.
  await db.execute(sql`VACUUM (ANALYZE) audit_rows, users`)
  const everything = { person: '', call: '', object: '', from: '', to: '', customers: true }
  const query = findAudit(db, { ...everything, search: '98200 98200' }, { limit: 51, offset: 0 })
  const { rows } = await db.execute<{ 'QUERY PLAN': string }>(sql`EXPLAIN (COSTS OFF) ${query}`)
  const plan = rows.map((line) => line['QUERY PLAN']).join('\n')
  for (const index of [
    'users_phone_part',
    'users_name_part',
    'audit_object_before',
    'audit_person_before',
    'audit_rows_before_pkey',
  ])
    expect(plan).toContain(index)
  await database.close()
})
