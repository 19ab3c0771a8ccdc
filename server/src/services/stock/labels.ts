import { pricePaid } from '@kirana/domain/price'
import { sql } from 'drizzle-orm'
import { validate } from 'uuid'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { withStock } from '../shared/stock.ts'

const labelRow = z.strictObject({
  label: z.strictObject({
    variantId: z.string(),
    title: z.string(),
    amount: z.int(),
    unit: z.string(),
    shelf: z.string(),
    mrp: z.int(),
    sellingPrice: z.int(),
    specialPrice: z.int(),
    barcode: z.string(),
  }),
})

/** The content of the shelf labels of these variants, in the order of the shelves; prices are paise. */
export async function shelfLabels(db: Db, ids: readonly string[]) {
  const valid = JSON.stringify(ids.filter((id) => validate(id)))
  const rows = await rowsOf(db, labelRow).execute(sql`
    SELECT json_build_object('variantId', v.id, 'title', r.title, 'amount', v.quantity, 'unit', v.unit,
      'shelf', coalesce(s.shelf, ''), 'mrp', v.mrp, 'sellingPrice', v.selling_price, 'specialPrice', v.special_price,
      'barcode', coalesce((SELECT min(b.code) FROM stock_barcodes b WHERE b.variant_id = v.id), '')) AS label
    FROM ${withStock} WHERE v.id IN (SELECT value::uuid FROM jsonb_array_elements_text(${valid}::jsonb))
    ORDER BY coalesce(s.shelf, '') = '', s.shelf, r.title, v.id`)
  return rows.map(({ label: { amount, unit, sellingPrice, specialPrice, ...label } }) => ({
    ...label,
    productQuantity: `${amount / 1000} ${unit}`,
    price: pricePaid({ sellingPrice, specialPrice }),
  }))
}
