import { zeroKinds } from '@kirana/domain/gst'
import { units } from '@kirana/domain/vocabulary'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { categories } from './categories.ts'
import { createdAt, key, moment, paise, version } from './columns.ts'
import { files } from './files.ts'
import { keywords } from './keywords.ts'
import { sections } from './sections.ts'
import { subcategories } from './subcategories.ts'
import { users } from './users.ts'

/** Products. `archivedAt` marks a deleted product that remains for its orders. Belongs to the company. */
export const products = pgTable(
  'products',
  {
    id: key(),
    title: text('title').notNull(),
    subtitle: text('subtitle').notNull(),
    description: text('description').notNull(),
    sectionId: uuid('section_id')
      .notNull()
      .references(() => sections.id),
    categoryId: uuid('category_id')
      .notNull()
      .references(() => categories.id),
    subcategoryId: uuid('subcategory_id')
      .notNull()
      .references(() => subcategories.id),
    manufacturer: text('manufacturer').notNull().default(''),
    manufacturedOn: date('manufactured_on'),
    /** Free text, such as 'Best before 6 months'. */
    expiry: text('expiry').notNull().default(''),
    origin: text('origin').notNull().default(''),
    /** Coins granted per delivered piece. */
    loyaltyCoins: integer('loyalty_coins').notNull().default(0),
    /** HSN code of 4, 6 or 8 digits; '' if unknown. Its GST rates are in `product_rates`. */
    hsn: text('hsn').notNull().default(''),
    /** The kind of the product while its rate is 0. */
    zeroKind: text('zero_kind', { enum: zeroKinds }).notNull().default('nil'),
    isActive: boolean('is_active').notNull().default(true),
    ratingCount: integer('rating_count').notNull().default(0),
    ratingSum: integer('rating_sum').notNull().default(0),
    /** The price of the cheapest variant in paise, 0 without a variant. Triggers maintain it. */
    leastPrice: paise('least_price').notNull().default(0),
    archivedAt: moment('archived_at'),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    index('products_title_part').using('gin', sql`lower(${t.title}) gin_trgm_ops`),
    index('products_title')
      .on(sql`lower(${t.title})`, t.id)
      .where(sql`${t.archivedAt} IS NULL`),
    index('products_price')
      .on(t.leastPrice, t.id)
      .where(sql`${t.archivedAt} IS NULL`),
    index('products_category').on(t.categoryId, t.id),
    index('products_subcategory').on(t.subcategoryId, t.id),
    index('products_section').on(t.sectionId, t.id),
    check('product_hsn', sql`${t.hsn} ~ '^([0-9]{4,8})?$'`),
    check('product_zero_kind', sql`${t.zeroKind} IN ('nil', 'exempt', 'nonGst')`),
  ],
)

/** Up to 6 images per product, ordered by `position`. Belongs to the company. */
export const productImages = pgTable(
  'product_images',
  {
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    file: text('file')
      .notNull()
      .references(() => files.key),
    position: smallint('position').notNull(),
  },
  (t) => [primaryKey({ columns: [t.productId, t.file] }), index('product_images_file').on(t.file)],
)

/** Belongs to the company. */
export const productKeywords = pgTable(
  'product_keywords',
  {
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    keywordId: uuid('keyword_id')
      .notNull()
      .references(() => keywords.id),
  },
  (t) => [
    primaryKey({ columns: [t.productId, t.keywordId] }),
    index('product_keywords_keyword').on(t.keywordId),
  ],
)

/** Variants: a pack size and its prices in paise. `discount` is basis points of the MRP. Belongs to the company. */
export const variants = pgTable(
  'variants',
  {
    id: key(),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    /** Pack size in thousandths of the unit: 500 GM is 500000. */
    quantity: paise('quantity').notNull(),
    unit: text('unit', { enum: units }).notNull(),
    mrp: paise('mrp').notNull().default(0),
    sellingPrice: paise('selling_price').notNull(),
    specialPrice: paise('special_price').notNull().default(0),
    discount: integer('discount').notNull().default(0),
    /** Whether its pieces are weighed when they are picked. */
    byWeight: boolean('by_weight').notNull().default(false),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    index('variants_product').on(t.productId, t.id),
    check('variant_has_a_price', sql`${t.sellingPrice} > 0 OR ${t.specialPrice} > 0`),
  ],
)

/** 1 to 5 stars, one rating per customer and product. Belongs to a customer. */
export const ratings = pgTable(
  'ratings',
  {
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    stars: smallint('stars').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.productId, t.userId] }),
    check('stars_in_range', sql`${t.stars} BETWEEN 1 AND 5`),
  ],
)
