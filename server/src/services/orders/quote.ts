import { bill, type Bill, type BillRules, rulesToKeep } from '@kirana/domain/bill'
import { couponError } from '@kirana/domain/coupon'
import { closedSentence } from '@kirana/domain/opening'
import { packWeight } from '@kirana/domain/picked-bill'
import { pricePaid } from '@kirana/domain/price'
import { normaliseReferralCode, referralError } from '@kirana/domain/referral'
import { amountTypes, deliveryStatuses } from '@kirana/domain/vocabulary'
import { sql } from 'drizzle-orm'
import { validate as isUuid } from 'uuid'
import { rowsOf } from '../../db/rows.ts'
import * as z from 'zod/mini'
import type { Db } from '../../db/types.ts'
import { HttpError } from '../../errors.ts'
import type { Address } from '../../tables/orders.ts'
import { onSale } from '../catalogue/product-rows.ts'
import { addressColumns, storedAddress } from '../shared/address.ts'
import { estimateOf, openNow, type OpenNow, storedOpening, StoredOpening } from '../shared/opening.ts'

export type Cart = {
  items: readonly { productId: string; variantId: string; quantity: number }[]
  coupon: string
  referCode: string
  pincode: string
  addressId?: string | undefined
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
  sellingPrice: z.int(),
  specialPrice: z.int(),
  loyaltyCoins: z.int(),
})
type StoredLine = z.output<typeof StoredLine>
/** A variant that is not on sale. */
const MissingLine = z.looseObject({ title: z.null() })

/** How much of the limits on placing orders a customer has used. */
const OrderLimitUsage = z.strictObject({
  /** Orders that are neither delivered, canceled nor paid. */
  openOrders: z.int(),
  maxOpenOrders: z.int(),
  /** When the customer's `MAX_ORDERS_PER_MINUTE`-th newest order was placed; null if there are fewer. */
  nthNewestPlacedAt: z.nullable(z.string()),
})
export type OrderLimitUsage = z.output<typeof OrderLimitUsage>

/** A list of equalities: the index cannot serve NOT IN. */
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
    limitUsage: z.nullable(OrderLimitUsage),
    lines: z.array(z.union([StoredLine, MissingLine])),
    coupon: z.nullable(
      z.strictObject({
        ...rule,
        id: z.string(),
        name: z.string(),
        isActive: z.boolean(),
        expireAt: z.string(),
        usedBefore: z.boolean(),
      }),
    ),
    charges: z.array(
      z.strictObject({ ...rule, id: z.string(), sac: z.string(), title: z.string(), maximum: z.int() }),
    ),
    pointsPerReferral: z.int(),
    referralDiscount: z.int(),
    deliveryTime: z.string(),
    delivers: z.boolean(),
    referrer: z.nullable(z.string()),
    invitedWith: z.string(),
    inviter: z.nullable(z.string()),
    isFirstOrder: z.boolean(),
    address: z.nullable(storedAddress),
    opening: z.nullable(StoredOpening),
  }),
})
type QuoteInputs = z.output<typeof inputsRow>['inputs']

