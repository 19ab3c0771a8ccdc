import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sections } from '../tables/sections.ts'
import { testDatabase } from './database.ts'

test('a database that served another file has neither its rows nor its statistics', async () => {
  const database = await testDatabase()
  const { db } = database
  const analyzed = async () =>
    (await db.execute(sql`SELECT tablename FROM pg_stats WHERE schemaname = 'public'`)).rows.length
  await db.insert(sections).values(['Staples', 'Fresh', 'Snacks'].map((name) => ({ name })))
  await db.execute(sql`ANALYZE sections`)
  expect(await analyzed()).toBeGreaterThan(0)
  await database.close()

  const again = await testDatabase()
  expect(again).toBe(database)
  expect([await db.$count(sections), await analyzed()]).toEqual([0, 0])
  await again.close()
})
