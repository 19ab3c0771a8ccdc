import { readdirSync } from 'node:fs'
import { api } from '@kirana/contract'
import { addPhones } from '@kirana/testing/phones'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { afterRestore } from '../services/operations/after-restore.ts'
import { checkInvariants } from '../services/operations/invariants.ts'
import { password, type TestApp, testApp } from '../testing/app.ts'
import { emptyDatabase, migrations } from '../testing/database.ts'
import { folder, loadStore, snapshotOf } from '../testing/released/released-store.ts'
import { findInvariantViolations } from '../testing/violations.ts'
import { migrateAndAnalyze, canMigrateFrom, fill, migrateFirst } from './fill.ts'

/** Rows that later migrations delete on purpose, by file and table. */
const removed: Record<string, Record<string, number>> = {}
/** Tables that later migrations drop. */
const dropped = ['file_claims']

describe.each(readdirSync(folder))('a store of release %s', (name) => {
  const kept = loadStore(name)
  let t: TestApp

  beforeAll(async () => {
    const database = await emptyDatabase()
    await fill(database, snapshotOf(kept), { migrations })
    await migrateAndAnalyze(database, migrations)
    const { url, queries } = database
    t = await testApp({
      database: { ...database, url, queries, reset: async () => {}, restartNumbers: async () => {} },
    })
    for (const [key, bytes] of Object.entries(kept.files))
      await t.context.files.put(key, Buffer.from(bytes, 'base64'))
    return async () => {
      await t.close()
      await database.close()
    }
  })

  test('has applied the current migrations, unchanged', () => {
    expect(canMigrateFrom(kept.migrations, migrations)).toBe(true)
  })

  test('has all rows after the later migrations', async () => {
    const tables = kept.tables.filter(({ name: table }) => !dropped.includes(table))
    const counts = tables.map(({ name: table }) => [table, t.db.$count(sql.identifier(table))] as const)
    const now = Object.fromEntries(
      await Promise.all(counts.map(async ([table, count]) => [table, await count] as const)),
    )
    const before = tables.map(({ name: table, rows }) => [table, rows.length - (removed[name]?.[table] ?? 0)])
    expect(now).toEqual(Object.fromEntries(before))
  })

  test('vacuums tables that only grow after a number of rows, not a share of them', async () => {
    const { rows } = await t.db.execute(sql`
      SELECT relname::text AS name FROM pg_class
      WHERE 'autovacuum_vacuum_insert_scale_factor=0' = ANY (reloptions)
        AND 'autovacuum_vacuum_insert_threshold=100000' = ANY (reloptions) ORDER BY relname`)
    const ledger = ['ledger_entries', 'ledger_transactions']
    const log = ['audit_rows_before', 'audit_rows_rest']
    const growing = [...log, ...ledger, 'order_history', 'pick_actions', 'stock_movements']
    expect(rows).toEqual(growing.map((table) => ({ name: table })))
  })

  test('violates no invariant', async () => {
    const broken = []
    for await (const checked of checkInvariants(t.database, t.context.files, t.context.now()))
      if (checked.count > 0) broken.push(checked)
    expect(broken).toEqual([])
  })

  test('accepts sign-ins and sessions, and returns the same responses', async () => {
    const signedIn = await t.call(api.staff.login, { body: { username: 'ravi', password } })
    expect(signedIn.status).toBe(200)
    const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? ''
    const headers = { staff: { cookie }, customer: { authorization: `Bearer ${kept.token}` }, nobody: {} }
    for (const { url, as, data } of kept.answers) {
      const answer = await t.app.inject({ url: `/api/v1${url}`, headers: headers[as] })
      expect({ url, data: answer.json<{ data: unknown }>().data }).toMatchObject({ url, data })
    }
  })

  test('limits orders as a new store does', async () => {
    const { data } = await t.call(api.company.get, {}, await t.signIn.superadmin())
    const limits = { piecesPerOrder: 50, unpaidPerCustomer: 20_000, unpaidBeforeDelivery: 5_000 }
    expect(data).toMatchObject({ ...limits, unpaidStockShare: 50 })
  })

  test('reads its audit log in sentences, with names and without ids', async () => {
    const owner = await t.signIn.superadmin()
    const read = (page: number) =>
      t.call(api.audit.list, { params: { page }, query: { customers: true } }, owner)
    const log = [await read(1), await read(2)].flatMap(({ data }) => data.rows)
    const lines = log.map(
      ({ person, parts, changes }) =>
        `${person} ${parts.map(({ text }) => text).join('')}: ${changes.map(Object.values).join()}`,
    )
    expect(lines).toContainEqual(expect.stringMatching(/ set order OD\S+ from Confirmed to Prepeared: $/))
    expect(lines).toContainEqual(expect.stringMatching(/^Meera Nair placed order OD\S+: ₹70.00, Cash on/))
    expect(lines).toContainEqual(expect.stringMatching(/ approved the withdrawal of ₹[\d.]+ for Meera Nair/))
    for (const line of lines) expect(line).not.toMatch(/ did | deleted |[\da-f]{8}-|webp|undefined|null|[{}]/)
  })

  // Last, because it ends all sessions.
  test('begins a new series after a restore, and keeps the numbers it has', async () => {
    const { rows: issued } = await t.db.execute(
      sql`SELECT max(number) AS last FROM invoices WHERE year = '26-27'`,
    )
    const now = t.context.now()
    const { series } = await afterRestore(t.database, { provider: null, now })
    expect(series.ended[1]).toEqual({ kind: 'invoice', series: '26-27', last: issued[0]?.['last'] })
    const again = await afterRestore(t.database, { provider: null, now })
    expect(again.series.ended[1]).toEqual({ kind: 'invoice', series: series.started, last: 0 })
    expect(await findInvariantViolations(t.db)).toEqual([])
  })
})

