import { dayInKolkata } from '@kirana/domain/calendar'
import type { ZeroKind } from '@kirana/domain/gst'
import { type VariantPrices, withSpecialPrice } from '@kirana/domain/price'
import type { Unit } from '@kirana/domain/vocabulary'
import { type SQL, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { HttpError } from '../../errors.ts'
import { addProductRates } from './rates.ts'

export type ProductFields = {
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
  /** Basis points; null or missing if unknown or unchanged. */
  gstRate?: number | null | undefined
  /** A missing kind means nil-rated. */
  zeroKind?: ZeroKind | undefined
}
type Pack = VariantPrices & { quantity: number; unit: Unit }
type NewProduct = ProductFields & { variants: readonly Pack[] }

/**
 * A change of an existing product; `fields` is null if only variants change. `version` is the version that the change
 * is based on.
 */
export type ChangedProduct = {
  id: string
  version: number
  fields: ProductFields | null
  added: readonly Pack[]
  variants: readonly (Pack & { id: string; version: number })[]
}
export type Author = { by: string; now: Date }

const LOCK = 0x70726f64
const lockedRow = z.strictObject({
  /** Locking functions return no value, so this is ignored. */
  lock: z.string(),
  products: z.int(),
  categories: z.array(z.strictObject({ id: z.string(), sectionId: z.string() })),
})
const savedRow = z.strictObject({ taken: z.int(), products: z.int(), variants: z.int() })

const uuids = (ids: readonly string[]) => sql`string_to_array(${ids.join()}, ',')::uuid[]`

/**
 * Serializes imports until the commit, so that of two imports of one file the second finds the products of the first,
 * and locks categories and products. One statement. Because it may wait for locks, the locked rows are read by the next
 * statement.
 * @throws HttpError 409 when a category has moved since the products were read
 */
async function lock(db: Db, fields: readonly ProductFields[], productIds: readonly string[]) {
  const categoryIds = [...new Set(fields.map(({ categoryId }) => categoryId))]
  // Ordered by id, so that concurrent changes do not deadlock.
  const [locked] = await rowsOf(db, lockedRow).execute(sql`
    SELECT pg_advisory_xact_lock(${LOCK})::text AS lock, (
        SELECT coalesce(json_agg(json_build_object('id', id, 'sectionId', section_id)), '[]')
        FROM (SELECT id, section_id FROM categories WHERE id = ANY (${uuids(categoryIds)}) ORDER BY id FOR SHARE) c
      ) AS categories, (
        SELECT count(*)::int
        FROM (SELECT id FROM products WHERE id = ANY (${uuids(productIds)}) ORDER BY id FOR NO KEY UPDATE) p
      ) AS products`)
  const sectionOf = new Map(locked?.categories.map(({ id, sectionId }) => [id, sectionId]))
  if (fields.some(({ categoryId, sectionId }) => sectionOf.get(categoryId) !== sectionId))
    throw new HttpError(409, 'A category has just been moved. Please try again')
}

const columnsOf = (id: string, { hsn = '', zeroKind = 'nil', ...fields }: ProductFields) => ({
  ...fields,
  id,
  hsn,
  zeroKind,
})
const recordsOf = (rows: readonly object[]) => sql`${JSON.stringify(rows)}::jsonb`
const productRecord = sql.raw(
  'id uuid, title text, subtitle text, description text, "sectionId" uuid, "categoryId" uuid, "subcategoryId" uuid, ' +
    'manufacturer text, "manufacturedOn" date, expiry text, origin text, "loyaltyCoins" int, "isActive" boolean, hsn text, "zeroKind" text, version int',
)
const variantRecord = sql.raw(
  'id uuid, "productId" uuid, quantity bigint, unit text, mrp bigint, "sellingPrice" bigint, "specialPrice" bigint, ' +
    'discount int, version int',
)

/** The added and edited products with their new values. */
const namedProducts = (rows: readonly object[]) => sql`
  SELECT * FROM jsonb_to_recordset(${recordsOf(rows)}) AS n(${productRecord})`

/** The existing products of these subcategories, with their values before the change. */
const productsThere = sql`
  SELECT id, lower(title) AS title, subcategory_id FROM products
  WHERE archived_at IS NULL AND subcategory_id IN (SELECT "subcategoryId" FROM named)`

const insertedProducts = (rows: readonly object[], at: SQL) => sql`
  INSERT INTO products (id, title, subtitle, description, section_id, category_id, subcategory_id, manufacturer,
    manufactured_on, expiry, origin, loyalty_coins, is_active, hsn, zero_kind, created_at)
  SELECT id, title, subtitle, description, "sectionId", "categoryId", "subcategoryId", manufacturer,
    "manufacturedOn", expiry, origin, "loyaltyCoins", "isActive", hsn, "zeroKind", ${at}
  FROM jsonb_to_recordset(${recordsOf(rows)}) AS p(${productRecord})`

/** Changes the products that still have the version that the change is based on. */
const editedProducts = (rows: readonly object[]) => sql`
  UPDATE products p SET title = e.title, subtitle = e.subtitle, description = e.description,
    section_id = e."sectionId", category_id = e."categoryId", subcategory_id = e."subcategoryId",
    manufacturer = e.manufacturer, manufactured_on = e."manufacturedOn", expiry = e.expiry, origin = e.origin,
    loyalty_coins = e."loyaltyCoins", is_active = e."isActive", hsn = e.hsn,
    zero_kind = e."zeroKind", version = p.version + 1
  FROM jsonb_to_recordset(${recordsOf(rows)}) AS e(${productRecord})
  WHERE p.id = e.id AND p.version = e.version AND p.archived_at IS NULL RETURNING p.id`

/** Adds variants of new and of existing products. */
const insertedVariants = (rows: readonly object[], at: SQL) => sql`
  INSERT INTO variants (id, product_id, quantity, unit, mrp, selling_price, special_price, discount, created_at)
  SELECT id, "productId", quantity, unit, mrp, "sellingPrice", "specialPrice", discount, ${at}
  FROM jsonb_to_recordset(${recordsOf(rows)}) AS v(${variantRecord})`

/** Changes the variants that still have the version that the change is based on. */
const repricedVariants = (rows: readonly object[]) => sql`
  UPDATE variants v SET quantity = r.quantity, unit = r.unit, mrp = r.mrp, selling_price = r."sellingPrice",
    special_price = r."specialPrice", discount = r.discount, version = v.version + 1
  FROM jsonb_to_recordset(${recordsOf(rows)}) AS r(${variantRecord})
  WHERE v.id = r.id AND v.product_id = r."productId" AND v.version = r.version
    AND EXISTS (SELECT 1 FROM products p WHERE p.id = v.product_id AND p.archived_at IS NULL) RETURNING v.id`

/** The keywords that the saved products will have. */
const keywordRows = (rows: readonly object[]) => sql`
  SELECT * FROM jsonb_to_recordset(${recordsOf(rows)}) AS k("productId" uuid, "keywordId" uuid)`

/** Removes the other keywords of these products. */
const removedKeywords = (productIds: readonly string[]) => sql`
  DELETE FROM product_keywords k WHERE k.product_id = ANY (${uuids(productIds)})
    AND NOT EXISTS (SELECT 1 FROM words w WHERE w."productId" = k.product_id AND w."keywordId" = k.keyword_id)`

/** The number of products whose new title is already taken in their subcategory. */
const takenTitles = sql`(
  SELECT count(*)::int FROM there t JOIN named n ON n."subcategoryId" = t.subcategory_id
    AND lower(n.title) = t.title AND n.id <> t.id
    AND NOT EXISTS (SELECT 1 FROM products o WHERE o.id = n.id AND lower(o.title) = t.title
      AND o.subcategory_id = t.subcategory_id))`

/**
 * Adds and changes any number of products with their variants, keywords and GST rates of today in two statements;
 * returns the ids of the added ones. Each changed row gets a new version.
 * @throws HttpError 409 when a category has moved, when one of the products or variants was changed since it was read,
 * or when a new title exists
 */
export async function saveProducts(
  db: Db,
  { added, changed }: { added: readonly NewProduct[]; changed: readonly ChangedProduct[] },
  { by, now }: Author,
) {
  const products = added.map((product) => ({
    ...product,
    id: v7(),
    variants: product.variants.map((variant) => ({ ...withSpecialPrice(variant), id: v7() })),
  }))
  const edited = changed.flatMap(({ id, version, fields }) => (fields ? [{ id, version, fields }] : []))
  const fields = [...products.map((product) => ({ id: product.id, fields: product })), ...edited]
  await lock(
    db,
    fields.map((product) => product.fields),
    changed.map(({ id }) => id),
  )

  const sold = [
    ...products.flatMap(({ id, variants }) => variants.map((variant) => ({ ...variant, productId: id }))),
    ...changed.flatMap((product) =>
      product.added.map((variant) => ({ ...withSpecialPrice(variant), id: v7(), productId: product.id })),
    ),
  ]
  const repriced = changed.flatMap((product) =>
    product.variants.map((variant) => ({ ...withSpecialPrice(variant), productId: product.id })),
  )
  const words = fields.flatMap((product) =>
    product.fields.keywordIds.map((keywordId) => ({ productId: product.id, keywordId })),
  )
  const rates = fields.flatMap(({ id, fields: { gstRate } }) =>
    typeof gstRate === 'number' ? [{ id, rate: gstRate }] : [],
  )
  const at = sql`${now.toISOString()}::timestamptz`
  const inserted = products.map((product) => columnsOf(product.id, product))
  const updated = edited.map(({ id, version, fields }) => ({ ...columnsOf(id, fields), version }))
  const editedIds = edited.map(({ id }) => id)
  const named = fields.map((product) => columnsOf(product.id, product.fields))
  const [saved] = await rowsOf(db, savedRow).execute(sql`
    WITH named AS (${namedProducts(named)}), there AS MATERIALIZED (${productsThere}),
      added AS (${insertedProducts(inserted, at)}), edited AS (${editedProducts(updated)}),
      rated AS (${addProductRates(rates, { firstDay: dayInKolkata(now), by, now })}),
      sold AS (${insertedVariants(sold, at)}), repriced AS (${repricedVariants(repriced)}),
      words AS (${keywordRows(words)}), unworded AS (${removedKeywords(editedIds)}), worded AS (
        INSERT INTO product_keywords (product_id, keyword_id) SELECT "productId", "keywordId" FROM words
        ON CONFLICT DO NOTHING
      )
    SELECT ${takenTitles} AS taken,
      (SELECT count(*)::int FROM edited) AS products, (SELECT count(*)::int FROM repriced) AS variants`)
  const isStale = saved?.taken !== 0 || saved.products !== edited.length || saved.variants !== repriced.length
  if (isStale)
    throw new HttpError(409, 'Somebody has just changed products of this file. Check it again', {
      code: 'stale',
    })
  return products.map(({ id, variants }) => ({ id, variantIds: variants.map((variant) => variant.id) }))
}

/** Adds any number of products in two statements; returns their ids. @throws HttpError 409 as `saveProducts` does */
export const addProducts = (db: Db, added: readonly NewProduct[], author: Author) =>
  saveProducts(db, { added, changed: [] }, author)
