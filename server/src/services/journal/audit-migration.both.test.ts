import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { fill, migrateFirst } from '../../db/fill.ts'
import { emptyDatabase, migrations } from '../../testing/database.ts'
import { loadStore, snapshotOf } from '../../testing/released/released-store.ts'

test('the audit log is partitioned without copying it, and keeps rows with ids of later months or without a time', async () => {
  const database = await emptyDatabase()
  const { db } = database
  await fill(database, snapshotOf(loadStore('0042.json.gz')), { migrations })
  await migrateFirst(database, migrations, 39)
  const nextYear = new Date(Date.now() + 365 * 86_400_000).getTime()
  for (const id of [
    v7({ msecs: Date.now() }),
    v7({ msecs: nextYear }),
    randomUUID().replace(/^./, 'f'),
    randomUUID().replace(/^../, '00'),
  ])
    await db.execute(sql`INSERT INTO audit_rows (id, request_id, role, person, call, object, before, after)
      VALUES (${id}, 'r', 'staff', 'Asha', 'charges.edit', 'Delivery', '{"amount": 1}', '{"amount": 2}')`)
  const rows = async () =>
    (await db.execute(sql`SELECT to_jsonb(a) AS row FROM audit_rows a ORDER BY id`)).rows
  const files = async (name: string) =>
    (
      await db.execute(sql`
        SELECT json_agg(pg_relation_filenode(c.oid) ORDER BY 1) AS files FROM pg_class c
        WHERE c.oid = ${name}::regclass OR c.oid IN (SELECT indexrelid FROM pg_index WHERE indrelid = ${name}::regclass)`)
    ).rows
  const [before, stored] = [await rows(), await files('audit_rows')]
  expect(before.length).toBeGreaterThan(10)
  await database.migrate(migrations)
  expect(await rows()).toEqual(before)
  expect(await files('audit_rows_before')).toEqual(stored)
  const { rows: parts } = await db.execute(sql`
    SELECT tableoid::regclass::text AS name, count(*)::int AS rows FROM audit_rows GROUP BY 1 ORDER BY 1`)
  expect(parts).toEqual([
    { name: 'audit_rows_before', rows: before.length - 2 },
    { name: 'audit_rows_rest', rows: 2 },
  ])
  const { rows: indexes } = await db.execute(sql`
    SELECT count(*)::int AS all, bool_and(i.indisvalid) AS valid,
      bool_and((SELECT count(*) FROM pg_inherits h WHERE h.inhparent = i.indexrelid) = 2) AS complete
    FROM pg_index i WHERE i.indrelid = 'audit_rows'::regclass`)
  expect(indexes).toEqual([{ all: 6, valid: true, complete: true }])
  await database.close()
})
