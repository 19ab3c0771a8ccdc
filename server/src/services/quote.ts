import { bill, type Bill, type Charge, type Coupon } from '@kirana/domain/bill'
import { couponRefusal } from '@kirana/domain/coupon'
import { pricePaid } from '@kirana/domain/price'
import { normaliseReferralCode, referralRefusal } from '@kirana/domain/referral'
import { sql } from 'drizzle-orm'
import { validate as isUuid } from 'uuid'
import type { Db } from '../db/types.ts'
import { Refused } from '../http/refuse.ts'
import type { Address } from '../tables/orders.ts'
import { onSale } from './product-rows.ts'

export type Cart = {
  items: readonly { productId: string; variantId: string; quantity: number }[]
  coupon: string
  referCode: string
  pincode: string
  addressId?: string | undefined
}

type StoredLine = {
  line: number
  productId: string
  variantId: string
  quantity: number
  title: string | null
  category: string
  image: string
  /** Thousandths of the unit. */
  amount: number
  unit: string
  sellingPrice: number
  specialPrice: number
  loyaltyCoins: number
}

type Facts = {
  lines: StoredLine[]
  coupon:
    | (Coupon & { id: string; name: string; isActive: boolean; expireAt: string; usedBefore: boolean })
    | null
  charges: Charge[]
  pointsPerReferral: number
  referralDiscount: number
  deliveryTime: string
  delivers: boolean
  referrer: string | null
  invitedWith: string
  inviter: string | null
  isFirstOrder: boolean
  address: Address | null
}

/** What the store knows about a cart, in one statement: its own catalogue and rules, never the caller's prices. */
async function readFacts(db: Db, cart: Cart, customer: string | null): Promise<Facts> {
  const code = normaliseReferralCode(cart.referCode)
  const { rows } = await db.execute<{ facts: Facts }>(sql`
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
        FROM coupons c WHERE lower(name) = ${cart.coupon.toLowerCase()}),
      'charges', (SELECT coalesce(json_agg(json_build_object('title', title, 'amountType', amount_type, 'amount', amount,
        'minimum', minimum, 'maximum', maximum) ORDER BY id), '[]') FROM charges WHERE is_active),
      'pointsPerReferral', y.points_per_referral, 'referralDiscount', y.referral_discount, 'deliveryTime', y.delivery_time,
      'delivers', EXISTS (SELECT 1 FROM pincodes WHERE is_active AND pincode = coalesce(a.pincode, ${cart.pincode})),
      'referrer', (SELECT id FROM users WHERE refer_code = ${code}),
      'invitedWith', coalesce(me.invited_with, ''),
      'inviter', (SELECT id FROM users WHERE refer_code = me.invited_with),
      'isFirstOrder', NOT EXISTS (SELECT 1 FROM orders o WHERE o.user_id = ${customer}::uuid AND o.status <> 'canceled'),
      'address', CASE WHEN a.id IS NULL THEN NULL ELSE json_build_object('fullName', a.full_name, 'phone', a.phone,
        'houseNo', a.house_no, 'landmark', a.landmark, 'street', a.street, 'pincode', a.pincode, 'city', a.city,
        'state', a.state) END) AS facts
    FROM company y
    LEFT JOIN users me ON me.id = ${customer}::uuid
    LEFT JOIN addresses a ON a.user_id = me.id AND a.id = ${isUuid(cart.addressId) ? cart.addressId : null}::uuid`)
  const facts = rows[0]?.facts
  if (!facts) throw new Error('The company has no row')
  return facts
}

export type Line = {
  productId: string
  variantId: string
  title: string
  category: string
  image: string
  quantityText: string
  quantity: number
  price: number
  total: number
}

export type Quote = {
  lines: Line[]
  bill: Bill
  coupon: { id: string; name: string } | null
  referral: { code: string; owner: string; coins: number } | null
  /** Loyalty coins for the customer on delivery. */
  coins: number
  deliveryTime: string
  address: Address | null
  /** Why a coupon, a referral code or the pincode cannot be used: said in a quote, refused in an order. */
  refusals: string[]
}

export const unavailable = () =>
  new Refused(422, 'Something in the cart is not available any more', { code: 'unavailable' })

/** The same variant twice is one line. */
function merged(items: Cart['items']): Cart['items'] {
  const byVariant = new Map<string, Cart['items'][number]>()
  for (const item of items) {
    // Of its product: under another one's name it is nothing that can be bought.
    const key = `${item.productId} ${item.variantId}`.toLowerCase()
    const seen = byVariant.get(key)
    byVariant.set(key, seen ? { ...seen, quantity: seen.quantity + item.quantity } : item)
  }
  return [...byVariant.values()]
}

const quantityText = ({ amount, unit }: StoredLine) => `${amount / 1000} ${unit}`

function referralOf(facts: Facts, cart: Cart, customer: string | null) {
  const typed = normaliseReferralCode(cart.referCode)
  const code = typed || facts.invitedWith
  const owner = typed ? facts.referrer : facts.inviter
  if (code === '') return { referral: null, refusal: null }
  const refusal = referralRefusal({ owner, customer, isFirstOrder: facts.isFirstOrder })
  if (refusal === null && owner !== null)
    return { referral: { code, owner, coins: facts.pointsPerReferral }, refusal: null }
  return { referral: null, refusal: typed ? refusal : null }
}

/**
 * The bill of a cart by the store's own catalogue, charges, coupon and referral rules, at `now`.
 * One statement. @throws Refused 422 when something in the cart cannot be bought
 */
export async function quote(db: Db, asked: Cart, customer: string | null, now: Date): Promise<Quote> {
  if (asked.items.some(({ productId, variantId }) => !isUuid(productId) || !isUuid(variantId)))
    throw unavailable()
  const cart = { ...asked, items: merged(asked.items) }
  const facts = await readFacts(db, cart, customer)
  const lines = facts.lines.map((line) => {
    if (line.title === null) throw unavailable()
    return { ...line, title: line.title, price: pricePaid(line) }
  })
  const subtotal = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0)

  const couponRefused = cart.coupon
    ? couponRefusal({
        coupon: facts.coupon && { ...facts.coupon, expireAt: new Date(facts.coupon.expireAt) },
        subtotal,
        now,
        usedBefore: facts.coupon?.usedBefore ?? false,
      })
    : null
  const coupon = couponRefused === null ? facts.coupon : null
  const { referral, refusal } = referralOf(facts, cart, customer)
  const billed = bill({
    lines,
    coupon,
    referralPercent: referral ? facts.referralDiscount : 0,
    charges: facts.charges,
  })
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
    })),
    bill: billed,
    coupon,
    referral,
    coins: lines.reduce((sum, { loyaltyCoins, quantity }) => sum + loyaltyCoins * quantity, 0),
    deliveryTime: facts.deliveryTime,
    address: facts.address,
    refusals: [
      couponRefused,
      refusal,
      facts.delivers ? null : 'We do not deliver to this pincode yet',
    ].filter((said) => said !== null),
  }
}
