import { eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { banners } from '../../tables/banners.ts'
import { categories } from '../../tables/categories.ts'
import { files } from '../../tables/files.ts'
import { orderLines } from '../../tables/orders.ts'
import { productImages } from '../../tables/products.ts'
import { subcategories } from '../../tables/subcategories.ts'
import { releaseFiles } from '../files/removal.ts'

/**
 * Every column that references public pictures. An order line references the picture of its product, which is retained
 * for it. In earlier releases, equal pictures shared one file.
 */
const owners = [categories.image, subcategories.image, banners.image, productImages.file, orderLines.image]
const doesNotReference = (column: PgColumn): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM ${column.table} WHERE ${eq(column, files.key)})`
const unreferenced = sql.join(owners.map(doesNotReference), sql` AND `)

/**
 * Releases public pictures after their owners have changed. The rows of unreferenced pictures are deleted in the
 * transaction, and their bytes after the commit. Two statements.
 */
export const releasePictures = (call: Parameters<typeof releaseFiles>[0], keys: readonly string[]) =>
  releaseFiles(call, keys, unreferenced)