test('of equal wallet orders that wait for approval, only the newest still waits', async () => {
  const database = await emptyDatabase()
  await migrateFirst(database, migrations, 29)
  await addPhones(database.db, 2)
  await database.db.execute(sql`
    INSERT INTO staff (id, name, username, password_hash, role_id)
    SELECT gen_random_uuid(), 'Asha', 'asha', '', id FROM staff_roles LIMIT 1`)
  await database.db.execute(sql`
    INSERT INTO approvals (id, kind, user_id, asked_order, amount, asked_by, asked_name, expires_at)
    SELECT lpad(n::text, 32, '0')::uuid, 'wallet-order', u.id, jsonb_build_object('items', 1), 100, s.id, 'Asha', now() + interval '1 day'
    FROM users u CROSS JOIN staff s CROSS JOIN LATERAL generate_series(1, 2) AS k
    CROSS JOIN LATERAL (SELECT (u.id::text = (SELECT min(id::text) FROM users))::int * 10 + k) AS x(n)`)
  await database.migrate(migrations)
  const { rows } = await database.db.execute(
    sql`SELECT right(id::text, 2) AS id, state FROM approvals ORDER BY id`,
  )
  const states = ['expired', 'waiting', 'expired', 'waiting']
  expect(rows).toEqual(['01', '02', '11', '12'].map((id, i) => ({ id, state: states[i] })))
  await database.close()
})

