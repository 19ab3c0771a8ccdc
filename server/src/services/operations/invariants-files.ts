import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { gt, sql } from 'drizzle-orm'
import type { Db } from '../../db/types.ts'
import { files } from '../../tables/files.ts'
import type { FileStore } from '../files/store.ts'
import { orphans, withoutRow } from '../files/removal.ts'

/** The keys of private files that rows reference, as `key`. */
const referenced = sql`
  SELECT unnest(documents) AS key FROM transactions
  UNION ALL SELECT unnest(documents) FROM approvals
  UNION ALL SELECT unnest(photos || documents) FROM manual_orders
  UNION ALL SELECT unnest(photos) FROM claims
  UNION ALL SELECT photo FROM drops WHERE photo <> ''`

/** Invariants of rows that reference files; each statement selects its violations as `what`. */
export const fileInvariants = {
  'A product has at most 6 images': sql`
    SELECT product_id::text AS what FROM product_images GROUP BY product_id HAVING count(*) > 6`,

  'A withdrawal has at most 5 documents': sql`
    SELECT withdrawal_id::text AS what FROM transactions WHERE cardinality(documents) > 5`,

  'Every referenced document and photo exists and is private': sql`
    SELECT named.key AS what FROM (${referenced}) named
    WHERE NOT EXISTS (SELECT 1 FROM files f WHERE f.key = named.key AND f.is_private)`,

  // An erasure and the end of a retention period find a file only through the row that references it.
  'Every private file is referenced': sql`
    SELECT f.key AS what FROM files f
    WHERE f.is_private AND NOT EXISTS (SELECT 1 FROM (${referenced}) named WHERE named.key = f.key)`,

  'Every picture and order referenced without a foreign key exists': sql`
    SELECT l.image AS what FROM order_lines l WHERE l.image <> '' AND NOT EXISTS (SELECT 1 FROM files f WHERE f.key = l.image)
    UNION ALL
    SELECT t.key FROM ledger_transactions t
    WHERE t.order_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.id = t.order_id)`,
}

/** The invariant that no statement can check: `findFileViolations` reads the bytes. */
export const bytesInvariant =
  'Every file has its bytes unchanged, and those of removed files are deleted after RECOVERY_DAYS'

/** Violations of `bytesInvariant`. Reads every file; files added or removed during the check are not reported. */
export async function findFileViolations(db: Db, store: FileStore, now: Date): Promise<string[]> {
  const violations: string[] = []
  for await (const rows of rowsInBatches(db)) {
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
    violations.push(...faults.flatMap(({ key, fault }) => (gone.has(key) ? [] : [`${key} ${fault}`])))
  }
  // Allows two more hours, because the hourly clean-up may not yet have deleted files whose `recoveryDays` have just
  // ended.
  const dueAt = store.recoveryDays > 0 ? new Date(now.getTime() - 7_200_000) : now
  for await (const keys of orphans(db, store, dueAt))
    violations.push(...keys.map((key) => `${key} belongs to nothing`))
  return violations
}

type Row = { key: string; size: number; sha256: string }

async function* rowsInBatches(db: Db) {
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

/** The fault of the bytes of a row of `files`; null when they match. */
export async function faultOf(store: FileStore, { key, size, sha256 }: Row): Promise<string | null> {
  const opened = await store.open(key)
  if (opened === null) return 'is missing'
  const hash = createHash('sha256')
  await pipeline(opened.stream, hash)
  return opened.size === size && hash.digest('hex') === sha256 ? null : 'has changed'
}
