import { eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../db/types.ts'
import { banners } from '../tables/banners.ts'
import { categories } from '../tables/categories.ts'
import { files } from '../tables/files.ts'
import { orderLines } from '../tables/orders.ts'
import { productImages } from '../tables/products.ts'
import { subcategories } from '../tables/subcategories.ts'
import type { FileStore } from './files-store.ts'
import { release, sweep } from './files.ts'

/** Every column that names a public picture: the same one may stand in several places, orders keep theirs. */
const owners = [categories.image, subcategories.image, banners.image, productImages.file, orderLines.image]
const doesNotName = (column: PgColumn): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM ${column.table} WHERE ${eq(column, files.key)})`
const unnamed = sql.join(owners.map(doesNotName), sql` AND `)

type Call = {
  db: Db
  kit: { files: FileStore; database: { db: Db } }
  after: (work: () => Promise<unknown>) => void
}

/**
 * Lets go of public pictures after their rows have changed: those that nothing names any more are gone from the
 * commit on, bytes included. Two statements.
 */
export async function letGo({ db, kit, after }: Call, keys: readonly string[]) {
  const unused = await release(db, keys, unnamed)
  if (unused.length > 0) after(() => sweep(kit.database.db, kit.files, { only: unused }))
}
