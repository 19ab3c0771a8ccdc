import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { fill, migrateFirst } from '../../db/fill.ts'
import { purgeOrphans } from '../../services/files/removal.ts'
import { type FileStore, folderStore } from '../../services/files/store.ts'
import { emptyDatabase, migrations } from '../../testing/database.ts'
import { loadStore, snapshotOf } from '../../testing/released/released-store.ts'

/** The store of a release, with the migrations before the one that is tested. */
async function storeBefore() {
  const database = await emptyDatabase()
  onTestFinished(() => database.close())
  await fill(database, snapshotOf(loadStore('0042.json.gz')), { migrations })
  await migrateFirst(database, migrations, 41)
  return database
}

async function emptyFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'files-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folderStore(folder)
}

async function keysIn(store: FileStore) {
  const keys = []
  for await (const { key } of store.list()) keys.push(key)
  return keys.toSorted()
}

const DAY = 86_400_000

test('door photos that nothing references go, and their bytes with the next clean-up', async () => {
  const database = await storeBefore()
  const { db } = database
  const store = await emptyFolder()
  const [kept, replaced, receipt] = ['kept-photo.webp', 'replaced-photo.webp', 'a-receipt.webp']
  for (const key of [kept, replaced, receipt]) {
    await store.put(key, Buffer.from('x'))
    await db.execute(sql`INSERT INTO files (key, purpose, type, size, sha256, is_private)
      VALUES (${key}, ${key === receipt ? 'withdrawal' : 'drop'}, 'image/webp', 1, '', true)`)
  }
  await db.execute(sql`
    WITH rider AS (
      INSERT INTO riders (id, name, phone, cash_limit) VALUES (gen_random_uuid(), 'Kiran', '+919700000001', 0) RETURNING id)
    INSERT INTO drops (id, order_id, attempt, rider_id, state, assigned_by, assigned_at, fail_reason, photo)
    SELECT gen_random_uuid(), o.id, 99, rider.id, 'returned', 'Asha (staff)', now(), 'Nobody at home', ${kept}
    FROM rider, (SELECT id FROM orders ORDER BY id LIMIT 1) o`)
  await database.migrate(migrations)
  const { rows } = await db.execute(
    sql`SELECT key FROM files WHERE key IN (${kept}, ${replaced}, ${receipt}) ORDER BY key`,
  )
  expect(rows).toEqual([{ key: receipt }, { key: kept }])

  // With days for a restore of the database the bytes stay for these days, without any they go after an hour.
  const later = (days: number) => new Date(Date.now() + days * DAY)
  const recoverable = { ...store, recoveryDays: 7 }
  expect(await purgeOrphans(db, recoverable, later(6))).toBe(0)
  expect(await keysIn(store)).toEqual([receipt, kept, replaced])
  expect(await purgeOrphans(db, recoverable, later(8))).toBe(1)
  expect(await keysIn(store)).toEqual([receipt, kept])
  await store.put(replaced, Buffer.from('x'))
  expect(await purgeOrphans(db, store, later(1))).toBe(1)
  expect(await keysIn(store)).toEqual([receipt, kept])
})

test('what staff wrote about orders of customers who were erased before is erased, too', async () => {
  const database = await storeBefore()
  const { db } = database
  // All orders are of customers who were erased, except those of the newest customer.
  for (const statement of [
    `UPDATE users SET erased_at = now() WHERE id <> (SELECT max(user_id::text)::uuid FROM orders)`,
    `INSERT INTO payments (id, order_id, provider, checkout_id, payment_id, amount, state, day)
      SELECT gen_random_uuid(), id, 'test', 'order_' || id, 'pay_' || id, 100, 'unmatched', now() FROM orders`,
    `INSERT INTO refunds (id, payment, cause, amount, state, settled_as, reason, request_key, provider_refund_id, by)
      SELECT gen_random_uuid(), id, 'unmatched', 100, 'settled', 'hand', 'said Ravi', gen_random_uuid(), 'rfnd_' || order_id, ''
      FROM payments WHERE provider = 'test'`,
    `INSERT INTO payment_faults (id, provider, kind, subject, reason, payment_id, checkout_id, refund_id, about, settled_reason)
      SELECT gen_random_uuid(), 'test', 'event', known || order_id, '', CASE known WHEN 'pay_' THEN known || order_id END,
        CASE known WHEN 'order_' THEN known || order_id END, CASE known WHEN 'rfnd_' THEN known || order_id END, '{}', 'said Ravi'
      FROM payments, unnest(ARRAY['pay_', 'order_', 'rfnd_']) known WHERE provider = 'test'`,
    `INSERT INTO payment_faults (id, provider, kind, subject, reason, about, settled_reason)
      VALUES (gen_random_uuid(), 'test', 'event', 'unknown', '', '{}', 'said Ravi')`,
    `INSERT INTO order_picks (order_id, state) SELECT id, 'none' FROM orders ON CONFLICT DO NOTHING`,
    `UPDATE order_picks SET discarded = jsonb_build_object('step', 1, 'pick', '{}'::jsonb, 'lines', '[{"swap_reason": "said Ravi"}]'::jsonb)`,
    `INSERT INTO pick_lines (order_id, line, found, short, reason, swap_reason)
      SELECT id, 99, 0, 0, '', 'said Ravi' FROM orders`,
  ])
    await db.execute(sql.raw(statement))
  await database.migrate(migrations)
  const { rows } = await db.execute(sql`
    SELECT u.erased_at IS NOT NULL AS "isErased", x.name, array_agg(DISTINCT x.text) AS texts FROM orders o
    JOIN users u ON u.id = o.user_id CROSS JOIN LATERAL (
      SELECT 'fault' AS name, f.settled_reason AS text FROM payment_faults f WHERE f.subject LIKE '%' || o.id
      UNION ALL SELECT 'pick', coalesce(p.discarded #>> '{lines,0,swap_reason}', 'none') FROM order_picks p WHERE p.order_id = o.id
      UNION ALL SELECT 'refund', r.reason FROM refunds r JOIN payments p ON p.id = r.payment WHERE p.provider = 'test' AND p.order_id = o.id
      UNION ALL SELECT 'swap', l.swap_reason FROM pick_lines l WHERE l.order_id = o.id AND l.line = 99) x
    GROUP BY 1, 2 ORDER BY 1, 2`)
  const texts = (isErased: boolean, text: string, ofPick = text) =>
    ['fault', 'pick', 'refund', 'swap'].map((name) => ({
      isErased,
      name,
      texts: [name === 'pick' ? ofPick : text],
    }))
  expect(rows).toEqual([...texts(false, 'said Ravi'), ...texts(true, 'Erased', 'none')])
  const unknown = await db.execute(
    sql`SELECT settled_reason AS reason FROM payment_faults WHERE subject = 'unknown'`,
  )
  expect(unknown.rows).toEqual([{ reason: 'said Ravi' }])
})