test('requests for approval keep their customer and their asker, and write-offs have a rider in place of a customer', async () => {
  const database = await emptyDatabase()
  await migrateFirst(database, migrations, 34)
  await addPhones(database.db, 1)
  await database.db.execute(sql`
    INSERT INTO staff (id, name, username, password_hash, role_id)
    SELECT gen_random_uuid(), 'Asha', 'asha', '', id FROM staff_roles LIMIT 1`)
  const request = (kind: string, who: 'user_id' | 'rider_id', from: string) =>
    database.db.execute(sql`
      INSERT INTO approvals (id, kind, ${sql.identifier(who)}, amount, asked_by, asked_name, expires_at)
      SELECT gen_random_uuid(), ${kind}, w.id, 100, s.id, 'Asha', now() + interval '1 day'
      FROM ${sql.identifier(from)} w CROSS JOIN staff s`)
  await request('coins', 'user_id', 'users')
  await database.migrate(migrations)
  const { rows } = await database.db.execute(sql`
    SELECT a.kind, a.rider_id, a.user_id = u.id AS "hasUser", a.asked_by = s.id AS "hasAsker" FROM approvals a, users u, staff s`)
  expect(rows).toEqual([{ kind: 'coins', rider_id: null, hasUser: true, hasAsker: true }])
  await database.db.execute(sql`
    INSERT INTO riders (id, name, phone, cash_limit) VALUES (gen_random_uuid(), 'Kiran', '+919700000001', 0)`)
  await request('write-off', 'rider_id', 'riders')
  // Each rider has one waiting request.
  await expect(request('write-off', 'rider_id', 'riders')).rejects.toThrow()
  for (const [kind, who, from] of [
    ['write-off', 'user_id', 'users'],
    ['coins', 'rider_id', 'riders'],
  ] as const)
    await expect(request(kind, who, from)).rejects.toMatchObject({
      cause: { constraint: 'approval_of_customer_or_rider' },
    })
  await database.close()
})

test('cancelations by an erased customer no longer name them', async () => {
  const database = await emptyDatabase()
  const [oldest = ''] = readdirSync(folder)
  await fill(database, snapshotOf(loadStore(oldest)), { migrations })
  await migrateFirst(database, migrations, 30)
  await database.db.execute(sql`
    INSERT INTO put_backs (order_id, items, by) SELECT id, '[]', customer_name || ' (customer)' FROM orders
    ON CONFLICT (order_id) DO UPDATE SET by = excluded.by`)
  await database.db.execute(sql`
    UPDATE users SET erased_at = now() WHERE id = (SELECT user_id FROM orders ORDER BY id LIMIT 1)`)
  await database.migrate(migrations)
  const { rows } = await database.db.execute(sql`
    SELECT bool_and((p.by = 'customer') = (u.erased_at IS NOT NULL)) AS fits, bool_or(u.erased_at IS NOT NULL) AS erased
    FROM put_backs p JOIN orders o ON o.id = p.order_id JOIN users u ON u.id = o.user_id`)
  expect(rows).toEqual([{ fits: true, erased: true }])
  await database.close()
})

test('lists existing excess refunds for staff, except remainders below ₹1', async () => {
  const database = await emptyDatabase()
  await migrateFirst(database, migrations, 32)
  await database.db.execute(sql`
    INSERT INTO payments (id, provider, checkout_id, payment_id, amount, state, day)
    SELECT gen_random_uuid(), 'razorpay', '', 'pay_' || n, 10000, 'unmatched', now() FROM generate_series(1, 3) AS n`)
  await database.db.execute(sql`
    INSERT INTO refunds (id, payment, cause, amount, state, settled_as, provider_refund_id, request_key, by, done_at)
    SELECT gen_random_uuid(), p.id, r.cause, r.amount, r.state, r.settled_as, r.refund_id, gen_random_uuid(), 'a test', now()
    FROM (VALUES ('pay_1', 'rfnd_1', 10000, 'done', NULL, 'rfnd_1'), ('pay_1', 'claim', 5000, 'settled', 'wallet', NULL),
      ('pay_2', 'rfnd_2', 10000, 'done', NULL, 'rfnd_2'), ('pay_2', 'picked', 50, 'settled', 'wallet', NULL),
      ('pay_3', 'rfnd_3', 10000, 'asked', NULL, 'rfnd_3'), ('pay_3', 'claim', 5000, 'settled', 'wallet', NULL)
    ) AS r (payment_id, cause, amount, state, settled_as, refund_id) JOIN payments p USING (payment_id)`)
  await database.migrate(migrations)
  const { rows } = await database.db.execute(
    sql`SELECT kind, subject, reason, about, next_at AS "nextAt" FROM payment_faults`,
  )
  const reason = '₹150.00 of ₹100.00 went back, the wallet included (payment pay_1)'
  expect(rows).toEqual([
    { kind: 'excess', subject: 'rfnd_1', reason, about: { excess: 5_000 }, nextAt: null },
  ])
  await database.close()
})

