import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { withoutRow } from '../files/removal.ts'
import type { FileStore } from '../files/store.ts'

const keyRow = z.strictObject({ key: z.string() })
const ownerRow = z.strictObject({ name: z.string(), phone: z.string(), files: z.int() })

/**
 * The keys that are in the database but not in the file storage, without files added or removed during the comparison.
 */
async function keysWithoutBytes(db: Db, store: FileStore): Promise<string[]> {
  const missing = new Set(
    (await rowsOf(db, keyRow).execute(sql`SELECT key FROM files`)).map(({ key }) => key),
  )
  for await (const { key } of store.list()) missing.delete(key)
  const removed = new Set(await withoutRow(db, [...missing]))
  return [...missing].filter((key) => !removed.has(key))
}

/**
 * The customers whose documents or photos are missing in the storage. After a restore, these files were removed after
 * the restored moment: by an erasure, or at the end of their retention period.
 * @returns the customers, and the number of missing files that belong to no customer, such as pictures of products
 */
export async function missingFiles(db: Db, store: FileStore) {
  const keys = await keysWithoutBytes(db, store)
  if (keys.length === 0) return { customers: [], others: 0 }
  const customers = await rowsOf(db, ownerRow).execute(sql`
    SELECT u.full_name AS name, u.phone, count(*)::int AS files FROM (
      SELECT w.user_id, unnest(t.documents) AS key FROM transactions t JOIN withdrawals w ON w.id = t.withdrawal_id
      UNION SELECT user_id, unnest(photos || documents) FROM manual_orders
      UNION SELECT user_id, unnest(photos) FROM claims
      UNION SELECT o.user_id, d.photo FROM drops d JOIN orders o ON o.id = d.order_id WHERE d.photo <> ''
    ) owned JOIN users u ON u.id = owned.user_id
    WHERE owned.key IN (SELECT jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))
    GROUP BY u.id ORDER BY u.phone`)
  return { customers, others: keys.length - customers.reduce((sum, { files }) => sum + files, 0) }
}
