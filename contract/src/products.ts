import * as z from 'zod/mini'
import { manufactureDate, manufactureDateSent } from './manufacture-date.ts'
import { wholeFromNone } from './numbers.ts'
import { read, write } from './route.ts'
import { byPage, flag, id, optionalText, paged, required, search, spelled } from './shapes.ts'
import { Variant } from './variants.ts'

const row = {
  _id: id,
  title: z.string(),
  subTitle: z.string(),
  categoryName: z.string(),
  images: z.array(z.string()),
  variant: z.array(Variant),
  avgRating: z.number(),
  isActive: z.boolean(),
}

/** A product as the list shows it. */
export const ProductRow = spelled(row, { _id: 'id', subTitle: 'subtitle', variant: 'variants' })
export type ProductRow = z.input<typeof ProductRow>

/** The wire carries the category's id twice, as `category` and `catagory` (specification, section 3). */
type OneCategory<T> = Omit<T, 'category' | 'catagory'> & { categoryId: string }

type Categories = { category?: string | undefined; catagory?: string | undefined }
const oneCategory = <T extends Categories>({ category, catagory, ...rest }: T) => ({
  ...rest,
  categoryId: category || catagory || '',
})
const twoCategories = <T extends { categoryId: string }>({ categoryId, ...rest }: T) => ({
  ...rest,
  category: categoryId,
  catagory: categoryId,
})

const sentNames = {
  subTitle: 'subtitle',
  section: 'sectionId',
  subcategory: 'subcategoryId',
  keyward: 'keywordIds',
  mktBy: 'manufacturer',
  mktDate: 'manufacturedOn',
  expDate: 'expiry',
  loyaltyPoint: 'loyaltyCoins',
} as const
const names = { ...sentNames, _id: 'id', variant: 'variants' } as const

const WireProduct = spelled(
  {
    ...row,
    description: z.string(),
    category: id,
    catagory: id,
    section: id,
    subcategory: id,
    keyward: z.array(id),
    mktBy: z.string(),
    mktDate: manufactureDate,
    expDate: z.string(),
    origin: z.string(),
    loyaltyPoint: z.int(),
  },
  names,
)

/** A product with everything there is of it. */
export const Product = z.codec(WireProduct, z.custom<OneCategory<z.output<typeof WireProduct>>>(), {
  decode: oneCategory,
  encode: twoCategories,
})
export type Product = z.input<typeof Product>

const FIELDS = 'All fields is required'

/** The apps send both; one is enough. */
const category = z.optional(z.string({ error: FIELDS }).check(z.maxLength(200, 'Id is not valid')))

const fields = {
  title: required(FIELDS, 200),
  subTitle: required(FIELDS, 300),
  description: required(FIELDS, 5000),
  category,
  catagory: category,
  section: required(FIELDS),
  subcategory: required(FIELDS),
  keyward: z._default(
    z
      .array(id, { error: 'Keyward is not valid' })
      .check(z.maxLength(100, 'A product has 100 keywards at most')),
    [],
  ),
  mktBy: optionalText(200),
  mktDate: manufactureDateSent,
  expDate: optionalText(200),
  origin: optionalText(100),
  loyaltyPoint: z._default(
    wholeFromNone(100_000, 'Loyalty point must be a whole number from 0 to 1,00,000'),
    0,
  ),
}

const namesACategory = z.refine<Categories>(({ category, catagory }) => Boolean(category || catagory), FIELDS)
const namesOneCategory = z.refine<Categories>(
  ({ category, catagory }) => !category || !catagory || category === catagory,
  'Category and catagory must be the same',
)
const WireAdded = spelled(fields, sentNames).check(namesACategory, namesOneCategory)
const AddedProduct = z.codec(WireAdded, z.custom<OneCategory<z.output<typeof WireAdded>>>(), {
  decode: oneCategory,
  encode: twoCategories,
})
const WireEdited = spelled({ ...fields, productId: id, isActive: z.optional(flag) }, sentNames).check(
  namesACategory,
  namesOneCategory,
)
const EditedProduct = z.codec(WireEdited, z.custom<OneCategory<z.output<typeof WireEdited>>>(), {
  decode: oneCategory,
  encode: twoCategories,
})

/** '' for all. */
export const status = z._default(z.enum(['', 'active', 'inactive'], { error: 'Status is not valid' }), '')

/** A malformed id is a product that is not found, as any other id that names none. */
const productIds = z
  .array(z.string({ error: 'Id is not valid' }).check(z.maxLength(200, 'Id is not valid')), {
    error: 'Select at least 1 product',
  })
  .check(z.minLength(1, 'Select at least 1 product'), z.maxLength(100, 'Select 100 products at most'))

const byProduct = z.object({ productId: id })

export const products = {
  list: read({
    access: 'staff',
    method: 'GET',
    path: '/product/get/staff/all/:page/20',
    summary: 'Products, 20 a page; search matches the title, status is active or inactive',
    params: byPage,
    query: z.object({ search, status }),
    data: paged(ProductRow),
  }),
  get: read({
    access: 'staff',
    method: 'GET',
    path: '/product/get/single/:productId',
    summary: 'One product',
    params: byProduct,
    data: Product,
  }),
  add: write({
    access: 'staff',
    method: 'POST',
    path: '/product/add',
    summary: 'Adds a product without images and variants; its id is what these need',
    body: AddedProduct,
    data: spelled({ _id: id }, { _id: 'id' }),
    message: 'Product added successfully',
  }),
  edit: write({
    access: 'staff',
    method: 'PUT',
    path: '/product/edit',
    summary: 'Changes a product',
    body: EditedProduct,
    message: 'Product updated successfully',
  }),
  setActive: write({
    access: 'staff',
    method: 'PUT',
    path: '/product/active',
    summary: 'Enables or disables products; says of each id whether it was done, and why not',
    body: z.object({ productIds, isActive: flag }),
    data: z.array(spelled({ _id: z.string(), done: z.boolean(), message: z.string() }, { _id: 'id' })),
    message: 'Products updated successfully',
  }),
  remove: write({
    access: 'staff',
    method: 'DELETE',
    path: '/product/delete/:productId',
    summary: 'Deletes a product; one that has been ordered is archived',
    params: byProduct,
    message: 'Product deleted successfully',
  }),
}
