import { audit } from '@kirana/contract/audit'
import { products } from '@kirana/contract/products'
import { flag, required } from '@kirana/contract/shapes'
import * as z from 'zod/mini'
import { FIELDS } from './-simple-list.tsx'

/** Step 1 of both screens. The contract takes the category under either of two names, the form under one. */
export const basics = z.intersection(
  products.add.body,
  z.object({ catagory: required(FIELDS), isActive: flag }),
)
export type Basics = z.input<typeof basics>

/** What shows a product, and is loaded again when it or a part of it has changed. */
export const productReads = [products.get, products.list, audit.of]

/** Which of the two screens it is: they differ in the flag, the note on special prices and what a variant needs. */
export type ProductScreen = 'add' | 'edit'
