import { normaliseReferralCode } from '@kirana/domain/referral'
import { amountTypes, deliveryStatuses, type IfMissing, type PaymentMethod } from '@kirana/domain/vocabulary'
import { sql } from 'drizzle-orm'
import { validate as isUuid } from 'uuid'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { onSale } from '../catalogue/product-rows.ts'
import { addressColumns, storedAddress } from '../shared/address.ts'
import { storedOpening, StoredOpening } from '../shared/opening.ts'
import { availablePieces, unpaidPieces } from '../shared/stock.ts'

export type Cart = {
  items: readonly { productId: string; variantId: string; quantity: number; ifMissing?: IfMissing }[]
  coupon: string
  referCode: string
  pincode: string
  addressId?: string | undefined
  /** The payment method, if the caller has chosen one. */
  payment?: PaymentMethod | undefined
}

const StoredLine = z.strictObject({
  line: z.int(),
  productId: z.string(),
  variantId: z.string(),
  quantity: z.int(),
  title: z.string(),
  category: z.string(),
  image: z.string(),
  /** Thousandths of the unit. */
  amount: z.int(),
  unit: z.string(),
  byWeight: z.boolean(),
  sellingPrice: z.int(),
  specialPrice: z.int(),
  loyaltyCoins: z.int(),
  /** Pieces that can be sold; null if its stock is not tracked. */
  available: z.nullable(z.int()),
  onHand: z.nullable(z.int()),
  /** Pieces reserved by the customer's unpaid online orders. */
  unpaid: z.int(),
})
export type StoredLine = z.output<typeof StoredLine>
/** A variant that is not on sale. */
const MissingLine = z.looseObject({ title: z.null() })

/** A list for IN, because NOT IN cannot use the index. */
const openStatuses = sql.raw(
  deliveryStatuses
    .filter((status) => status !== 'delivered' && status !== 'canceled')
    .map((status) => `'${status}'`)
    .join(', '),
)

/** Orders that one customer may place in 60 seconds. */
const MAX_ORDERS_PER_MINUTE = 30

const rule = { amountType: z.enum(amountTypes), amount: z.int(), minimum: z.int() }

const inputsRow = z.strictObject({
  inputs: z.strictObject({
    limits: z.strictObject({
      openOrders: z.int(),
      pieces: z.int(),
      value: z.int(),
      valueBeforeDelivery: z.int(),
      stockShare: z.int(),
    }),
    /** Null for an anonymous quote. */
    unpaid: z.nullable(z.strictObject({ orders: z.int(), value: z.int(), hasDelivery: z.boolean() })),
    /** The time of the customer's `MAX_ORDERS_PER_MINUTE`-th newest order; null if there are fewer. */
    nthNewestPlacedAt: z.nullable(z.string()),
    lines: z.array(z.union([StoredLine, MissingLine])),
    coupon: z.nullable(
      z.strictObject({
        ...rule,
        id: z.string(),
        name: z.string(),
        maximum: z.int(),
        isActive: z.boolean(),
        firstDay: z.nullable(z.string()),
        expireAt: z.string(),
        totalUses: z.int(),
        usesPerCustomer: z.int(),
        uses: z.int(),
        usesOfCustomer: z.int(),
      }),
    ),
    charges: z.array(
      z.strictObject({ ...rule, id: z.string(), sac: z.string(), title: z.string(), maximum: z.int() }),
    ),
    roundsOff: z.boolean(),
    pointsPerReferral: z.int(),
    referralDiscount: z.int(),
    deliveryTime: z.string(),
    roundCash: z.boolean(),
    delivers: z.boolean(),
    referrer: z.nullable(z.string()),
    invitedWith: z.string(),
    inviter: z.nullable(z.string()),
    isFirstOrder: z.boolean(),
    address: z.nullable(storedAddress),
    opening: z.nullable(StoredOpening),
  }),
})
export type QuoteInputs = z.output<typeof inputsRow>['inputs']

/** The numbered lines of the cart. */
const wantedLines = (items: Cart['items']) => {
  const lines = items.map((item) => ({
    product_id: item.productId,
    variant_id: item.variantId,
    quantity: item.quantity,
  }))
  return sql`
    SELECT line, product_id, variant_id, quantity
    FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS (product_id uuid, variant_id uuid, quantity int))
      WITH ORDINALITY AS w(product_id, variant_id, quantity, line)`
}

/** The lines `wanted` with their data from the catalogue; a line that is not on sale has no title. */
const pricedLines = (now: Date) => sql`
  SELECT w.line, w.product_id, w.variant_id, w.quantity, p.title, c.name AS category, v.quantity AS amount, v.unit,
    v.by_weight, v.selling_price, v.special_price, p.loyalty_coins, ${availablePieces(now)} AS available, s.on_hand,
    coalesce((SELECT u.quantity FROM unpaid u WHERE u.variant_id = v.id), 0) AS unpaid,
    coalesce((SELECT i.file FROM product_images i WHERE i.product_id = p.id ORDER BY i.position LIMIT 1), '') AS image
  FROM wanted w
  LEFT JOIN variants v ON v.id = w.variant_id AND v.product_id = w.product_id
  LEFT JOIN products p ON p.id = v.product_id AND ${onSale}
  LEFT JOIN categories c ON c.id = p.category_id
  LEFT JOIN stock_levels s ON s.variant_id = v.id`

