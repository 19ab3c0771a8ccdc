import { withSpecialPrice, validatePrices, type VariantPrices } from '@kirana/domain/price'
import { units } from '@kirana/domain/vocabulary'
import { ALL_FIELDS_REQUIRED } from '@kirana/domain/texts'
import * as z from 'zod/mini'
import { optionalAmount, amountInput, packSize, packSizeInput, optionalPercent } from './wire/numbers.ts'
import { del, forStaff, post, put } from './wire/route.ts'
import { id, percent, rupees, renamed, staleRefusal, version, versionSeen } from './wire/shapes.ts'

/** `value` is the pack size, `discount` a percentage of the MRP. 0 means 'not set'. */
export const prices = {
  variantId: id,
  value: packSize,
  unit: z.enum(units),
  mrp: rupees,
  sellingPrice: rupees,
  specialPrice: rupees,
  discount: percent,
}
export const variantNames = { variantId: 'id', value: 'quantity' } as const
export const Variant = renamed(prices, variantNames)
export type Variant = z.input<typeof Variant>

/** A variant as staff edit it. */
export const EditableVariant = renamed({ ...prices, version }, variantNames)
export type EditableVariant = z.input<typeof EditableVariant>

/** A variant in the staff list; `onHand` and `available` are null while its stock is not tracked. */
export const ListedVariant = renamed(
  { ...prices, version, onHand: z.nullable(z.int()), available: z.nullable(z.int()) },
  variantNames,
)
export type ListedVariant = z.input<typeof ListedVariant>

const UNIT_INVALID = `Unit must be ${units.slice(0, -1).join(', ')} or ${units.at(-1)}`
const unit = z.enum(units, { error: ({ input }) => (input ? UNIT_INVALID : ALL_FIELDS_REQUIRED) })
const pack = { value: packSizeInput(ALL_FIELDS_REQUIRED), unit }
const special = { specialPrice: optionalAmount, discount: optionalPercent }

/** Rejects invalid combinations of prices. */
const checkPrices = (on: 'add' | 'edit') => (context: z.core.ParsePayload<VariantPrices>) => {
  const refusal = validatePrices(withSpecialPrice(context.value), on)
  if (refusal === null) return
  const { field, message } = refusal
  // The price fields have the same names on the wire, so the form shows the message at the right field.
  context.issues.push({ code: 'custom', message, path: [field], input: context.value })
}

const ProductVariants = renamed({ variant: z.array(EditableVariant) }, { variant: 'variants' })

/** The labels of the fields in forms, comparisons and the audit log, in the order of the screens. */
export const variantLabels = {
  value: 'Quantity',
  unit: 'Unit',
  mrp: 'MRP',
  sellingPrice: 'Selling Price',
  discount: 'Discount',
  specialPrice: 'Special Price',
} as const

export const variants = {
  add: post(
    forStaff('catalogue.write'),
    '/product/variant/add',
    'Adds a variant; the server computes the special price when there is a discount',
    {
      body: renamed(
        {
          ...pack,
          ...special,
          mrp: optionalAmount,
          sellingPrice: amountInput(ALL_FIELDS_REQUIRED, { nonZero: true }),
          productId: id,
        },
        { value: 'quantity' },
      ).check(checkPrices('add')),
      data: ProductVariants,
      message: 'Variant added successfully',
    },
  ),
  edit: put(
    forStaff('catalogue.write'),
    '/product/variant/update',
    'Changes a variant; a selling price of 0 turns the special price on. With `version`, 409 `stale` if it was changed since that version',
    {
      refusals: staleRefusal(EditableVariant),
      body: renamed(
        {
          ...pack,
          ...special,
          mrp: amountInput(ALL_FIELDS_REQUIRED, { nonZero: true }),
          sellingPrice: optionalAmount,
          productId: id,
          variantId: id,
          version: versionSeen,
        },
        { value: 'quantity' },
      ).check(checkPrices('edit')),
      data: ProductVariants,
      message: 'Variant edited successfully',
    },
  ),
  remove: del(
    forStaff('catalogue.write'),
    '/product/variant/delete/:productId/:variantId',
    'Deletes a variant',
    {
      params: z.object({ productId: id, variantId: id }),
      data: ProductVariants,
      message: 'Variant deleted successfully',
    },
  ),
}
