import { holdings, movementKinds } from '@kirana/domain/stock'
import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, key, paise, version } from './columns.ts'
import { orders } from './orders.ts'
import { variants } from './products.ts'

const variantId = () =>
  uuid('variant_id').references(() => variants.id, {
    onDelete: 'cascade',
  })

/**
 * The stock of a variant in pieces. `onHand` is null while its stock is not tracked, so that it sells without limit.
 * The row is the lock of the variant's stock; lock several rows in the order of their ids. Belongs to a store.
 */
export const stockLevels = pgTable(
  'stock_levels',
  {
    variantId: variantId().primaryKey(),
    onHand: integer('on_hand'),
    /** The sum of the variant's open reservations. */
    reserved: integer('reserved').notNull().default(0),
    /** The shelf: 'A3'. */
    shelf: text('shelf').notNull().default(''),
    /** The stock is low at this number of available pieces or fewer; 0: only when it is out of stock. */
    lowAt: integer('low_at').notNull().default(0),
    /** Incremented by changes of the shelf, the low level, the weighing and the barcodes, but not by movements. */
    version: version(),
  },
  (t) => [
    index('stock_levels_shelf').on(sql`lower(${t.shelf}) text_pattern_ops`),
    index('stock_levels_low')
      .on(t.variantId)
      .where(sql`${t.onHand} - ${t.reserved} <= ${t.lowAt}`),
    check(
      'stock_not_below_zero',
      sql`coalesce(${t.onHand}, 0) >= 0 AND ${t.reserved} >= 0 AND (${t.onHand} IS NOT NULL OR ${t.reserved} = 0)`,
    ),
    check('stock_low_at', sql`${t.lowAt} >= 0`),
  ],
)

/**
 * Every change of the pieces on hand; never changed. `variantId` is not a foreign key, because movements are kept after
 * their variant is deleted. Belongs to a store.
 * Global: stock_movements_id_seq: the order of movements within a variant.
 */
export const stockMovements = pgTable(
  'stock_movements',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    variantId: uuid('variant_id').notNull(),
    kind: text('kind', { enum: movementKinds }).notNull(),
    quantity: integer('quantity').notNull(),
    orderId: uuid('order_id').references(() => orders.id),
    reason: text('reason').notNull().default(''),
    by: text('by').notNull(),
    /**
     * The pieces taken from or returned to batches, so that the movement can be reverted exactly. Null if it changes no
     * batches, like a receipt, and for movements from before the baseline of migrations.
     */
    batches: jsonb('batches').$type<{ id: string; pieces: number }[]>(),
    at: createdAt(),
  },
  (t) => [
    index('stock_movements_variant').on(t.variantId, t.id),
    index('stock_movements_order')
      .on(t.orderId, t.variantId, t.id)
      .where(sql`${t.orderId} IS NOT NULL`),
    // For the report of margins: pieces that orders took and returned.
    index('stock_movements_sold')
      .on(t.at)
      .where(sql`${t.kind} IN ('sold', 'returned')`),
  ],
)

/**
 * The pieces of a variant that an order has reserved or taken, if its stock was tracked when the order was placed.
 * Belongs to a store.
 */
export const stockReservations = pgTable(
  'stock_reservations',
  {
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    variantId: uuid('variant_id').notNull(),
    quantity: integer('quantity').notNull(),
    holding: text('holding', { enum: holdings }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.variantId] }),
    index('stock_reservations_open')
      .on(t.variantId)
      .where(sql`${t.holding} = 'reserved'`),
    check('reservation_of_pieces', sql`${t.quantity} > 0`),
  ],
)

/**
 * Received pieces. Pieces on hand beyond all batches were counted and have no expiry. `cost` is paise for one piece.
 * Belongs to a store.
 */
export const stockBatches = pgTable(
  'stock_batches',
  {
    id: key(),
    variantId: variantId().notNull(),
    /** The last good day; null if unknown. */
    expiry: date('expiry'),
    quantity: integer('quantity').notNull(),
    /** The pieces that are still on hand. */
    remaining: integer('remaining').notNull(),
    cost: paise('cost'),
    receivedAt: createdAt(),
  },
  (t) => [
    index('stock_batches_variant').on(t.variantId, t.id),
    index('stock_batches_expiry')
      .on(t.expiry)
      .where(sql`${t.remaining} > 0`),
    check('batch_remaining', sql`${t.remaining} BETWEEN 0 AND ${t.quantity}`),
  ],
)

/** Deliveries of goods, each received as a whole; never changed. Belongs to a store. */
export const stockReceipts = pgTable('stock_receipts', {
  id: key(),
  supplier: text('supplier').notNull(),
  billNumber: text('bill_number').notNull(),
  by: text('by').notNull(),
  at: createdAt(),
})

/**
 * The lines of a delivery, with the names of the variants at that time. `variantId` is not a foreign key, as in
 * movements. Belongs to a store.
 */
export const stockReceiptLines = pgTable(
  'stock_receipt_lines',
  {
    receiptId: uuid('receipt_id')
      .notNull()
      .references(() => stockReceipts.id),
    line: integer('line').notNull(),
    variantId: uuid('variant_id').notNull(),
    title: text('title').notNull(),
    /** The pack size as text: '500 GM'. */
    quantityText: text('quantity_text').notNull(),
    quantity: integer('quantity').notNull(),
    expiry: date('expiry'),
    /** Paise for one piece; null if unknown. */
    cost: paise('cost'),
  },
  (t) => [primaryKey({ columns: [t.receiptId, t.line] }), check('receipt_of_pieces', sql`${t.quantity} > 0`)],
)

/** Barcodes as printed on the packs; a code belongs to one variant. Belongs to a store. */
export const stockBarcodes = pgTable(
  'stock_barcodes',
  { code: text('code').primaryKey(), variantId: variantId().notNull() },
  (t) => [
    index('stock_barcodes_variant').on(t.variantId),
    index('stock_barcodes_code').on(sql`${t.code} text_pattern_ops`),
  ],
)