test('texts about erased customers go, messages get their customer, and photos of prescriptions their purpose', async () => {
  const database = await emptyDatabase()
  const [oldest = ''] = readdirSync(folder)
  await fill(database, snapshotOf(loadStore(oldest)), { migrations })
  await migrateFirst(database, migrations, 37)
  const { db } = database
  // All orders are of customers who were erased, except those of the newest customer.
  for (const statement of [
    `UPDATE users SET erased_at = now() WHERE id <> (SELECT max(id::text)::uuid FROM users)`,
    `INSERT INTO order_history (order_id, step, to_status, by, reason)
      SELECT id, 99, 'canceled', 'Asha (staff)', 'said Ravi' FROM orders`,
    `INSERT INTO claims (id, number, order_id, user_id, reason, due_by, refused_reason)
      SELECT gen_random_uuid(), nextval('claim_numbers'), id, user_id, 'other', now(), 'said Ravi' FROM orders`,
    `INSERT INTO approvals (id, kind, state, user_id, amount, asked_by, asked_name, expires_at, answer)
      SELECT gen_random_uuid(), 'coins', 'refused', u.id, 1, s.id, 'Asha', now(), 'said Ravi' FROM users u, staff s`,
    `INSERT INTO push_messages (id, audience, token, title, body, status, reach, by) VALUES
      (gen_random_uuid(), 'one', 'phone', '', '', 'done', 1, ''), (gen_random_uuid(), 'one', 'gone', '', '', 'done', 1, '')`,
    `UPDATE users SET fcm_token = 'phone' WHERE erased_at IS NULL`,
    `INSERT INTO manual_orders (id, user_id, photos, is_prescription)
      SELECT gen_random_uuid(), id, ARRAY[p || '.webp'], p = 'rx' FROM users, unnest(ARRAY['rx', 'list']) p WHERE erased_at IS NULL`,
    `INSERT INTO files (key, purpose, type, size, sha256, is_private)
      SELECT p || '.webp', 'manual-order', 'image/webp', 1, '', true FROM unnest(ARRAY['rx', 'list']) p`,
  ])
    await db.execute(sql.raw(statement))
  await database.migrate(migrations)
  const { rows } = await db.execute(sql`
    SELECT u.erased_at IS NOT NULL AS "isErased", array_agg(DISTINCT x.text) AS texts FROM users u JOIN (
      SELECT o.user_id, h.reason AS text FROM order_history h JOIN orders o ON o.id = h.order_id WHERE h.step = 99
      UNION ALL SELECT user_id, refused_reason FROM claims WHERE refused_reason <> ''
      UNION ALL SELECT user_id, answer FROM approvals WHERE answer <> '') x ON x.user_id = u.id GROUP BY 1 ORDER BY 1`)
  expect(rows).toEqual([
    { isErased: false, texts: ['said Ravi'] },
    { isErased: true, texts: ['Erased'] },
  ])
  const messages = await db.execute(sql`
    SELECT m.token, u.fcm_token FROM push_messages m LEFT JOIN users u ON u.id = m.user_id
    WHERE m.token IN ('phone', 'gone') ORDER BY 1`)
  expect(messages.rows).toEqual([
    { token: 'gone', fcm_token: null },
    { token: 'phone', fcm_token: 'phone' },
  ])
  const photos = await db.execute(
    sql`SELECT key, purpose FROM files WHERE key IN ('rx.webp', 'list.webp') ORDER BY 1`,
  )
  expect(photos.rows).toEqual([
    { key: 'list.webp', purpose: 'manual-order' },
    { key: 'rx.webp', purpose: 'prescription' },
  ])
  await database.close()
})
