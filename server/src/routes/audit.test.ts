import { api } from '@kirana/contract'
import type { Sent } from '@kirana/contract/wire/route'
import { sql } from 'drizzle-orm'
import papaparse from 'papaparse'
import { v7 } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { type AuditFilter, findAudit } from '../services/journal/audit-rows.ts'
import { auditRows } from '../tables/journal.ts'
import type { Credentials } from '../testing/app.ts'
import { emptyDatabase, migrations } from '../testing/database.ts'
import { staffApp } from '../testing/staff-app.ts'

const { t, make, staff: asha } = await staffApp()
const { aCharge, aCustomer } = make
let owner: Credentials
beforeEach(async () => {
  owner = await t.signIn.superadmin()
})

type Query = Sent<typeof api.audit.list>['query']
const list = (query: Query = {}, page = 1, as = owner) =>
  t.call(api.audit.list, { params: { page }, query }, as)
const calls = async (query: Query = {}) => (await list(query)).data.rows.map(({ call }) => call)
const addKeyword = (name: string, as = asha) => t.call(api.keywords.add, { body: { name, desc: '' } }, as)
const addPincode = (pincode: string, as = asha) => t.call(api.pincodes.add, { body: { pincode } }, as)

/** Adds `count` audit rows, one per minute, the newest at noon on 21 November. */
async function rows(count: number, more: Partial<typeof auditRows.$inferInsert> = {}) {
  const noon = Date.parse('2026-11-21T12:00:00+05:30')
  const made = Array.from({ length: count }, (_, index) => ({
    id: v7({ msecs: (more.at?.getTime() ?? noon) - (count - index) * 60_000 }),
    at: new Date(noon - (count - index) * 60_000),
    requestId: `request ${index}`,
    role: 'staff',
    personId: asha.id,
    person: 'Asha',
    call: 'charges.edit',
    object: `object ${index}`,
    ...more,
  }))
  await t.db.insert(auditRows).values(made)
}

/** Adds many rows, generated in SQL. */
const manyRows = (count: number, db = t.db) =>
  db.execute(sql`INSERT INTO audit_rows (id, created_at, request_id, role, person_id, person, call, object)
    SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid, at, 'request',
      'staff', ${asha.id}, 'Asha', 'charges.edit', 'object ' || n
    FROM generate_series(1, ${count}::int) n, LATERAL (SELECT now() - n * interval '1 minute' AS at) x`)

test('lists the newest first, 50 a page, and reports whether older pages exist', async () => {
  await rows(120)
  const [first, second, third, fourth] = await Promise.all([1, 2, 3, 4].map((page) => list({}, page)))
  expect(first?.data.rows.map(({ object }) => object).slice(0, 2)).toEqual(['object 119', 'object 118'])
  expect(second?.data.rows[0]?.object).toBe('object 69')
  expect(third?.data.rows.at(-1)?.object).toBe('object 0')
  expect([first, second, third, fourth].map((page) => [page?.data.rows.length, page?.data.hasOlder])).toEqual(
    [
      [50, true],
      [50, true],
      [20, false],
      [0, false],
    ],
  )
})

test('filters by person, call and object, and by all of them together', async () => {
  const ravi = await aCustomer({ fullName: 'Ravi' })
  await addKeyword('tea')
  await addKeyword('chai', await t.signIn.staff('bela'))
  await addPincode('400001')
  expect(await calls({ person: asha.id })).toEqual(['pincodes.add', 'keywords.add'])
  expect(await calls({ call: 'keywords.add' })).toEqual(['keywords.add', 'keywords.add'])
  expect(await calls({ person: asha.id, call: 'keywords.add' })).toEqual(['keywords.add'])
  const object = (await list({ call: 'pincodes.add' })).data.rows[0]?.object ?? ''
  expect(await calls({ object })).toEqual(['pincodes.add'])
  expect(await calls({ object, call: 'keywords.add' })).toEqual([])
  expect(await calls({ person: ravi.id })).toEqual(['storeSession.signIn'])
  expect(await calls({ person: v7() })).toEqual([])
  for (const object of ["'", '%', 'दिवाली', 'x'.repeat(200)]) expect(await calls({ object })).toEqual([])
})

test('filters by days in Asia/Kolkata, both inclusive', async () => {
  for (const moment of [
    '2026-11-19T23:59:59',
    '2026-11-20T00:00:00',
    '2026-11-20T23:59:59',
    '2026-11-21T00:00:00',
  ])
    await rows(1, { at: new Date(`${moment}+05:30`), object: moment })
  const found = async (query: Query) => (await list(query)).data.rows.map(({ object }) => object.slice(8))
  expect(await found({ from: '2026-11-20', to: '2026-11-20' })).toEqual(['20T23:59:59', '20T00:00:00'])
  expect(await found({ from: '2026-11-21' })).toEqual(['21T00:00:00'])
  expect(await found({ to: '2026-11-19' })).toEqual(['19T23:59:59'])
  expect(await found({ from: '2026-11-20', to: '2026-11-20', person: asha.id })).toHaveLength(2)
  expect(await found({ to: '1969-12-31', person: asha.id })).toEqual([])
})

test.each<[Query, number, string]>([
  [{ from: '21/11/2026' }, 400, 'Date is not valid'],
  [{ to: '2026-02-30' }, 400, 'Date is not valid'],
  [{ from: 'x' }, 400, 'Date is not valid'],
  [{ object: 'x'.repeat(201) }, 400, 'Id is not valid'],
  [{ person: 'nobody' }, 404, 'Not found'],
])('%j is answered with %i', async (query, status, message) => {
  expect(await list(query)).toMatchObject({ status, message })
  expect(await t.call(api.audit.export, { query }, owner)).toMatchObject({ status })
})