/** The lines `priced` in their order: an array of `StoredLine`. */
const storedLines = sql`(
  SELECT json_agg(json_build_object('line', line, 'productId', product_id, 'variantId', variant_id,
    'quantity', quantity, 'title', title, 'category', category, 'image', image, 'amount', amount, 'unit', unit,
    'byWeight', by_weight, 'sellingPrice', selling_price, 'specialPrice', special_price, 'loyaltyCoins', loyalty_coins,
    'available', available, 'onHand', on_hand, 'unpaid', unpaid) ORDER BY line)
  FROM priced)`

/** The coupon of this name with the number of its uses, in total and by the customer. */
const couponNamed = (name: string, customer: string | null) => sql`(
  SELECT json_build_object('id', id, 'name', name, 'amountType', amount_type, 'amount', amount,
    'minimum', minimum, 'maximum', maximum_discount, 'isActive', is_active, 'firstDay', first_day, 'expireAt', expire_at,
    'totalUses', total_uses, 'usesPerCustomer', uses_per_customer, 'uses', uses, 'usesOfCustomer', (
      SELECT count(*) FROM coupon_uses u WHERE u.coupon_id = c.id AND u.user_id = ${customer}::uuid AND u.released_at IS NULL))
  FROM coupons c WHERE lower(name) = lower(${name}))`

/** The charges that are added to a bill. */
const activeCharges = sql`(
  SELECT coalesce(json_agg(json_build_object('id', id, 'sac', sac, 'title', title, 'amountType', amount_type,
    'amount', amount, 'minimum', minimum, 'maximum', maximum) ORDER BY id), '[]')
  FROM charges WHERE is_active)`

/** The limits of the company `y` for one order and for the unpaid orders of one customer. */
const limits = sql`json_build_object('openOrders', y.open_orders_per_customer, 'pieces', y.pieces_per_order,
  'value', y.unpaid_per_customer, 'valueBeforeDelivery', y.unpaid_before_delivery, 'stockShare', y.unpaid_stock_share)`

/** The unpaid open orders of customer `me`, and whether an order was ever delivered to them. */
const unpaidOrders = sql`(
  SELECT json_build_object('orders', count(*), 'value', coalesce(sum(o.total), 0)::bigint, 'hasDelivery', EXISTS (
    SELECT 1 FROM orders d WHERE d.user_id = me.id AND d.status = 'delivered' AND NOT d.is_replacement))
  FROM orders o WHERE o.user_id = me.id AND o.status IN (${openStatuses}) AND o.payment_status <> 'paid')`

/** The time of the `MAX_ORDERS_PER_MINUTE`-th newest order of customer `me`. */
const nthNewestPlacedAt = sql`(
  SELECT o.placed_at FROM orders o WHERE o.user_id = me.id ORDER BY o.id DESC OFFSET ${MAX_ORDERS_PER_MINUTE - 1} LIMIT 1)`

/** Whether the customer has no order yet; canceled ones and replacements do not count. */
const isFirstOrder = (customer: string | null) => sql`NOT EXISTS (
  SELECT 1 FROM orders o WHERE o.user_id = ${customer}::uuid AND o.status <> 'canceled' AND NOT o.is_replacement)`

/** Reads all data that is needed to price a cart by the store's own catalogue and rules, in one statement. */
export async function readInputs(
  db: Db,
  cart: Cart,
  customer: string | null,
  now: Date,
): Promise<QuoteInputs> {
  const code = normaliseReferralCode(cart.referCode)
  const addressId = isUuid(cart.addressId) ? cart.addressId : null
  const rows = await rowsOf(db, inputsRow).execute(sql`
    WITH wanted AS (${wantedLines(cart.items)}), unpaid AS (${unpaidPieces(customer)}), priced AS (${pricedLines(now)})
    SELECT json_build_object(
      'lines', ${storedLines},
      'coupon', ${couponNamed(cart.coupon, customer)},
      'charges', ${activeCharges},
      'opening', ${storedOpening},
      'roundsOff', y.round_off, 'roundCash', y.round_cash,
      'pointsPerReferral', y.points_per_referral, 'referralDiscount', y.referral_discount, 'deliveryTime', y.delivery_time,
      'delivers', EXISTS (SELECT 1 FROM pincodes WHERE is_active AND pincode = coalesce(a.pincode, ${cart.pincode})),
      'referrer', (SELECT id FROM users WHERE refer_code = ${code}),
      'invitedWith', coalesce(me.invited_with, ''),
      'inviter', (SELECT id FROM users WHERE refer_code = me.invited_with),
      'isFirstOrder', ${isFirstOrder(customer)},
      'limits', ${limits},
      'unpaid', CASE WHEN me.id IS NOT NULL THEN ${unpaidOrders} END,
      'nthNewestPlacedAt', ${nthNewestPlacedAt},
      'address', CASE WHEN a.id IS NULL THEN NULL ELSE json_build_object(${addressColumns}) END) AS inputs
    FROM company y
    LEFT JOIN users me ON me.id = ${customer}::uuid
    LEFT JOIN addresses a ON a.user_id = me.id AND a.id = ${addressId}::uuid`)
  const inputs = rows[0]?.inputs
  if (!inputs) throw new Error('The company table is empty')
  return inputs
}
