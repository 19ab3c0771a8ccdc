import { randomUUID } from 'node:crypto'
import { api } from '@kirana/contract'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { derivedTables } from '../services/operations/backup.ts'
import { users } from '../tables/users.ts'
import { emptyDatabase, migrations } from '../testing/database.ts'
import { claimsApp } from '../testing/claims.ts'
import { findInvariantViolations } from '../testing/violations.ts'
import { constraintOf } from './errors.ts'
import { fill } from './fill.ts'
import { readSnapshot } from './snapshot.ts'
import type { Db } from './types.ts'

const { t, staff, signInStaff, setStatus, aDelivered, claim } = await claimsApp()

const taxRows = async (db: Db) =>
  (await db.execute(sql`SELECT to_jsonb(r) AS row FROM tax_rows r ORDER BY document_id, position`)).rows

test('a store with credited invoices of a filed month is copied unchanged, with its triggers enabled', async () => {
  const { customer, orderId } = await aDelivered()
  const { data } = await claim(customer, orderId, [{ line: 1, pieces: 1 }])
  const body = { claimId: data._id, actionId: randomUUID(), to: 'wallet' as const }
  expect((await t.call(api.claims.refund, { body }, staff)).status).toBe(200)
  expect((await setStatus(orderId, 'Canceled', 'collected')).status).toBe(200)
  t.clock.set('2026-12-01T00:00:00+05:30')
  await signInStaff()
  const filed = { query: {}, body: { month: '2026-11', filed: true } }
  expect((await t.call(api.gst.setFiled, filed, staff)).status).toBe(200)

  const database = await emptyDatabase()
  await readSnapshot(t.database, derivedTables, (snapshot) => fill(database, snapshot, { migrations }))
  const rows = await taxRows(database.db)
  expect(rows).toEqual(await taxRows(t.db))
  expect(rows.length).toBeGreaterThan(3)
  expect(await findInvariantViolations(database.db)).toEqual([])
  const late = database.db.execute(sql`INSERT INTO invoices (id, order_id, year, number, seller, created_at)
    SELECT gen_random_uuid(), order_id, year, number + 1, seller, created_at FROM invoices`)
  expect(constraintOf(await late.catch((error: unknown) => error))).toBe('gst_month_is_open')
  await database.close()
})

test('a snapshot of an earlier version is not written to tables of a newer one', async () => {
  const database = await emptyDatabase()
  await database.migrate(migrations)
  await t.signIn.customer()
  const fillFrom = (older: number) =>
    readSnapshot(t.database, derivedTables, (snapshot) => {
      const { length } = snapshot.migrations
      return fill(
        database,
        { ...snapshot, migrations: snapshot.migrations.slice(0, length - older) },
        { migrations },
      )
    })
  await expect(fillFrom(1)).rejects.toThrow(
    /^The database already has the tables of a newer version of Kirana/,
  )
  expect(await database.db.$count(users)).toBe(0)
  expect((await fillFrom(0)).get('users')).toBe(await t.db.$count(users))
  await database.close()
})
