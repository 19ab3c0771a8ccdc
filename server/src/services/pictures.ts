import { inArray } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Db } from '../db/types.ts'
import { banners } from '../tables/banners.ts'
import { categories } from '../tables/categories.ts'
import { productImages } from '../tables/products.ts'
import { subcategories } from '../tables/subcategories.ts'
import type { FileStore } from './files-store.ts'
import { release, sweep } from './files.ts'

/** Of `keys`, those that any row names: the same picture may stand in several places. */
const named = async (db: Db, keys: string[]) => {
  const rows = await unionAll(
    db.select({ key: categories.image }).from(categories).where(inArray(categories.image, keys)),
    db.select({ key: subcategories.image }).from(subcategories).where(inArray(subcategories.image, keys)),
    db.select({ key: banners.image }).from(banners).where(inArray(banners.image, keys)),
    db.select({ key: productImages.file }).from(productImages).where(inArray(productImages.file, keys)),
  )
  return rows.map(({ key }) => key)
}

type Call = {
  db: Db
  kit: { files: FileStore; database: { db: Db } }
  after: (work: () => Promise<unknown>) => void
}

/**
 * Lets go of public pictures after their rows have changed: those that nothing names any more are gone from the
 * commit on, bytes included.
 */
export async function letGo({ db, kit, after }: Call, keys: readonly string[]) {
  const unused = await release(db, keys, (some) => named(db, some))
  if (unused.length > 0) after(() => sweep(kit.database.db, kit.files, { only: unused }))
}
