import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { gt, sql } from 'drizzle-orm'
import type { Db } from '../db/types.ts'
import { files } from '../tables/files.ts'
import type { FileStore } from './files-store.ts'
import { orphans, withoutRow } from './files.ts'

/** What must be true of the rows that name files: each statement selects, as `what`, what breaks it. */
export const fileInvariants = {
  'A product has at most 6 images': sql`
    SELECT product_id::text AS what FROM product_images GROUP BY product_id HAVING count(*) > 6`,

  'A withdrawal has at most 5 documents': sql`
    SELECT withdrawal_id::text AS what FROM transactions WHERE cardinality(documents) > 5`,

  'Every document and photo that is named is there, and private': sql`
    SELECT named.key AS what FROM (
      SELECT unnest(documents) AS key FROM transactions
      UNION ALL SELECT unnest(photos || documents) FROM manual_orders
    ) named
    WHERE NOT EXISTS (SELECT 1 FROM files f WHERE f.key = named.key AND f.is_private)`,

  'Every picture and order that is named without a foreign key is there': sql`
    SELECT l.image AS what FROM order_lines l WHERE l.image <> '' AND NOT EXISTS (SELECT 1 FROM files f WHERE f.key = l.image)
    UNION ALL
    SELECT t.key FROM ledger_transactions t
    WHERE t.order_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.id = t.order_id)`,
}

/** The invariant that no statement can check: `brokenFiles` reads the bytes. */
export const bytesInvariant = 'Every file has its bytes unchanged, and no others are older than an hour'

/** What breaks it. Reads every file; those that come or go meanwhile are no fault. */
export async function brokenFiles(db: Db, store: FileStore, now: Date): Promise<string[]> {
  const broken: string[] = []
  for await (const rows of rowsInHundreds(db)) {
    const faults: { key: string; fault: string }[] = []
    for (const row of rows) {
      const fault = await faultOf(store, row)
      if (fault !== null) faults.push({ key: row.key, fault })
    }
    const gone = new Set(
      await withoutRow(
        db,
        faults.map(({ key }) => key),
      ),
    )
    broken.push(...faults.flatMap(({ key, fault }) => (gone.has(key) ? [] : [`${key} ${fault}`])))
  }
  for await (const keys of orphans(db, store, now))
    broken.push(...keys.map((key) => `${key} belongs to nothing`))
  return broken
}

type Row = { key: string; size: number; sha256: string }

async function* rowsInHundreds(db: Db) {
  let last = ''
  for (;;) {
    const { key, size, sha256 } = files
    const rows = await db
      .select({ key, size, sha256 })
      .from(files)
      .where(gt(key, last))
      .orderBy(key)
      .limit(100)
    yield rows
    const end = rows.at(-1)
    if (!end) return
    last = end.key
  }
}

/** What is wrong with the bytes of a row of `files`; null when nothing is. */
export async function faultOf(store: FileStore, { key, size, sha256 }: Row): Promise<string | null> {
  const found = await store.open(key)
  if (found === null) return 'is missing'
  const hash = createHash('sha256')
  await pipeline(found.stream, hash)
  return found.size === size && hash.digest('hex') === sha256 ? null : 'has changed'
}
