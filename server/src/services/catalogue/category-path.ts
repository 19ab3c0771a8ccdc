import { sql } from 'drizzle-orm'
import { validate } from 'uuid'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { HttpError } from '../../errors.ts'

type CategoryPath = {
  sectionId: string
  categoryId: string
  subcategoryId: string
  keywordIds: readonly string[]
}
const pathRow = z.strictObject({
  section: z.boolean(),
  category: z.nullable(z.boolean()),
  subcategory: z.nullable(z.boolean()),
  keywords: z.int(),
})
const idRow = z.strictObject({ id: z.string() })

/** A malformed id becomes NULL and matches nothing. */
const id = (sent: string) => sql`${validate(sent) ? sent : null}::uuid`
const ids = (sent: readonly string[]) => sql`string_to_array(${sent.join()}, ',')::uuid[]`

/**
 * Checks that section, category and subcategory belong together and that the keywords exist, in one statement. Locks
 * the category until the commit, so that it cannot move to another section without the product; lock the product
 * afterwards.
 * @throws HttpError 404 when one of them or a keyword does not exist, 400 when they do not belong together
 */
export async function checkCategoryPath(
  db: Db,
  { sectionId, categoryId, subcategoryId, keywordIds }: CategoryPath,
) {
  const keywords = [...new Set(keywordIds.map((keyword) => keyword.toLowerCase()))]
  const rows = await rowsOf(db, pathRow).execute(sql`
    SELECT EXISTS (SELECT 1 FROM sections WHERE id = ${id(sectionId)}) AS section,
      (SELECT section_id = ${id(sectionId)} FROM categories WHERE id = ${id(categoryId)} FOR SHARE) AS category,
      (SELECT category_id = ${id(categoryId)} FROM subcategories WHERE id = ${id(subcategoryId)}) AS subcategory,
      (SELECT count(*)::int FROM keywords WHERE id = ANY (${ids(keywords.filter((keyword) => validate(keyword)))})) AS keywords`)
  const [path] = rows
  if (!path?.section) throw new HttpError(404, 'Section not found')
  if (path.category === null) throw new HttpError(404, 'Category not found')
  if (!path.category) throw new HttpError(400, 'The category does not belong to the section')
  if (path.subcategory === null) throw new HttpError(404, 'Subcategory not found')
  if (!path.subcategory) throw new HttpError(400, 'The subcategory does not belong to the category')
  if (path.keywords < keywords.length) throw new HttpError(404, 'Keyward not found')
}

/** Replaces a product's keywords in one statement; returns the sorted ids of the previous ones. */
export async function setKeywords(
  db: Db,
  productId: string,
  keywordIds: readonly string[],
): Promise<string[]> {
  const rows = await rowsOf(db, idRow).execute(sql`
    WITH wanted AS (
      SELECT unnest(${ids(keywordIds)}) AS id
    ), gone AS (
      DELETE FROM product_keywords WHERE product_id = ${productId} AND keyword_id NOT IN (SELECT id FROM wanted)
    ), added AS (
      INSERT INTO product_keywords (product_id, keyword_id) SELECT ${productId}::uuid, id FROM wanted
      ON CONFLICT DO NOTHING
    )
    SELECT keyword_id AS id FROM product_keywords WHERE product_id = ${productId} ORDER BY keyword_id`)
  return rows.map((row) => row.id)
}