/** Reads everything that prices a cart from the store's own catalogue and rules, in one statement. */
async function readInputs(
  db: Db,
  cart: Cart,
  customer: string | null,
  isPlacing: boolean,
): Promise<QuoteInputs> {
  const code = normaliseReferralCode(cart.referCode)
  const rows = await rowsOf(db, inputsRow).execute(sql`
    WITH wanted AS (
      SELECT line, product_id, variant_id, quantity
      FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(
        cart.items.map((item) => ({
          product_id: item.productId,
          variant_id: item.variantId,
          quantity: item.quantity,
        })),
      )}::jsonb) AS (product_id uuid, variant_id uuid, quantity int)) WITH ORDINALITY AS w(product_id, variant_id, quantity, line)
    ), priced AS (
      SELECT w.line, w.product_id, w.variant_id, w.quantity, p.title, c.name AS category, v.quantity AS amount, v.unit,
        v.selling_price, v.special_price, p.loyalty_coins,
        coalesce((SELECT i.file FROM product_images i WHERE i.product_id = p.id ORDER BY i.position LIMIT 1), '') AS image
      FROM wanted w
      LEFT JOIN variants v ON v.id = w.variant_id AND v.product_id = w.product_id
      LEFT JOIN products p ON p.id = v.product_id AND ${onSale}
      LEFT JOIN categories c ON c.id = p.category_id
    )
    SELECT json_build_object(
      'lines', (SELECT json_agg(json_build_object('line', line, 'productId', product_id, 'variantId', variant_id,
        'quantity', quantity, 'title', title, 'category', category, 'image', image, 'amount', amount, 'unit', unit,
        'sellingPrice', selling_price, 'specialPrice', special_price, 'loyaltyCoins', loyalty_coins) ORDER BY line) FROM priced),
      'coupon', (SELECT json_build_object('id', id, 'name', name, 'amountType', amount_type, 'amount', amount,
          'minimum', minimum, 'isActive', is_active, 'expireAt', expire_at, 'usedBefore', EXISTS (
            SELECT 1 FROM coupon_uses u WHERE u.coupon_id = c.id AND u.user_id = ${customer}::uuid AND u.released_at IS NULL))
        FROM coupons c WHERE lower(name) = lower(${cart.coupon})),
      'charges', (SELECT coalesce(json_agg(json_build_object('id', id, 'sac', sac, 'title', title, 'amountType', amount_type,
        'amount', amount, 'minimum', minimum, 'maximum', maximum) ORDER BY id), '[]') FROM charges WHERE is_active),
      'opening', ${storedOpening},
      'pointsPerReferral', y.points_per_referral, 'referralDiscount', y.referral_discount, 'deliveryTime', y.delivery_time,
      'delivers', EXISTS (SELECT 1 FROM pincodes WHERE is_active AND pincode = coalesce(a.pincode, ${cart.pincode})),
      'referrer', (SELECT id FROM users WHERE refer_code = ${code}),
      'invitedWith', coalesce(me.invited_with, ''),
      'inviter', (SELECT id FROM users WHERE refer_code = me.invited_with),
      'isFirstOrder', NOT EXISTS (SELECT 1 FROM orders o WHERE o.user_id = ${customer}::uuid AND o.status <> 'canceled'),
      'limitUsage', CASE WHEN ${isPlacing}::boolean THEN json_build_object(
        'openOrders', (SELECT count(*) FROM orders o WHERE o.user_id = me.id
          AND o.status IN (${openStatuses}) AND o.payment_status <> 'paid'),
        'maxOpenOrders', y.open_orders_per_customer,
        'nthNewestPlacedAt', (SELECT o.placed_at FROM orders o WHERE o.user_id = me.id
          ORDER BY o.id DESC OFFSET ${MAX_ORDERS_PER_MINUTE - 1} LIMIT 1)) END,
      'address', CASE WHEN a.id IS NULL THEN NULL ELSE json_build_object(${addressColumns}) END) AS inputs
    FROM company y
    LEFT JOIN users me ON me.id = ${customer}::uuid
    LEFT JOIN addresses a ON a.user_id = me.id AND a.id = ${isUuid(cart.addressId) ? cart.addressId : null}::uuid`)
  const inputs = rows[0]?.inputs
  if (!inputs) throw new Error('The company table is empty')
  return inputs
}

type Line = {
  productId: string
  variantId: string
  title: string
  category: string
  image: string
  quantityText: string
  quantity: number
  price: number
  total: number
  /** Loyalty coins for one piece. */
  coins: number
  /** Milligrams of one piece; null if it is not sold by weight. */
  weight: number | null
}

export type Quote = {
  lines: Line[]
  bill: Bill
  /** The rules that made the bill. */
  rules: BillRules
  coupon: { id: string; name: string } | null
  /** Whether a coupon of the cart's name exists, usable or not. */
  knowsCoupon: boolean
  referral: { code: string; owner: string; coins: number } | null
  /** Loyalty coins for the customer on delivery. */
  coins: number
  deliveryTime: string
  opening: OpenNow
  /** What the customer reads while the store is closed; null while it is open. */
  closed: string | null
  address: Address | null
  /** Null unless the quote is for placing an order. */
  limitUsage: OrderLimitUsage | null
  /** Why the store is closed or the coupon, code or pincode invalid: a quote shows them, placing throws the first. */
  problems: string[]
}

