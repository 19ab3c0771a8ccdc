import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase } from '../../testing/database.ts'
import { listRow, pageOf, type Selection } from './pages.ts'

const database = await testDatabase()
afterAll(() => database.close())

const columns = { select: sql`g AS n`, row: listRow({ n: z.int() }) }

let made = 0
/** A list of the numbers 1 to `count`, newest (largest) first, 20 a page. */
const numbers = (count: number, overrides: Partial<Selection> = {}): Selection => ({
  from: sql`generate_series(1, ${count}::int) g`,
  id: sql`g`,
  condition: sql`true`,
  name: `numbers ${++made}`,
  size: 20,
  ...overrides,
})
const page = async (selection: Selection, page: number) => {
  const before = database.queries.length
  const { data, totalPages } = await pageOf(database.db, selection, page, columns)
  return { rows: data.map(({ n }) => n), totalPages, queries: database.queries.slice(before) }
}
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, i) => from - i)

test.each([0, 19, 20, 21, 10_000, 10_001, 10_020])(
  'returns the right rows on each page of %i rows',
  async (count) => {
    const selection = numbers(count)
    const totalPages = Math.ceil(count / 20)
    for (const n of [
      1,
      2,
      Math.ceil(totalPages / 2),
      totalPages - 1,
      totalPages,
      totalPages + 1,
      1_000_000,
    ]) {
      if (n < 1) continue
      const rows = down(count - (n - 1) * 20, Math.max(count - n * 20 + 1, 1))
      expect(await page(selection, n), `page ${n}`).toMatchObject({ rows, totalPages })
    }
  },
)

test('counts a large list once for concurrent requests and reads from the nearer end', async () => {
  const selection = numbers(10_030)
  const before = database.queries.length
  const pages = await Promise.all([1, 2, 502].map((n) => pageOf(database.db, selection, n, columns)))
  expect(pages.map(({ totalPages }) => totalPages)).toEqual([502, 502, 502])
  const counts = database.queries.slice(before).filter((query) => query.includes('count(*)::int FROM gen'))
  expect(counts).toHaveLength(1)
  const { rows, queries } = await page(selection, 502)
  expect([rows, queries]).toEqual([down(10, 1), [expect.stringContaining('ORDER BY id ASC')]])
  expect((await page(selection, 503)).queries).toEqual([])
})

test('reads a maintained counter separately only for deep pages', async () => {
  const total = sql`(SELECT 30015)`
  const selection = numbers(30_015, { total })
  expect(await page(selection, 2)).toMatchObject({ rows: down(29_995, 29_976), queries: { length: 1 } })
  expect(await page(selection, 1_501)).toMatchObject({ rows: down(15, 1), queries: { length: 2 } })
  expect(await page(selection, 1_502)).toMatchObject({ rows: [], totalPages: 1_501, queries: { length: 1 } })
  // Rows added since then are on the first page and shift nothing here.
  const grown = numbers(30_017, { total })
  expect((await page(grown, 1_500)).rows).toEqual(down(35, 16))
})

test('does not cache a failed count', async () => {
  const selection = numbers(10_030, { condition: sql`1 / (10020 - g) IS NOT NULL` })
  const failing = async () => {
    const before = database.queries.length
    await expect(page(selection, 1)).rejects.toThrow()
    return database.queries.length - before
  }
  expect([await failing(), await failing()]).toEqual([2, 2])
})

test.each([40, 10_030])(
  'sorts %i rows by another column, equal ones by id, from both ends',
  async (count) => {
    const rows = Array.from({ length: count }, (_, i) => i + 1)
    const ascending = rows.toSorted((a, b) => (a % 7) - (b % 7) || a - b)
    const pages = Math.ceil(count / 20)
    for (const isAscending of [true, false]) {
      const sorted = numbers(count, { sort: { by: sql`g % 7`, ascending: isAscending } })
      const expected = isAscending ? ascending : ascending.toReversed()
      for (const n of [1, 2, pages])
        expect((await page(sorted, n)).rows, `page ${n}`).toEqual(expected.slice((n - 1) * 20, n * 20))
    }
  },
)
