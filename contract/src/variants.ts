import { units } from '@kirana/domain/vocabulary'
import * as z from 'zod/mini'
import { amountOrNone, amountSent, packSize, percentOrNone } from './numbers.ts'
import { write } from './route.ts'
import { id, percent, rupees, spelled } from './shapes.ts'

/** `value` is how much is in the pack, `discount` a percentage of the MRP. 0 stands for 'not given'. */
export const Variant = spelled(
  {
    variantId: id,
    value: z.number(),
    unit: z.enum(units),
    mrp: rupees,
    sellingPrice: rupees,
    specialPrice: rupees,
    discount: percent,
  },
  { variantId: 'id' },
)
export type Variant = z.input<typeof Variant>

const FIELDS = 'All fields is required'
const unit = z.enum(units, { error: ({ input }) => (input ? 'Unit is not valid' : FIELDS) })
const pack = { value: packSize(FIELDS), unit }
const special = { specialPrice: amountOrNone, discount: percentOrNone }

/** Selling above the MRP is unlawful in India; no MRP given, no bound. */
const withinMrp = z.refine<{ mrp: number; sellingPrice: number }>(
  ({ mrp, sellingPrice }) => mrp === 0 || sellingPrice <= mrp,
  'Selling price cannot be more than MRP',
)
/** On an edit a selling price of 0 turns the special price on everywhere (specification, section 5). */
const hasAPrice = z.refine<{ sellingPrice: number; specialPrice: number; discount: number }>(
  ({ sellingPrice, specialPrice, discount }) => sellingPrice > 0 || specialPrice > 0 || discount > 0,
  FIELDS,
)

const ProductVariants = spelled({ variant: z.array(Variant) }, { variant: 'variants' })

export const variants = {
  add: write({
    access: 'staff',
    method: 'POST',
    path: '/product/variant/add',
    summary: 'Adds a variant; the server computes the special price when there is a discount',
    body: z
      .object({
        ...pack,
        ...special,
        mrp: amountOrNone,
        sellingPrice: amountSent(FIELDS, { nonZero: true }),
        productId: id,
      })
      .check(withinMrp),
    data: ProductVariants,
    message: 'Variant added successfully',
  }),
  edit: write({
    access: 'staff',
    method: 'PUT',
    path: '/product/variant/update',
    summary: 'Changes a variant; a selling price of 0 turns the special price on',
    body: z
      .object({
        ...pack,
        ...special,
        mrp: amountSent(FIELDS, { nonZero: true }),
        sellingPrice: amountOrNone,
        productId: id,
        variantId: id,
      })
      .check(hasAPrice, withinMrp),
    data: ProductVariants,
    message: 'Variant edited successfully',
  }),
  remove: write({
    access: 'staff',
    method: 'DELETE',
    path: '/product/variant/delete/:productId/:variantId',
    summary: 'Deletes a variant',
    params: z.object({ productId: id, variantId: id }),
    data: ProductVariants,
    message: 'Variant deleted successfully',
  }),
}