export const itemUnavailable = () =>
  new HttpError(422, 'Something in the cart is not available any more', { code: 'unavailable' })

const quantityText = ({ amount, unit }: StoredLine) => `${amount / 1000} ${unit}`

function referralOf(inputs: QuoteInputs, cart: Cart, customer: string | null) {
  const typed = normaliseReferralCode(cart.referCode)
  const code = typed || inputs.invitedWith
  const owner = typed ? inputs.referrer : inputs.inviter
  if (code === '') return { referral: null, problem: null }
  const problem = referralError({ owner, customer, isFirstOrder: inputs.isFirstOrder })
  if (problem === null && owner !== null)
    return { referral: { code, owner, coins: inputs.pointsPerReferral }, problem: null }
  return { referral: null, problem: typed ? problem : null }
}

/**
 * Prices a cart (paise) at `now` by the store's own catalogue, charges, coupon and referral rules, in one statement.
 * The contract has merged lines of the same variant. `isPlacing` also reads the customer's limit usage.
 * @throws HttpError 422 when an item cannot be bought
 */
export async function quote(
  db: Db,
  cart: Cart,
  customer: string | null,
  now: Date,
  isPlacing = false,
): Promise<Quote> {
  if (cart.items.some(({ productId, variantId }) => !isUuid(productId) || !isUuid(variantId)))
    throw itemUnavailable()
  const inputs = await readInputs(db, cart, customer, isPlacing)
  const lines = inputs.lines.map((line) => {
    if (line.title === null) throw itemUnavailable()
    return { ...line, price: pricePaid(line) }
  })
  const subtotal = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0)

  const couponProblem = cart.coupon
    ? couponError({
        coupon: inputs.coupon && { ...inputs.coupon, expireAt: new Date(inputs.coupon.expireAt) },
        subtotal,
        now,
        usedBefore: inputs.coupon?.usedBefore ?? false,
      })
    : null
  const coupon = couponProblem === null ? inputs.coupon : null
  const { referral, problem: referralProblem } = referralOf(inputs, cart, customer)
  const rules = { coupon, referralPercent: referral ? inputs.referralDiscount : 0, charges: inputs.charges }
  const billed = bill({ lines, ...rules })
  const opening = openNow(inputs.opening, inputs.deliveryTime, now)
  const closed = opening.isOpen ? null : closedSentence(opening.opensAt, now)
  return {
    lines: lines.map((line, i) => ({
      productId: line.productId,
      variantId: line.variantId,
      title: line.title,
      category: line.category,
      image: line.image,
      quantityText: quantityText(line),
      quantity: line.quantity,
      price: line.price,
      total: billed.lineTotals[i] ?? 0,
      coins: line.loyaltyCoins,
      weight: packWeight(line.amount, line.unit),
    })),
    bill: billed,
    rules: rulesToKeep(rules, subtotal),
    coupon,
    knowsCoupon: inputs.coupon !== null,
    referral,
    coins: lines.reduce((sum, { loyaltyCoins, quantity }) => sum + loyaltyCoins * quantity, 0),
    deliveryTime: estimateOf(inputs.opening, inputs.deliveryTime),
    opening,
    closed,
    address: inputs.address,
    limitUsage: inputs.limitUsage,
    problems: [
      closed,
      couponProblem,
      referralProblem,
      inputs.delivers ? null : 'We do not deliver to this pincode yet',
    ].filter((problem) => problem !== null),
  }
}

/** The bill as the API returns it: for a quote, and with the 409 when an order's total has changed. */
export const billView = ({ lines, bill, problems, opening }: Quote) => ({
  lines: lines.map(({ quantityText, total, ...line }) => ({
    ...line,
    productQuantity: quantityText,
    totalPrice: total,
  })),
  subtotal: bill.subtotal,
  discount: bill.discount,
  referDiscount: bill.referralDiscount,
  charges: bill.charges,
  totalPrice: bill.total,
  notes: problems,
  ...opening,
})
