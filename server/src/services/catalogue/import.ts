import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { categories } from '../../tables/categories.ts'
import { keywords } from '../../tables/keywords.ts'
import { sections } from '../../tables/sections.ts'
import { subcategories } from '../../tables/subcategories.ts'

const named = { id: z.string(), name: z.string() }
const storeRow = z.strictObject({
  names: z.strictObject({
    sections: z.array(z.strictObject(named)),
    categories: z.array(z.strictObject({ ...named, sectionId: z.string() })),
    subcategories: z.array(z.strictObject({ ...named, categoryId: z.string() })),
    keywords: z.array(z.strictObject(named)),
  }),
  taken: z.array(z.strictObject({ id: z.string(), title: z.string(), subcategoryId: z.string() })),
})

/** The names of the store that a file may contain. */
export type CatalogueNames = z.output<typeof storeRow>['names']
/** A product whose title is in the file; titles are unique in a subcategory. */
export type TakenTitle = z.output<typeof storeRow>['taken'][number]

/** A title of a file with the name of its subcategory, '' if the file has none. */
type Title = { title: string; subcategory: string }

/**
 * All sections, categories, subcategories and keywords that a file may name, and the products that have one of its
 * titles, in one statement. Reads all products of the file's subcategories once, because there is no index on whole
 * titles.
 */
export async function sheetNames(db: Db, titles: readonly Title[] = []): Promise<z.output<typeof storeRow>> {
  const rows = await rowsOf(db, storeRow).execute(sql`
    WITH wanted AS (
      SELECT DISTINCT lower(title) AS title, lower(subcategory) AS subcategory
      FROM jsonb_to_recordset(${JSON.stringify(titles)}::jsonb) AS w(title text, subcategory text)
    ), places AS (
      SELECT id, lower(name) AS name FROM ${subcategories}
      WHERE lower(name) IN (SELECT subcategory FROM wanted) OR EXISTS (SELECT 1 FROM wanted WHERE subcategory = '')
    ), there AS MATERIALIZED (
      SELECT p.id, lower(p.title) AS title, p.subcategory_id, places.name FROM products p
      JOIN places ON places.id = p.subcategory_id WHERE p.archived_at IS NULL
    )
    SELECT json_build_object(
      'sections', (SELECT coalesce(json_agg(json_build_object('id', id, 'name', name)), '[]') FROM ${sections}),
      'categories', (SELECT coalesce(json_agg(json_build_object('id', id, 'name', name, 'sectionId', section_id)), '[]')
        FROM ${categories}),
      'subcategories', (SELECT coalesce(json_agg(json_build_object('id', id, 'name', name, 'categoryId', category_id) ORDER BY id), '[]')
        FROM ${subcategories}),
      'keywords', (SELECT coalesce(json_agg(json_build_object('id', id, 'name', name)), '[]') FROM ${keywords})) AS names,
    (SELECT coalesce(json_agg(DISTINCT jsonb_build_object('id', t.id, 'title', t.title, 'subcategoryId', t.subcategory_id)), '[]')
      FROM there t JOIN wanted w ON w.title = t.title AND w.subcategory IN ('', t.name)) AS taken`)
  const [row] = rows
  if (!row) throw new Error('The names of the catalogue were not read')
  return row
}
