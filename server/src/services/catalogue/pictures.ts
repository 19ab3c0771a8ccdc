import { eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/types.ts'
import { banners } from '../../tables/banners.ts'
import { categories } from '../../tables/categories.ts'
import { files } from '../../tables/files.ts'
import { orderLines } from '../../tables/orders.ts'
import { productImages } from '../../tables/products.ts'
import { subcategories } from '../../tables/subcategories.ts'
import type { HeldTurn } from '../../request/held-turn.ts'
import { storeWithoutTurn } from '../files/files.ts'
import type { FileStore } from '../files/store.ts'
import { release, removeBytes } from '../files/removal.ts'

/** Every column that references public pictures. Orders share those of their products and keep them; earlier releases had equal pictures share one. */
const owners = [categories.image, subcategories.image, banners.image, productImages.file, orderLines.image]
const doesNotReference = (column: PgColumn): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM ${column.table} WHERE ${eq(column, files.key)})`
const unreferenced = sql.join(owners.map(doesNotReference), sql` AND `)

type Call = {
  db: Db
  context: { files: FileStore; database: { db: Db } }
  request: { visit: HeldTurn }
  after: (work: () => Promise<unknown>) => void
}

/**
 * Releases public pictures after their owners have changed: those that nothing references any more are removed with the
 * commit, bytes included. Two statements.
 */
export async function releasePictures({ db, context, request, after }: Call, keys: readonly string[]) {
  const unused = await release(db, keys, unreferenced)
  const store = storeWithoutTurn(context.files, request.visit)
  if (unused.length > 0) after(() => removeBytes(context.database.db, store, unused))
}
