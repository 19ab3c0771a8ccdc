import type { BillRules } from '@kirana/domain/bill'
import {
  deliveryStatuses,
  paymentMethods,
  paymentStatuses,
  payers,
  ifMissingWishes,
} from '@kirana/domain/vocabulary'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, key, moment, paise } from './columns.ts'
import { manualOrders } from './manual-orders.ts'
import { products } from './products.ts'
import { users } from './users.ts'

export type Address = {
  fullName: string
  phone: string
  houseNo: string
  landmark: string
  street: string
  pincode: string
  city: string
  state: string
}

const deliveryStatus = (name: string) => text(name, { enum: deliveryStatuses })

/** Generates `orders.number`; gaps are allowed. */
export const orderNumbers = pgSequence('order_numbers')

/**
 * Orders with their own copy of names, prices, coupon and charges, unaffected by later changes (decision 004).
 * Belongs to a store.
 * Global: orders_number_unique, orders_order_id_unique, order_numbers: customers may give the number to any store.
 */
export const orders = pgTable(
  'orders',
  {
    id: key(),
    number: bigint('number', { mode: 'number' }).notNull().unique(),
    /** The order number shown to people: OD261121-0001. */
    orderId: text('order_id').notNull().unique(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    customerName: text('customer_name').notNull(),
    customerPhone: text('customer_phone').notNull(),
    address: jsonb('address').$type<Address>().notNull(),
    status: deliveryStatus('status').notNull().default('confirmed'),
    paymentMethod: text('payment_method', { enum: paymentMethods }).notNull(),
    paymentStatus: text('payment_status', { enum: paymentStatuses }).notNull(),
    /** The means of payment that has paid the order; `none` unless the payment status is `paid` (decision 037). */
    paidBy: text('paid_by', { enum: payers }).notNull().default('none'),
    subtotal: paise('subtotal').notNull(),
    discount: paise('discount').notNull().default(0),
    /** Not a foreign key: deleting a coupon would otherwise have to update all its orders. */
    couponId: uuid('coupon_id'),
    couponName: text('coupon_name').notNull().default(''),
    referralDiscount: paise('referral_discount').notNull().default(0),
    referCode: text('refer_code').notNull().default(''),
    referrerId: uuid('referrer_id').references(() => users.id),
    /** `id` and `sac` are missing in orders of earlier releases. */
    charges: jsonb('charges')
      .$type<{ title: string; amount: number; id?: string; sac?: string }[]>()
      .notNull(),
    chargesTotal: paise('charges_total').notNull(),
    /** The rounding to the nearest rupee, in paise; negative if the total was rounded down. */
    roundOff: paise('round_off').notNull().default(0),
    total: paise('total').notNull(),
    /**
     * The rules of the bill, by which it is computed again; null in orders of earlier releases, whose bill never
     * changes.
     */
    rules: jsonb('rules').$type<BillRules>(),
    /** The total that the customer accepted; null without `rules`. */
    placedTotal: paise('placed_total'),
    /**
     * Paise that were refunded for claims of an order that was not paid online. For an online payment, `refunds` has
     * these rows.
     */
    claimed: paise('claimed').notNull().default(0),
    /** Coins granted to the customer on delivery, less the coins taken back for claims. */
    coins: bigint('coins', { mode: 'number' }).notNull().default(0),
    /** Coins granted to the owner of the referral code on delivery. */
    referralCoins: integer('referral_coins').notNull().default(0),
    /**
     * Whether the order delivers claimed pieces again for ₹0 (`claim_replacements`). It is not a sale and is in no
     * report.
     */
    isReplacement: boolean('is_replacement').notNull().default(false),
    /** Whether its cash is collected in whole rupees (`company.round_cash` when it was placed). */
    roundsCash: boolean('rounds_cash').notNull().default(false),
    /** The photographed list from which staff placed it; null once the list is deleted. */
    manualOrderId: uuid('manual_order_id').references(() => manualOrders.id, { onDelete: 'set null' }),
    deliveryTime: text('delivery_time').notNull(),
    placedAt: moment('placed_at').notNull().defaultNow(),
    search: text('search').generatedAlwaysAs(sql`lower(order_id) || ' ' || customer_phone`),
  },
  (t) => [
    index('orders_status').on(t.status, t.id),
    // For the board and New Orders, where an online order is missing until it is paid.
    index('orders_to_pack')
      .on(t.id)
      .where(
        sql`${t.status} = 'confirmed' AND (${t.paymentMethod} <> 'online' OR ${t.paymentStatus} = 'paid')`,
      ),
    // For reports and Order History by days: contains status and amount, so that the rows are not read.
    index('orders_placed').on(t.placedAt, t.id, t.status, t.total),
    index('orders_amount').on(t.total, t.id, t.status),
    index('orders_user').on(t.userId, t.id),
    index('orders_referrer')
      .on(t.referrerId, t.id)
      .where(sql`${t.referrerId} IS NOT NULL`),
    index('orders_referred')
      .on(t.id)
      .where(sql`${t.referrerId} IS NOT NULL`),
    index('orders_referred_amount')
      .on(t.total, t.id)
      .where(sql`${t.referrerId} IS NOT NULL`),
    index('orders_of_list')
      .on(t.manualOrderId, t.id)
      .where(sql`${t.manualOrderId} IS NOT NULL`),
    uniqueIndex('one_order_of_list')
      .on(t.manualOrderId)
      .where(sql`${t.manualOrderId} IS NOT NULL AND ${t.status} <> 'canceled'`),
    index('orders_search').using('gin', sql`${t.search} gin_trgm_ops`),
    index('orders_name_part').using('gin', sql`lower(${t.customerName}) gin_trgm_ops`),
    // For the open orders on the dashboard.
    index('orders_open')
      .on(t.id)
      .where(
        sql`${t.status} NOT IN ('delivered', 'canceled') AND (${t.paymentMethod} <> 'online' OR ${t.paymentStatus} = 'paid')`,
      ),
    check(
      'order_adds_up',
      sql`${t.total} = ${t.subtotal} - ${t.discount} - ${t.referralDiscount} + ${t.chargesTotal} + ${t.roundOff} AND abs(${t.roundOff}) <= 50 AND ${t.discount} >= 0 AND ${t.referralDiscount} >= 0 AND ${t.discount} + ${t.referralDiscount} <= ${t.subtotal}`,
    ),
    check(
      'order_paid_by',
      sql`(${t.paymentStatus} = 'paid') = (${t.paidBy} <> 'none') AND CASE ${t.paymentMethod} WHEN 'cod' THEN ${t.paidBy} <> 'online' ELSE ${t.paidBy} IN ('none', ${t.paymentMethod}) END`,
    ),
    check('order_claimed_within_total', sql`${t.claimed} BETWEEN 0 AND ${t.total}`),
    check('replacement_is_free', sql`NOT ${t.isReplacement} OR ${t.total} = 0 AND ${t.coins} = 0`),
    check('order_keeps_its_rules', sql`(${t.rules} IS NULL) = (${t.placedTotal} IS NULL)`),
  ],
)

/** Belongs to a store. */
export const orderLines = pgTable(
  'order_lines',
  {
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    line: smallint('line').notNull(),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    variantId: uuid('variant_id').notNull(),
    title: text('title').notNull(),
    category: text('category').notNull(),
    image: text('image').notNull(),
    /** The pack size as text: '500 GM'. */
    quantityText: text('quantity_text').notNull(),
    quantity: integer('quantity').notNull(),
    price: paise('price').notNull(),
    total: paise('total').notNull(),
    /** Loyalty coins for one piece; null in orders of earlier releases, like `weight`. */
    coins: integer('coins'),
    /** Milligrams of one piece; null if it is not sold by weight. */
    weight: bigint('weight', { mode: 'number' }),
    /** The customer's wish if the item is missing; '' if they gave none. */
    ifMissing: text('if_missing', { enum: ifMissingWishes }).notNull().default(''),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.line] }),
    index('order_lines_product').on(t.productId),
    index('order_lines_image').on(t.image),
    check('line_adds_up', sql`${t.total} = ${t.price} * ${t.quantity} AND ${t.quantity} > 0`),
  ],
)

