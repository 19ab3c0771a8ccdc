import { api } from '@kirana/contract'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contactDeadline } from '../tables/contact-messages.ts'
import { type Credentials, testApp } from '../testing/app.ts'
import { factories } from '../testing/factories.ts'

const t = await testApp()
afterAll(t.close)

const SENT = 12_000
let staff: Credentials
let phone: string

/** 12,000 withdrawals of ₹1 to ₹12,000 by 20 customers, every other one paid out, and as many messages. */
async function aBusyYear() {
  await t.database.reset()
  staff = await t.signIn.staff()
  const make = factories(t)
  const customers = []
  for (let n = 0; n < 20; n++) customers.push(await make.aCustomer())
  phone = customers[7]?.user.phone ?? ''
  const ids = JSON.stringify(customers.map(({ id }) => id))
  await t.db.execute(sql`
    WITH asked AS (
      INSERT INTO withdrawals (id, user_id, amount, upi_id, created_at, done_at)
      SELECT lpad(to_hex(n), 32, '0')::uuid, (${ids}::jsonb ->> (n % 20))::uuid, n * 100, 'ravi@upi', now(),
        CASE WHEN n % 2 = 0 THEN now() END
      FROM generate_series(1, ${SENT}) n RETURNING id, done_at)
    INSERT INTO transactions (id, withdrawal_id, reason, by) SELECT id, id, 'In cash', 'Asha' FROM asked WHERE done_at IS NOT NULL`)
  await t.db.execute(sql`
    INSERT INTO contact_messages (id, name, phone, message, state, created_at)
    SELECT lpad(to_hex(n), 32, '0')::uuid, 'M' || n, '+919820098200', 'Where is my order?',
      CASE n % 10 WHEN 0 THEN 'new' WHEN 1 THEN 'in-work' ELSE 'answered' END,
      ${t.context.now().toISOString()}::timestamptz - (${SENT} - n) * interval '1 minute'
    FROM generate_series(1, ${SENT}) n`)
  await t.db.execute(sql`ANALYZE withdrawals, transactions, contact_messages, users`)
}

beforeAll(aBusyYear)

const calls = {
  withdrawals: { specified: api.withdrawals.list, paged: api.withdrawals.page, rows: SENT },
  transanctions: { specified: api.withdrawals.transactions, paged: api.withdrawals.payouts, rows: SENT / 2 },
  contact: { specified: api.contact.list, paged: api.contact.page, rows: SENT },
}

test.each(Object.entries(calls))(
  '%s: the specified call has the newest 500 and the total',
  async (_, list) => {
    const { specified, paged, rows } = list
    let answer: { data: { _id: string }[]; raw: string } | undefined
    const statements = await t.statements(async () => (answer = await t.call(specified, {}, staff)))
    expect(statements.length).toBeLessThanOrEqual(1 + 3)
    expect(answer?.data).toHaveLength(500)
    expect(JSON.parse(answer?.raw ?? '')).toMatchObject({ total: rows, message: 'OK' })
    expect(Buffer.byteLength(answer?.raw ?? '')).toBeLessThan(250_000)

    const newest = answer?.data.map(({ _id }) => _id) ?? []
    expect(newest).toEqual(newest.toSorted().toReversed())
    const page = async (number: number) =>
      (await t.call(paged, { params: { page: number }, query: {} }, staff)).data
    const [first, last] = [await page(1), await page(rows / 20)]
    expect(first.data.map(({ _id }) => _id)).toEqual(newest.slice(0, 20))
    expect([first.totalPages, last.data.length, (await page(rows / 20 + 1)).data]).toEqual([
      rows / 20,
      20,
      [],
    ])
    expect((await t.statements(() => page(3))).length).toBeLessThanOrEqual(1 + 3)
  },
)

test('withdrawals are found by phone and state, and sorted by amount', async () => {
  type Query = { search?: string; state?: '' | 'waiting' | 'done'; sort?: '' | 'date' | 'amount' | '-amount' }
  const page = async (query: Query) =>
    (await t.call(api.withdrawals.page, { params: { page: 1 }, query }, staff)).data
  const amounts = async (query: Query) => (await page(query)).data.slice(0, 3).map(({ amount }) => amount)
  const mine = await page({ search: phone.slice(-10) })
  expect(mine.totalPages).toBe(SENT / 20 / 20)
  expect(new Set(mine.data.map(({ user }) => user.phone))).toEqual(new Set([phone]))
  expect(await amounts({ sort: 'amount' })).toEqual([1, 2, 3])
  expect(await amounts({ sort: '-amount', state: 'waiting' })).toEqual([11_999, 11_997, 11_995])
  expect(await amounts({ sort: 'date', state: 'done' })).toEqual([2, 4, 6])
  const paid = { params: { page: 1 }, query: { sort: '-amount' as const, search: phone.slice(-10) } }
  expect((await t.call(api.withdrawals.payouts, paid, staff)).data.data).toEqual([])
  const { data } = await t.call(api.withdrawals.payouts, { ...paid, query: { sort: 'amount' } }, staff)
  expect(data.data.slice(0, 2)).toMatchObject([
    { amount: 2, isDone: true, reason: 'In cash', supportingDocs: [] },
    { amount: 4 },
  ])
  const wrong = { params: { page: 1 }, query: { state: 'open' as 'done' } }
  expect((await t.call(api.withdrawals.page, wrong, staff)).status).toBe(400)
})

test('messages are found by state, and sorted by their next deadline', async () => {
  type Query = { state?: '' | 'new' | 'in-work' | 'answered' | 'overdue'; sort?: '' | 'due' }
  const page = async (query: Query, number = 1) =>
    (await t.call(api.contact.page, { params: { page: number }, query }, staff)).data
  for (const state of ['new', 'in-work', 'answered'] as const) {
    const { data, totalPages } = await page({ state })
    expect(data.every((message) => message.state === state)).toBe(true)
    expect(totalPages).toBe((SENT / 20) * (state === 'answered' ? 0.8 : 0.1))
  }
  // 12,000 minutes are less than 9 days: messages in work are not overdue, new ones are after 48 hours.
  const late = await page({ state: 'overdue', sort: 'due' })
  expect(late.data.every(({ isOverdue, state }) => isOverdue && state === 'new')).toBe(true)
  expect(late.totalPages).toBe(Math.ceil((SENT - 48 * 60) / 10 / 20))
  const all = [...(await page({ sort: 'due' })).data, ...(await page({ sort: 'due' }, 120)).data]
  const due = all.map(({ dueAt }) => dueAt ?? '')
  expect(due).toEqual(due.toSorted((one, other) => one.localeCompare(other)))
  const answered = (await page({ sort: 'due' }, 121)).data
  expect(answered.map(({ dueAt }) => dueAt)).toEqual(answered.map(() => null))
  expect(answered[0]?.ticket).toBe('KM-011999')
})

test.each([
  ['contact_messages_due', sql`FROM contact_messages c ORDER BY (${contactDeadline}), c.number LIMIT 20`],
  ['contact_messages_state', sql`FROM contact_messages c WHERE c.state = 'in-work'`],
  ['withdrawals_amount', sql`FROM withdrawals c ORDER BY c.amount DESC, c.id DESC LIMIT 20`],
])('reads the index %s', async (index, statement) => {
  const { rows } = await t.db.execute<{ 'QUERY PLAN': string }>(sql`EXPLAIN SELECT c.* ${statement}`)
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(index)
})
