import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase } from '../testing/database.ts'
import { rowsOf } from './rows.ts'

const { db } = await testDatabase()
const row = z.strictObject({ id: z.int(), note: z.nullable(z.string()) })

test('rows are returned as the database gave them', async () => {
  const rows = await rowsOf(db, row).execute(
    sql`SELECT 1 AS id, NULL AS note UNION ALL SELECT 2, 'fresh' ORDER BY id`,
  )
  expect(rows).toEqual([
    { id: 1, note: null },
    { id: 2, note: 'fresh' },
  ])
})

test.each([
  ['renamed', sql`SELECT 1 AS id, 'fresh' AS remark`],
  ['missing', sql`SELECT 1 AS id`],
  ['additional', sql`SELECT 1 AS id, NULL AS note, 2 AS other`],
  ['differently typed', sql`SELECT 'one' AS id, NULL AS note`],
])('a %s column fails the statement', async (_, statement) => {
  await expect(rowsOf(db, row).execute(statement)).rejects.toThrow('Rows do not match their schema')
})
