import { keptPrices, priceRefusal, type VariantPrices } from '@kirana/domain/price'
import { units } from '@kirana/domain/vocabulary'
import * as z from 'zod/mini'
import { amountOrNone, amountSent, packSize, packSizeSent, percentOrNone } from './numbers.ts'
import { write } from './route.ts'
import { id, percent, rupees, spelled } from './shapes.ts'

/** `value` is how much is in the pack, `discount` a percentage of the MRP. 0 stands for 'not given'. */
export const Variant = spelled(
  {
    variantId: id,
    value: packSize,
    unit: z.enum(units),
    mrp: rupees,
    sellingPrice: rupees,
    specialPrice: rupees,
    discount: percent,
  },
  { variantId: 'id', value: 'quantity' },
)
export type Variant = z.input<typeof Variant>

const FIELDS = 'All fields is required'
const unit = z.enum(units, { error: ({ input }) => (input ? 'Unit is not valid' : FIELDS) })
const pack = { value: packSizeSent(FIELDS), unit }
const special = { specialPrice: amountOrNone, discount: percentOrNone }

/** Refuses what the server would not keep. */
const pricesFit = (on: 'add' | 'edit') => (context: z.core.ParsePayload<VariantPrices>) => {
  const refusal = priceRefusal(keptPrices(context.value), on)
  if (refusal === null) return
  const { field, message } = refusal
  // The prices have the same names on the wire: screens show the message where it belongs.
  context.issues.push({ code: 'custom', message, path: [field], input: context.value })
}

const ProductVariants = spelled({ variant: z.array(Variant) }, { variant: 'variants' })

export const variants = {
  add: write({
    access: 'staff',
    method: 'POST',
    path: '/product/variant/add',
    summary: 'Adds a variant; the server computes the special price when there is a discount',
    body: spelled(
      {
        ...pack,
        ...special,
        mrp: amountOrNone,
        sellingPrice: amountSent(FIELDS, { nonZero: true }),
        productId: id,
      },
      { value: 'quantity' },
    ).check(pricesFit('add')),
    data: ProductVariants,
    message: 'Variant added successfully',
  }),
  edit: write({
    access: 'staff',
    method: 'PUT',
    path: '/product/variant/update',
    summary: 'Changes a variant; a selling price of 0 turns the special price on',
    body: spelled(
      {
        ...pack,
        ...special,
        mrp: amountSent(FIELDS, { nonZero: true }),
        sellingPrice: amountOrNone,
        productId: id,
        variantId: id,
      },
      { value: 'quantity' },
    ).check(pricesFit('edit')),
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
