import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { boundsOf } from './period.ts'
import { registerBatch } from './register.ts'

const database = await testDatabase()
afterAll(() => database.close())

test('a batch of the register reads no rows of other months, however many there are', async () => {
  // A year of documents: their ids grow with their days.
  await database.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL session_replication_role = replica`)
    await tx.execute(sql`
      INSERT INTO tax_rows (document_id, position, invoice_id, is_note, day, place, title, hsn, rate, paid, taxable, cgst, sgst, igst)
      SELECT id, position, id, false, date '2026-01-01' + n / 82, '27', 'Soap', '3401', 1800, 5000, 4238, 381, 381, 0
      FROM generate_series(0, 29999) n, generate_series(1, 2) position,
        lateral (SELECT lpad(n::text, 32, '0')::uuid AS id) named`)
  })
  await database.db.execute(sql`ANALYZE tax_rows`)
  const last = { day: '2026-11-29', documentId: `${'0'.repeat(27)}27240`, position: 1 }
  for (const after of [undefined, last]) {
    const { rows } = await database.db.execute<{ 'QUERY PLAN': string }>(
      sql`EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) ${registerBatch(boundsOf(['2026-11']), after)}`,
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('tax_rows_by_day')
    expect(plan).not.toContain('Rows Removed')
    const counts = [...plan.matchAll(/actual rows=(\d+)/g)].map(([, count]) => Number(count))
    expect(Math.max(...counts)).toBeLessThanOrEqual(1_000)
  }
})
