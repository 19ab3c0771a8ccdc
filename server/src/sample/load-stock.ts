import { gtinCheckDigit } from '@kirana/domain/barcode'
import { addDays, dayInKolkata } from '@kirana/domain/calendar'
import { isWeighable } from '@kirana/domain/weight'
import { eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../db/rows.ts'
import type { Db } from '../db/types.ts'
import { claimPick } from '../services/picking/claim.ts'
import { setLine } from '../services/picking/lines.ts'
import { requirePick } from '../services/picking/rows.ts'
import { saveStock, type StockChange } from '../services/stock/sheet.ts'
import { orders } from '../tables/orders.ts'
import { products, variants } from '../tables/products.ts'
import { stockLevels } from '../tables/stock.ts'
import { seededRandom } from './random.ts'

const by = 'Asha Patil (staff)'
/** One letter per category: 'A1' is the first shelf of Fruits & Vegetables. */
const shelfLetters = 'ABCDEFGHJKLM'
const perShelf = 3

/** Sold by weight from the morning's baskets: their pieces are not counted. */
const untracked = 'Herbs & Seasonings'
/** Counted, but without expiry or barcodes; weighed at the pick, unless sold by the piece. */
const loose = 'Fruits & Vegetables'

/**
 * Products that are nearly sold out, by the first words of the title, and the sellable pieces of their first variant.
 */
const scarce: Record<string, number> = {
  'Green Grapes': 0,
  'Amrutdhara Masala Chaas': 0,
  'Thick Poha': 0,
  'Alphonso Mango': 3,
  'Amrutdhara Dahi': 4,
  'Kerala Banana Chips': 6,
  'Besan Laddoo': 2,
}
/** A few pieces of an older batch, which expire tomorrow. */
const old = ['Amrutdhara Malai Paneer', 'Nilgiri Cacao Milk Chocolate']

const placeRow = z.strictObject({
  variantId: z.string(),
  title: z.string(),
  expiry: z.string(),
  category: z.string(),
  subcategory: z.string(),
  price: z.int(),
  unit: z.string(),
  /** From 1, within the category. */
  place: z.int(),
  isFirst: z.boolean(),
})

const variantPlaces = (tx: Db) =>
  rowsOf(tx, placeRow).execute(sql`
    SELECT v.id AS "variantId", p.title, p.expiry, c.name AS category, s.name AS subcategory,
      CASE WHEN v.selling_price > 0 THEN v.selling_price ELSE v.special_price END::int AS price, v.unit,
      dense_rank() OVER (PARTITION BY c.id ORDER BY p.id)::int AS place,
      v.id = first_value(v.id) OVER (PARTITION BY p.id ORDER BY v.id) AS "isFirst"
    FROM variants v JOIN products p ON p.id = v.product_id JOIN categories c ON c.id = p.category_id
    JOIN subcategories s ON s.id = p.subcategory_id ORDER BY c.id, p.id, v.id`)

/** Days until the pieces expire, from the product's text about its shelf life. */
function keepsFor(expiry: string): number {
  const [, count = '0', unit] = /(\d+) (days|months)/.exec(expiry) ?? []
  if (unit === 'months') return Number(count) * 18
  // Products such as milk, whose text says how long they last once opened, get a week.
  return expiry.includes('opening') ? 7 : Number(count)
}

/**
 * An invented EAN-13. Codes that start with 20 are never assigned to a manufacturer (GS1 General Specifications,
 * 2.1.11).
 */
function madeUpBarcode(index: number): string {
  const digits = `2000${String(index * 7919 + 1_000_003).padStart(8, '0')}`
  return `${digits}${gtinCheckDigit(digits)}`
}

/**
 * Counts and receives the store's pieces at `now`, with shelves, barcodes and batches. Orders placed later reserve
 * them. Products that keep for months get hundreds of pieces, so that many orders can be tried.
 */
export async function loadStock(tx: Db, now: Date): Promise<void> {
  const random = seededRandom(2050)
  const today = dayInKolkata(now)
  const places = await variantPlaces(tx)
  const categories = [...new Set(places.map(({ category }) => category))]
  const changes = places.flatMap((row, i): StockChange[] => {
    const { variantId, title, expiry, category, subcategory, price, unit, place } = row
    if (subcategory === untracked) return []
    const days = keepsFor(expiry)
    const pieces = days > 30 ? random.whole(40, 60) * 10 : random.whole(14, 24) * 10
    const shelf = `${shelfLetters[categories.indexOf(category)] ?? ''}${Math.ceil(place / perShelf)}`
    const nothing = { counted: null, received: null, expiry: null, cost: null }
    const kept = { ...nothing, variantId, shelf, lowAt: days > 30 ? 20 : 10 }
    if (category === loose) return [{ ...kept, counted: pieces, byWeight: isWeighable(unit) }]
    const received = {
      ...kept,
      received: pieces,
      expiry: addDays(today, days),
      cost: Math.round(price * 0.78),
    }
    const isOld = row.isFirst && old.some((start) => title.startsWith(start))
    return [
      { ...received, barcodes: [madeUpBarcode(i)] },
      ...(isOld ? [{ ...received, received: 5, expiry: addDays(today, 1) }] : []),
    ]
  })
  await saveStock(tx, changes, { by, now, reason: 'Counted the shelf' })
}

/** Lowers the stock of the `scarce` products to these pieces and those that open orders have reserved. */
export async function loadShortages(tx: Db, now: Date): Promise<void> {
  const first = (await variantPlaces(tx)).filter(({ isFirst }) => isFirst)
  const { variantId: id, reserved: pieces } = stockLevels
  const levels = await tx
    .select({ variantId: id, title: products.title, reserved: pieces })
    .from(stockLevels)
    .innerJoin(variants, eq(variants.id, id))
    .innerJoin(products, eq(products.id, variants.productId))
    .orderBy(id)
  const changes = levels.flatMap(({ variantId, title, reserved }): StockChange[] => {
    const [, left] = Object.entries(scarce).find(([start]) => title.startsWith(start)) ?? []
    if (left === undefined || !first.some((row) => row.variantId === variantId)) return []
    return [{ variantId, counted: reserved + left, received: null, expiry: null, cost: null, shelf: null }]
  })
  await saveStock(tx, changes, { by, now, reason: 'Not there' })
}

/**
 * The confirmed order with the most lines, in the middle of its pick: two lines are found, a piece of the third is
 * missing.
 */
export async function loadPick(tx: Db, picker: { id: string; name: string }, now: Date): Promise<void> {
  const [order] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.status, 'confirmed'))
    .orderBy(sql`(SELECT count(*) FROM order_lines l WHERE l.order_id = ${orders.id}) DESC`, orders.number)
    .limit(1)
  if (!order) return
  await claimPick(tx, { orderId: order.id, takeOver: false }, picker, now)
  const { lines } = await requirePick(tx, order.id, picker, now)
  for (const [i, { line, ordered }] of lines.slice(0, 3).entries()) {
    const missing = i === 2 ? { short: { quantity: 1, reason: 'not there' as const } } : {}
    const found = ordered - (i === 2 ? 1 : 0)
    const action = { orderId: order.id, line, actionId: `sample-${i + 1}`, found, ...missing }
    await setLine(tx, action, picker, now)
  }
}

/** Marks the put-backs that are more than two hours old as done. */
export const loadPutBacks = (tx: Db, now: Date) =>
  tx.execute(sql`
    UPDATE put_backs SET done_at = created_at + interval '20 minutes', done_by = ${by}
    WHERE created_at < ${now.toISOString()}::timestamptz - interval '2 hours'`)
