import * as z from 'zod/mini'
import { manufactureDate } from '../wire/manufacture-date.ts'
import { wholeInput } from '../wire/numbers.ts'
import { forAnyone, forCustomer, get, post } from '../wire/route.ts'
import { byCursor, idFilter, search } from '../wire/lists.ts'
import { byId, id, renamed } from '../wire/shapes.ts'
import { prices, variantNames } from '../variants.ts'

/** A variant as customers see it; `left` is how many pieces one order can have, once 5 or fewer are left. */
export const StoreVariant = renamed(
  { ...prices, inStock: z.boolean(), left: z.optional(z.int()) },
  variantNames,
)
export type StoreVariant = z.input<typeof StoreVariant>

const row = {
  _id: id,
  title: z.string(),
  subTitle: z.string(),
  category: id,
  categoryName: z.string(),
  subcategory: id,
  section: id,
  images: z.array(z.string()),
  variant: z.array(StoreVariant),
  origin: z.string(),
  loyaltyPoint: z.int(),
  avgRating: z.number(),
}
const names = {
  _id: 'id',
  category: 'categoryId',
  subcategory: 'subcategoryId',
  section: 'sectionId',
  subTitle: 'subtitle',
  loyaltyPoint: 'loyaltyCoins',
  variant: 'variants',
} as const

/** A product in the lists of the customer app. */
export const StoreProductRow = renamed(row, names)
export type StoreProductRow = z.input<typeof StoreProductRow>

const StoreVideo = renamed(
  { _id: id, fullName: z.string(), url: z.string(), about: z.string() },
  { _id: 'id', url: 'code' },
)

/** A product with the details that must be shown by law, its videos and its number of ratings. */
export const StoreProduct = renamed(
  {
    ...row,
    description: z.string(),
    mktBy: z.string(),
    mktDate: manufactureDate,
    expDate: z.string(),
    videos: z.array(StoreVideo),
    ratings: z.int(),
  },
  { ...names, mktBy: 'manufacturer', mktDate: 'manufacturedOn', expDate: 'expiry' },
)
export type StoreProduct = z.input<typeof StoreProduct>

const RATING = 'Rating must be from 1 to 5'

export const storeProducts = {
  list: get(
    forAnyone,
    '/store/products',
    'Active products; `next` is the cursor of the next page, null on the last',
    {
      query: z.object({
        search,
        categoryId: idFilter,
        subcategoryId: idFilter,
        sectionId: idFilter,
        origin: search,
        ...byCursor,
      }),
      data: z.object({ products: z.array(StoreProductRow), next: z.nullable(z.string()) }),
      replica: true,
    },
  ),
  get: get(forAnyone, '/store/products/:id', 'One active product with its videos and rating', {
    params: byId,
    data: StoreProduct,
    replica: true,
  }),
  rate: post(
    forCustomer,
    '/store/products/:id/rating',
    'Rates a product that was delivered to the customer; one rating per product',
    {
      params: byId,
      body: z.object({ rating: wholeInput(1, 5, RATING, RATING) }),
      message: 'Rating added successfully',
    },
  ),
}
