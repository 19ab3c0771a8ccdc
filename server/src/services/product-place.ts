import { sql } from 'drizzle-orm'
import { validate } from 'uuid'
import type { Db } from '../db/types.ts'
import { Refused } from '../http/refuse.ts'

type Place = {
  sectionId: string
  categoryId: string
  subcategoryId: string
  keywordIds: readonly string[]
}
type Fits = { section: boolean; category: boolean | null; subcategory: boolean | null; keywords: number }

/** A malformed id names nothing. */
const id = (sent: string) => sql`${validate(sent) ? sent : null}::uuid`
const ids = (sent: readonly string[]) => sql`string_to_array(${sent.join()}, ',')::uuid[]`

/**
 * Lets a product stand only where its section, category and subcategory belong together. The category is held until
 * the commit, so that it does not move to another section without the product; hold the product after that.
 * One statement. @throws Refused 404 when one of them or a keyword does not exist, 400 when they do not belong together
 */
export async function refuseWrongPlace(db: Db, { sectionId, categoryId, subcategoryId, keywordIds }: Place) {
  const keywords = [...new Set(keywordIds.map((each) => each.toLowerCase()))]
  const { rows } = await db.execute<Fits>(sql`
    SELECT EXISTS (SELECT 1 FROM sections WHERE id = ${id(sectionId)}) AS section,
      (SELECT section_id = ${id(sectionId)} FROM categories WHERE id = ${id(categoryId)} FOR SHARE) AS category,
      (SELECT category_id = ${id(categoryId)} FROM subcategories WHERE id = ${id(subcategoryId)}) AS subcategory,
      (SELECT count(*)::int FROM keywords WHERE id = ANY (${ids(keywords.filter((each) => validate(each)))})) AS keywords`)
  const [fits] = rows
  if (!fits?.section) throw new Refused(404, 'Section not found')
  if (fits.category === null) throw new Refused(404, 'Category not found')
  if (!fits.category) throw new Refused(400, 'The category does not belong to the section')
  if (fits.subcategory === null) throw new Refused(404, 'Subcategory not found')
  if (!fits.subcategory) throw new Refused(400, 'The subcategory does not belong to the category')
  if (fits.keywords < keywords.length) throw new Refused(404, 'Keyward not found')
}

/** Gives a product exactly these keywords, in one statement, and returns the ids of those it had before, sorted. */
export async function setKeywords(
  db: Db,
  productId: string,
  keywordIds: readonly string[],
): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
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
