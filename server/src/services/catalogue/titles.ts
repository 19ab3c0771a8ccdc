import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'

/** Characters between words, in titles and in file names. Windows does not allow the last nine in file names. */
const SEPARATORS = String.raw`[\s\u00a0_\-/\\:*?"<>|]+`

/** The form in which names are compared: file names differ from titles in case and in the characters between words. */
const compared = (text: SQL) => sql`btrim(regexp_replace(lower(${text}), ${SEPARATORS}, ' ', 'g'))`

const foundRow = z.strictObject({
  name: z.string(),
  products: z.array(z.strictObject({ id: z.string(), title: z.string(), images: z.int() })),
})

/**
 * The products with one of these names as their title, at most the oldest two for each name. One statement, which reads
 * all titles, because there is no index on this form and the call is rare.
 */
export const productsNamedLike = (db: Db, names: readonly string[]) =>
  rowsOf(db, foundRow).execute(sql`
    WITH wanted AS (
      SELECT name, ${compared(sql`name`)} AS compared FROM jsonb_array_elements_text(${JSON.stringify([...new Set(names)])}::jsonb) w(name)
    ), hits AS (
      SELECT w.name, p.id, p.title, row_number() OVER (PARTITION BY w.name ORDER BY p.id) AS number
      FROM wanted w JOIN products p ON ${compared(sql`p.title`)} = w.compared
      WHERE p.archived_at IS NULL AND w.compared <> ''
    )
    SELECT name, json_agg(json_build_object('id', id, 'title', title,
      'images', (SELECT count(*)::int FROM product_images i WHERE i.product_id = hits.id)) ORDER BY id) AS products
    FROM hits WHERE number <= 2 GROUP BY name`)