/** All status changes. The first row, with `from` null, records that the order was placed. Belongs to a store. */
export const orderHistory = pgTable(
  'order_history',
  {
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    step: smallint('step').notNull(),
    from: deliveryStatus('from_status'),
    to: deliveryStatus('to_status').notNull(),
    by: text('by').notNull(),
    /** The reason for a cancelation, '' if no reason was required. */
    reason: text('reason').notNull().default(''),
    at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.step] }),
    // For the day book: when cash was collected, and when that was corrected.
    index('order_history_cash')
      .on(t.at)
      .where(sql`${t.to} = 'delivered' OR ${t.from} = 'delivered'`),
  ],
)

/**
 * The uses of coupons; canceling the order releases its use. A trigger counts them in `coupons.uses` and rejects more
 * than the coupon allows. Rows remain when the coupon is deleted. Belongs to a customer.
 */
export const couponUses = pgTable(
  'coupon_uses',
  {
    orderId: uuid('order_id')
      .primaryKey()
      .references(() => orders.id),
    couponId: uuid('coupon_id').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    releasedAt: moment('released_at'),
  },
  (t) => [
    index('coupon_uses_held')
      .on(t.couponId, t.userId)
      .where(sql`${t.releasedAt} IS NULL`),
  ],
)

/**
 * Order counts by status, by day and of referred orders: a sharded counter of 16 rows each, maintained by triggers, so
 * that writers rarely wait for the same row. The sum of the shards is exact (decision 003). Belongs to a store.
 */
export const orderCounts = pgTable(
  'order_counts',
  {
    name: text('name').notNull(),
    slot: smallint('slot').notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.name, t.slot] })],
)
