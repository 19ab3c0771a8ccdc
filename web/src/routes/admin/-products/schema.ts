import { audit } from '@kirana/contract/audit'
import { products } from '@kirana/contract/products'
import { flag, required } from '@kirana/contract/wire/shapes'
import { ALL_FIELDS_REQUIRED } from '@kirana/domain/texts'
import * as z from 'zod/mini'

/** Step 1 of both screens. The contract accepts the category under two names; the form uses one. */
export const basics = z.intersection(
  products.add.body,
  z.object({ catagory: required(ALL_FIELDS_REQUIRED), isActive: flag }),
)
export type Basics = z.input<typeof basics>

/** Routes to refetch after a change of a product or a part of it. */
export const productReads = [products.get, products.list, audit.of]

/** Add and edit screens differ in the flag, the note on special prices and the required fields of a variant. */
export type ProductScreen = 'add' | 'edit'