test('rejects pages after the 200th and suggests narrowing the dates', async () => {
  const message = 'Page must be from 1 to 200. Narrow the dates to see older entries'
  expect((await list({}, 200)).status).toBe(200)
  expect(await list({}, 201)).toMatchObject({ status: 400, message })
  expect(await list({}, 0)).toMatchObject({ status: 400, message })
})

test('the filter options are all staff and all calls that write', async () => {
  const { data } = await t.call(api.audit.choices, {}, owner)
  expect(data.people).toEqual([
    { _id: owner.id, name: 'superadmin', role: 'superadmin' },
    { _id: asha.id, name: 'Asha', role: 'staff' },
  ])
  expect(data.calls).toContainEqual({ call: 'charges.edit', what: 'Changed a charge' })
  expect(data.calls.map(({ call }) => call)).not.toContain('charges.list')
})

const exported = async (query: Query = {}) => {
  const answer = await t.app.inject({
    method: 'GET',
    url: '/api/v1/audit/export',
    query: query as Record<string, string>,
    headers: owner.headers,
  })
  const [head, ...data] = papaparse.parse<string[]>(answer.body.slice(1), { skipEmptyLines: true }).data
  return { answer, head, data }
}

test('exports the same rows as CSV, with formulas neutralized', async () => {
  await rows(1, {
    object: '=HYPERLINK("https://evil.example")',
    person: '+Asha, "the" one',
    before: { amount: 1550, isActive: true },
    after: { amount: 2000, isActive: true, title: 'दिवाली' },
  })
  await rows(1, { call: 'gone.away', personId: null, person: '', role: 'public' })
  const { answer, head, data } = await exported({ call: 'charges.edit' })
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="who-did-what-2026-11-21.csv"',
    'cache-control': 'private, no-store',
  })
  expect(head).toHaveLength(9)
  expect(data).toEqual([
    [
      '2026-11-21T11:59:00+05:30',
      `'+Asha, "the" one`,
      'staff',
      'Changed a charge',
      'charges.edit',
      `'=HYPERLINK("https://evil.example")`,
      'Amount: 1550',
      'Title: दिवाली\nAmount: 2000',
      'request 0',
    ],
  ])
  expect((await exported({ call: 'gone.away' })).data[0]?.slice(1, 5)).toEqual([
    '',
    'public',
    'gone.away',
    'gone.away',
  ])
})

test('exports up to the newest 10,000 rows', async () => {
  await manyRows(10_005)
  const { data } = await exported()
  expect(data).toHaveLength(10_000)
  expect([data[0]?.[5], data.at(-1)?.[5]]).toEqual(['object 1', 'object 10000'])
})

test('only the superadmin reads the log; staff and superadmin read the history of an object', async () => {
  const customer = await aCustomer()
  const nobody: Credentials = { id: '', headers: {} }
  for (const as of [asha, customer, nobody]) {
    expect((await list({}, 1, as)).status).toBe(401)
    expect((await t.call(api.audit.choices, {}, as)).status).toBe(401)
    expect((await t.call(api.audit.export, { query: {} }, as)).status).toBe(401)
  }
  for (const as of [customer, nobody])
    expect((await t.call(api.audit.of, { params: { objectId: 'x' }, query: {} }, as)).status).toBe(401)
})

test('runs at most three statements per call: session, entries, and names where one is wanted', async () => {
  const charge = await aCharge({ title: 'Rain', amount: 1_550 })
  await rows(60, { object: charge.id, before: { amount: 1 }, after: { amount: 2 } })
  const cost = async (work: () => Promise<unknown>) => (await t.statements(work)).length
  expect(await cost(() => list())).toBe(3)
  expect(await cost(() => list({ person: asha.id, from: '2026-11-01' }, 2))).toBe(3)
  expect(await cost(() => list({ person: v7() }))).toBe(2)
  expect(await cost(() => t.call(api.audit.choices, {}, owner))).toBe(2)
  expect(await cost(() => exported())).toBe(2)
  const of = { params: { objectId: charge.id }, query: {} }
  expect(await cost(() => t.call(api.audit.of, of, asha))).toBe(3)
})

test('finds a page with an index', async () => {
  // A separate database, because the clocks of other tests may have created and dropped months.
  const database = await emptyDatabase()
  await database.migrate(migrations)
  const { db } = database
  await manyRows(5_000, db)
  await db.execute(sql`ANALYZE audit_rows`)
  const everything = { person: '', call: '', object: '', from: '', to: '', customers: true, search: '' }
  const plan = async (filter: Partial<AuditFilter>) => {
    const query = findAudit(db, { ...everything, ...filter }, { limit: 51, offset: 0 })
    const { rows } = await db.execute<{ 'QUERY PLAN': string }>(sql`EXPLAIN (COSTS OFF) ${query}`)
    return rows.map((line) => line['QUERY PLAN']).join('\n')
  }
  const day = '2026-11-20'
  expect(await plan({})).toContain('using audit_at')
  expect(await plan({ from: day, to: day })).toContain('using audit_at')
  expect(await plan({ customers: false })).toContain('using audit_office')
  expect(await plan({ customers: false, from: day, to: day })).toContain('using audit_office')
  expect(await plan({ person: v7() })).toContain('using audit_person')
  expect(await plan({ call: 'pincodes.add' })).toContain('using audit_call')
  expect(await plan({ object: 'object 7', from: day, to: day })).toMatch(
    /using audit_object[^]*Index Cond: .*object.*id >= .*id < /,
  )
  await database.close()
})
