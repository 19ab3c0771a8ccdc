import { pickActionKinds, pickStates, shortReasons } from '@kirana/domain/vocabulary'
import type { Holding } from '@kirana/domain/stock'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, moment, paise } from './columns.ts'
import { orders } from './orders.ts'
import { staff } from './people.ts'
import { products } from './products.ts'

/**
 * The state before the end of a pick: the bill, the reserved stock and the last stock movement of the order; and the
 * paise that the end refunded.
 */
export type Replaced = {
  bill: Record<
    'subtotal' | 'discount' | 'referral_discount' | 'charges_total' | 'total' | 'coins',
    number
  > & {
    charges: unknown
    /** Absent in picks of earlier releases. */
    round_off?: number
  }
  held: { variant_id: string; quantity: number; holding: Holding }[]
  movement: number
  refund: number
}

/**
 * The picking of an order. The row is the lock of its lines. Transactions that also lock the order lock the order
 * first. Belongs to a store.
 */
export const orderPicks = pgTable(
  'order_picks',
  {
    orderId: uuid('order_id')
      .primaryKey()
      .references(() => orders.id),
    state: text('state', { enum: pickStates }).notNull(),
    /** The picker who has claimed or finished it; null once released. */
    staffId: uuid('staff_id').references(() => staff.id),
    by: text('by').notNull().default(''),
    /** The end of the lease. */
    until: moment('until'),
    /** The picker who recorded the last line, even after releasing the order; null while nothing is recorded. */
    recordedBy: uuid('recorded_by').references(() => staff.id),
    /** Counts the changes, so that a transaction that waited for the lock can detect outdated lines. */
    step: integer('step').notNull().default(0),
    at: createdAt(),
    doneAt: moment('done_at'),
    /**
     * The state that Undo restores after the order's last change: the row and its lines that the change discarded, or
     * the state before the end of the pick.
     */
    discarded: jsonb('discarded').$type<
      { step: number; pick: unknown; lines: unknown } | { step: number; replaced: Replaced }
    >(),
    /** Paise that its end refunded without a second person. The amounts of one picker in 24 hours are added up. */
    refundedAlone: paise('refunded_alone').notNull().default(0),
  },
  (t) => [
    check('pick_has_picker', sql`(${t.state} = 'none') = (${t.staffId} IS NULL)`),
    index('order_picks_refunded')
      .on(t.staffId, t.doneAt)
      .where(sql`${t.refundedAlone} > 0`),
  ],
)

const orderId = () =>
  uuid('order_id')
    .notNull()
    .references(() => orderPicks.orderId, { onDelete: 'cascade' })

/**
 * The recorded result of an ordered line; a line without a row has no result yet. The swap has the price and texts of
 * the time when it was chosen. Belongs to a store.
 */
export const pickLines = pgTable(
  'pick_lines',
  {
    orderId: orderId(),
    line: smallint('line').notNull(),
    found: integer('found').notNull(),
    short: integer('short').notNull(),
    reason: text('reason', { enum: ['', ...shortReasons] }).notNull(),
    /** Total grams of the found pieces; null if they were not weighed. */
    grams: integer('grams'),
    swapVariant: uuid('swap_variant'),
    swapProduct: uuid('swap_product').references(() => products.id),
    swapTitle: text('swap_title').notNull().default(''),
    swapQuantityText: text('swap_quantity_text').notNull().default(''),
    swapQuantity: integer('swap_quantity').notNull().default(0),
    swapPrice: paise('swap_price').notNull().default(0),
    swapMrp: paise('swap_mrp').notNull().default(0),
    swapCoins: integer('swap_coins').notNull().default(0),
    /** The price of the swap to which the customer agreed, in paise; null: at most the price of the replaced pieces. */
    swapAgreed: paise('swap_agreed'),
    /** The reason for a swap that is worth much more than the replaced pieces; '' for any other swap. */
    swapReason: text('swap_reason').notNull().default(''),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.line] }),
    index('pick_lines_swap')
      .on(t.swapProduct)
      .where(sql`${t.swapProduct} IS NOT NULL`),
    check('agreed_swap', sql`${t.swapAgreed} IS NULL OR ${t.swapVariant} IS NOT NULL`),
    check(
      'picked_pieces',
      sql`${t.found} >= 0 AND ${t.short} >= 0 AND (${t.swapVariant} IS NULL) = (${t.swapQuantity} = 0)`,
    ),
  ],
)

/**
 * Actions of screens. Each counts once, because a repeated action finds its row. Claims of orders have rows for the
 * timeline. Belongs to a store.
 */
export const pickActions = pgTable(
  'pick_actions',
  {
    orderId: orderId(),
    actionId: text('action_id').notNull(),
    kind: text('kind', { enum: pickActionKinds }).notNull().default('line'),
    by: text('by').notNull(),
    at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.orderId, t.actionId] })],
)

/** `done`: the item is back on its shelf, but other items of the order are not. */
type PutBackItem = {
  variantId: string
  title: string
  quantityText: string
  quantity: number
  done?: true
}

/**
 * Items in the bag of a canceled order that have to be returned to their shelves.
 * Belongs to a store.
 */
export const putBacks = pgTable(
  'put_backs',
  {
    orderId: uuid('order_id')
      .primaryKey()
      .references(() => orders.id),
    items: jsonb('items').$type<PutBackItem[]>().notNull(),
    /** The person who canceled the order. */
    by: text('by').notNull(),
    at: createdAt(),
    doneBy: text('done_by').notNull().default(''),
    doneAt: moment('done_at'),
  },
  (t) => [
    index('put_backs_open')
      .on(t.orderId)
      .where(sql`${t.doneAt} IS NULL`),
  ],
)

/**
 * The lines of the bill and invoice of a picked order; never changed. Without rows, the bill has the ordered lines.
 * Belongs to a store.
 */
export const pickedLines = pgTable(
  'picked_lines',
  {
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    position: smallint('position').notNull(),
    /** The ordered line to which it belongs. */
    line: smallint('line').notNull(),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    variantId: uuid('variant_id').notNull(),
    title: text('title').notNull(),
    quantityText: text('quantity_text').notNull(),
    quantity: integer('quantity').notNull(),
    price: paise('price').notNull(),
    total: paise('total').notNull(),
    /** The pieces in the bag; a weighed line is billed as one unit. */
    pieces: integer('pieces').notNull(),
    isSwap: boolean('is_swap').notNull(),
    grams: integer('grams'),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.position] }),
    index('picked_lines_product').on(t.productId),
    check(
      'picked_line_adds_up',
      sql`${t.total} = ${t.price} * ${t.quantity} AND ${t.quantity} > 0 AND ${t.pieces} > 0`,
    ),
  ],
)
