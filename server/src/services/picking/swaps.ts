import { pricePaid } from '@kirana/domain/price'
import { sql } from 'drizzle-orm'
import { validate } from 'uuid'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { onSale } from '../catalogue/product-rows.ts'
import { availablePieces } from '../shared/stock.ts'
import { barcodesOf } from './rows.ts'

const MAX_CANDIDATES = 12

const candidateRow = z.strictObject({
  candidate: z.strictObject({
    variantId: z.string(),
    productId: z.string(),
    title: z.string(),
    amount: z.int(),
    unit: z.string(),
    image: z.string(),
    shelf: z.string(),
    barcodes: z.array(z.string()),
    sellingPrice: z.int(),
    specialPrice: z.int(),
    available: z.nullable(z.int()),
    difference: z.int(),
  }),
})

/**
 * Variants that can replace a line of an order: those on sale in its category that are available or not tracked, other
 * sizes of the same product first, then those of the same subcategory, then by nearest price (picking screen, Swap).
 */
export async function swapCandidates(db: Db, orderId: string, line: number, now: Date) {
  if (!validate(orderId)) return []
  const price = sql`CASE WHEN v.selling_price > 0 THEN v.selling_price ELSE v.special_price END`
  const rows = await rowsOf(db, candidateRow).execute(sql`
    SELECT json_build_object('variantId', v.id, 'productId', p.id, 'title', p.title, 'amount', v.quantity, 'unit', v.unit,
      'image', coalesce((SELECT i.file FROM product_images i WHERE i.product_id = p.id ORDER BY i.position LIMIT 1), ''),
      'shelf', coalesce(s.shelf, ''), 'barcodes', ${barcodesOf(sql`v.id`)}, 'sellingPrice', v.selling_price,
      'specialPrice', v.special_price, 'available', ${availablePieces(now)}, 'difference', ${price} - l.price) AS candidate
    FROM order_lines l JOIN products own ON own.id = l.product_id
    JOIN products p ON p.category_id = own.category_id AND ${onSale}
    JOIN variants v ON v.product_id = p.id AND v.id <> l.variant_id
    LEFT JOIN stock_levels s ON s.variant_id = v.id
    WHERE l.order_id = ${orderId} AND l.line = ${line} AND coalesce(${availablePieces(now)}, 1) > 0
    ORDER BY p.id = own.id DESC, p.subcategory_id = own.subcategory_id DESC,
      abs(${price} - l.price), v.id
    LIMIT ${MAX_CANDIDATES}`)
  return rows.map(({ candidate: { amount, unit, ...candidate } }) => ({
    ...candidate,
    quantityText: `${amount / 1000} ${unit}`,
    price: pricePaid(candidate),
  }))
}

const ownerRow = z.strictObject({ title: z.string(), amount: z.int(), unit: z.string(), shelf: z.string() })

/** The variant with a barcode, and its shelf. */
export async function findByBarcode(db: Db, code: string) {
  const [owner] = await rowsOf(db, ownerRow).execute(sql`
    SELECT p.title, v.quantity::float8 AS amount, v.unit, coalesce(s.shelf, '') AS shelf
    FROM stock_barcodes b JOIN variants v ON v.id = b.variant_id JOIN products p ON p.id = v.product_id
    LEFT JOIN stock_levels s ON s.variant_id = v.id WHERE b.code = ${code}`)
  if (!owner) return null
  const { amount, unit, ...found } = owner
  return { ...found, quantityText: `${amount / 1000} ${unit}` }
}
