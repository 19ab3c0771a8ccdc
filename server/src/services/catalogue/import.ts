import { dayInKolkata } from '@kirana/domain/calendar'
import type { Unit } from '@kirana/domain/vocabulary'
import { withSpecialPrice, type VariantPrices } from '@kirana/domain/price'
import { inArray, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { HttpError } from '../../errors.ts'
import { categories } from '../../tables/categories.ts'
import { keywords } from '../../tables/keywords.ts'
import { sections } from '../../tables/sections.ts'
import { subcategories } from '../../tables/subcategories.ts'
import { addProductRates } from './rates.ts'

const named = { id: z.string(), name: z.string() }
const namesRow = z.strictObject({
  sections: z.array(z.strictObject(named)),
  categories: z.array(z.strictObject({ ...named, sectionId: z.string() })),
  subcategories: z.array(z.strictObject({ ...named, categoryId: z.string() })),
  keywords: z.array(z.strictObject(named)),
})
type Names = z.output<typeof namesRow>
const numberRow = z.strictObject({ n: z.int() })

/** All sections, categories, subcategories and keywords that a file may name, in one statement. */
export async function sheetNames(db: Db): Promise<Names> {
  const rows = await rowsOf(db, namesRow).execute(sql`SELECT
    (SELECT coalesce(json_agg(json_build_object('id', id, 'name', name)), '[]') FROM ${sections}) AS sections,
    (SELECT coalesce(json_agg(json_build_object('id', id, 'name', name, 'sectionId', section_id)), '[]')
      FROM ${categories}) AS categories,
    (SELECT coalesce(json_agg(json_build_object('id', id, 'name', name, 'categoryId', category_id) ORDER BY id), '[]')
      FROM ${subcategories}) AS subcategories,
    (SELECT coalesce(json_agg(json_build_object('id', id, 'name', name)), '[]') FROM ${keywords}) AS keywords`)
  return rows[0] ?? { sections: [], categories: [], subcategories: [], keywords: [] }
}

/** Those of the products whose title already exists in the same subcategory, in one statement. */
export async function findExistingProducts<T extends { title: string; subcategoryId: string }>(
  db: Db,
  candidates: readonly T[],
): Promise<T[]> {
  const keys = candidates.map(({ title, subcategoryId }, n) => ({ n, title, subcategory_id: subcategoryId }))
  const rows = await rowsOf(db, numberRow).execute(sql`
    WITH wanted AS (
      SELECT n, lower(title) AS title, subcategory_id
      FROM jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) AS w(n int, title text, subcategory_id uuid)
    ), there AS MATERIALIZED (
      SELECT DISTINCT lower(title) AS title, subcategory_id FROM products
      WHERE archived_at IS NULL AND subcategory_id IN (SELECT subcategory_id FROM wanted)
    )
    SELECT n FROM wanted JOIN there USING (title, subcategory_id)`)
  const existing = new Set(rows.map(({ n }) => n))
  return candidates.filter((_, n) => existing.has(n))
}

const LOCK = 0x70726f64
/** Serializes imports until the commit: of two imports of the same file, the second finds the first's products. */
export const lockImports = (db: Db) => db.execute(sql`SELECT pg_advisory_xact_lock(${LOCK})`)

type NewProduct = {
  title: string
  subtitle: string
  description: string
  sectionId: string
  categoryId: string
  subcategoryId: string
  keywordIds: readonly string[]
  manufacturer: string
  manufacturedOn: string | null
  expiry: string
  origin: string
  loyaltyCoins: number
  isActive: boolean
  hsn?: string | undefined
  /** Basis points; null or missing if unknown. */
  gstRate?: number | null | undefined
  variants: (VariantPrices & { quantity: number; unit: Unit })[]
}

/**
 * Adds any number of products with their variants, keywords and GST rates of today in two statements; returns their ids. Locks their
 * categories until the commit, so that none moves to another section without the product.
 * @throws HttpError 409 when a category has moved since the file was read
 */
export async function addProducts(
  db: Db,
  added: readonly NewProduct[],
  { by, now }: { by: string; now: Date },
) {
  const { id, sectionId } = categories
  const ids = [...new Set(added.map((product) => product.categoryId))]
  const locked = await db
    .select({ id, sectionId })
    .from(categories)
    .where(inArray(id, ids))
    // Ordered by id, so that concurrent imports do not deadlock.
    .orderBy(id)
    .for('share')
  const sectionOf = new Map(locked.map((category) => [category.id, category.sectionId]))
  if (added.some((product) => sectionOf.get(product.categoryId) !== product.sectionId))
    throw new HttpError(409, 'A category has just been moved. Please try again')

  const products = added.map((product) => ({
    ...product,
    id: v7(),
    hsn: product.hsn ?? '',
    variants: product.variants.map((variant) => ({ ...withSpecialPrice(variant), id: v7() })),
  }))
  const variants = products.flatMap(({ id: productId, variants }) =>
    variants.map((variant) => ({ ...variant, productId })),
  )
  const words = products.flatMap(({ id: productId, keywordIds }) =>
    keywordIds.map((keywordId) => ({ productId, keywordId })),
  )
  const rates = products.flatMap(({ id: productId, gstRate }) =>
    typeof gstRate === 'number' ? [{ id: productId, rate: gstRate }] : [],
  )
  await db.execute(sql`
    WITH added AS (
      INSERT INTO products (id, title, subtitle, description, section_id, category_id, subcategory_id, manufacturer,
        manufactured_on, expiry, origin, loyalty_coins, is_active, hsn, created_at)
      SELECT id, title, subtitle, description, "sectionId", "categoryId", "subcategoryId", manufacturer,
        "manufacturedOn", expiry, origin, "loyaltyCoins", "isActive", hsn, ${now.toISOString()}::timestamptz
      FROM jsonb_to_recordset(${JSON.stringify(products)}::jsonb) AS p(id uuid, title text, subtitle text,
        description text, "sectionId" uuid, "categoryId" uuid, "subcategoryId" uuid, manufacturer text,
        "manufacturedOn" date, expiry text, origin text, "loyaltyCoins" int, "isActive" boolean, hsn text)
    ), rated AS (
      ${addProductRates(rates, { firstDay: dayInKolkata(now), by, now })}
    ), sold AS (
      INSERT INTO variants (id, product_id, quantity, unit, mrp, selling_price, special_price, discount, created_at)
      SELECT id, "productId", quantity, unit, mrp, "sellingPrice", "specialPrice", discount,
        ${now.toISOString()}::timestamptz
      FROM jsonb_to_recordset(${JSON.stringify(variants)}::jsonb) AS v(id uuid, "productId" uuid, quantity bigint,
        unit text, mrp bigint, "sellingPrice" bigint, "specialPrice" bigint, discount int)
    )
    INSERT INTO product_keywords (product_id, keyword_id)
    SELECT "productId", "keywordId" FROM jsonb_to_recordset(${JSON.stringify(words)}::jsonb)
      AS k("productId" uuid, "keywordId" uuid)`)
  return products.map(({ id, variants }) => ({ id, variantIds: variants.map((variant) => variant.id) }))
}
