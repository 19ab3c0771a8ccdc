import { ALL_FIELDS_REQUIRED, ID_INVALID, SORT_INVALID, STATUS_INVALID } from '@kirana/domain/texts'
import { productSorts } from '@kirana/domain/vocabulary'
import * as z from 'zod/mini'
import { boundedList } from './wire/bounded-list.ts'
import { boundedText } from './wire/bounded.ts'
import { manufactureDate, manufactureDateInput } from './wire/manufacture-date.ts'
import { wholeOrZero } from './wire/numbers.ts'
import { del, forStaff, get, post, put } from './wire/route.ts'
import { firstDayInput, hsnInput, rateInput, RateOfProduct, zeroKind, zeroKindInput } from './wire/tax.ts'
import { byPage, idFilter, paged, search } from './wire/lists.ts'
import {
  maxDistinct,
  edited,
  flag,
  id,
  optionalText,
  percent,
  required,
  renamed,
  staleRefusal,
  version,
  versionSeen,
} from './wire/shapes.ts'
import { stockFilter } from './stock.ts'
import { EditableVariant, ListedVariant } from './variants.ts'

const row = {
  _id: id,
  title: z.string(),
  subTitle: z.string(),
  categoryName: z.string(),
  images: z.array(z.string()),
  variant: z.array(EditableVariant),
  avgRating: z.number(),
  isActive: z.boolean(),
  /** '' if unknown. */
  hsn: z.string(),
  /** The GST rate of today in percent; null if unknown. */
  gstRate: z.nullable(percent),
}

/** A product in the staff list. */
export const ProductRow = renamed(
  { ...row, variant: z.array(ListedVariant) },
  { _id: 'id', subTitle: 'subtitle', variant: 'variants' },
)
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

const inputNames = {
  subTitle: 'subtitle',
  section: 'sectionId',
  subcategory: 'subcategoryId',
  keyward: 'keywordIds',
  mktBy: 'manufacturer',
  mktDate: 'manufacturedOn',
  expDate: 'expiry',
  loyaltyPoint: 'loyaltyCoins',
} as const
const names = { ...inputNames, _id: 'id', variant: 'variants' } as const

const WireProduct = renamed(
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
    version,
    zeroKind,
    /** Ordered by first day, newest first: the current rate is followed by earlier ones. */
    gstRates: z.array(RateOfProduct),
  },
  names,
)

/** A product with all its details. */
export const Product = z.codec(WireProduct, z.custom<OneCategory<z.output<typeof WireProduct>>>(), {
  decode: oneCategory,
  encode: twoCategories,
})
export type Product = z.input<typeof Product>

/** The existing apps send both `category` and `catagory`; one of them is enough. */
const category = z.optional(boundedText(200, ALL_FIELDS_REQUIRED, ID_INVALID))

const MAX_KEYWORDS = 100
const TOO_MANY_KEYWORDS = `A product has ${MAX_KEYWORDS} keywards at most`

const fields = {
  title: required(ALL_FIELDS_REQUIRED, 200),
  subTitle: required(ALL_FIELDS_REQUIRED, 300),
  description: required(ALL_FIELDS_REQUIRED, 5000),
  category,
  catagory: category,
  section: required(ALL_FIELDS_REQUIRED),
  subcategory: required(ALL_FIELDS_REQUIRED),
  keyward: z._default(
    boundedList(id, 4 * MAX_KEYWORDS, { error: 'Keyward is not valid', tooMany: TOO_MANY_KEYWORDS }).check(
      maxDistinct(MAX_KEYWORDS, TOO_MANY_KEYWORDS),
    ),
    [],
  ),
  mktBy: optionalText(200),
  mktDate: manufactureDateInput,
  expDate: optionalText(200),
  origin: optionalText(100),
  loyaltyPoint: z._default(
    wholeOrZero(100_000, 'Loyalty point must be a whole number from 0 to 1,00,000'),
    0,
  ),
  hsn: hsnInput,
  gstRate: rateInput,
  gstFrom: firstDayInput,
  zeroKind: zeroKindInput,
}

const hasCategory = z.refine<Categories>(
  ({ category, catagory }) => Boolean(category || catagory),
  ALL_FIELDS_REQUIRED,
)
const hasOneCategory = z.refine<Categories>(
  ({ category, catagory }) => !category || !catagory || category === catagory,
  'Category and catagory must be the same',
)
const WireAddInput = renamed(fields, inputNames).check(hasCategory, hasOneCategory)
const AddInput = z.codec(WireAddInput, z.custom<OneCategory<z.output<typeof WireAddInput>>>(), {
  decode: oneCategory,
  encode: twoCategories,
})
const WireEditInput = renamed(
  { ...fields, productId: id, isActive: z.optional(flag), version: versionSeen },
  inputNames,
).check(hasCategory, hasOneCategory)
const EditInput = z.codec(WireEditInput, z.custom<OneCategory<z.output<typeof WireEditInput>>>(), {
  decode: oneCategory,
  encode: twoCategories,
})

/** '' means every status; `unfinished` products are active but lack a price or a picture. */
const status = z._default(z.enum(['', 'active', 'inactive', 'unfinished'], { error: STATUS_INVALID }), '')

/** The filters of a product list. */
export const productFilter = {
  search,
  status,
  category: idFilter,
  /** Products with a variant that is low, out of stock, expiring or untracked. */
  stock: stockFilter,
  /** `missing`: products on sale without an HSN code or a GST rate in force today. */
  tax: z._default(z.enum(['', 'missing'], { error: 'Tax must be missing' }), ''),
}

export type ProductFilter = z.input<z.ZodMiniObject<typeof productFilter>>

/** By title or by what the cheapest variant costs. */
const sort = z._default(z.enum(productSorts, { error: SORT_INVALID }), '')

const SELECT = 'Select at least 1 product'
const MAX_SELECTED = 100
const TOO_MANY_SELECTED = `Select ${MAX_SELECTED} products at most`
/** Malformed ids pass here and are reported as 'not found', like any other unknown id. */
const productIds = boundedList(boundedText(200, ID_INVALID), 4 * MAX_SELECTED, {
  error: SELECT,
  tooMany: TOO_MANY_SELECTED,
}).check(z.minLength(1, SELECT), maxDistinct(MAX_SELECTED, TOO_MANY_SELECTED))

const byProduct = z.object({ productId: id })

/** The labels of the fields in forms, comparisons and the audit log, in the order of the screens. */
export const productLabels = {
  title: 'Title',
  subTitle: 'Subtitle',
  description: 'Description',
  section: 'Section',
  catagory: 'Category',
  subcategory: 'Subcategory',
  keyward: 'Keywards',
  mktBy: 'Manufacturer',
  mktDate: 'Manufacture Date',
  expDate: 'Expiry Date',
  origin: 'Country of Origin',
  loyaltyPoint: 'Loyalty Point',
  hsn: 'HSN Code',
  gstRate: 'GST Rate',
  gstFrom: 'GST Rate From',
  zeroKind: 'At Rate 0',
  isActive: 'Enable/Disable',
} as const

export const products = {
  list: get(
    forStaff('catalogue.read'),
    '/product/get/staff/all/:page/20',
    'Products, newest first unless sorted, 20 a page; search matches the title, status is active, inactive or ' +
      'unfinished (active without a price or a picture), category is an id, stock is low, out, expiring or ' +
      'untracked, tax is missing (on sale without an HSN code or a GST rate)',
    { params: byPage, query: z.object({ ...productFilter, sort }), data: paged(ProductRow) },
  ),
  get: get(forStaff('catalogue.read'), '/product/get/single/:productId', 'One product', {
    params: byProduct,
    data: Product,
  }),
  add: post(
    forStaff('catalogue.write'),
    '/product/add',
    'Adds a product; images and variants are added afterwards with the returned id',
    {
      body: AddInput,
      data: renamed({ _id: id, version }, { _id: 'id' }),
      message: 'Product added successfully',
    },
  ),
  edit: put(
    forStaff('catalogue.write'),
    '/product/edit',
    'Changes a product. With `version`, 409 `stale` if it was changed since that version',
    {
      refusals: staleRefusal(Product),
      body: EditInput,
      data: edited,
      message: 'Product updated successfully',
    },
  ),
  setActive: put(
    forStaff('catalogue.write'),
    '/product/active',
    'Enables or disables products; the response has the result of each',
    {
      body: z.object({ productIds, isActive: flag }),
      data: z.array(renamed({ _id: z.string(), done: z.boolean(), message: z.string() }, { _id: 'id' })),
      message: 'Products updated successfully',
    },
  ),
  setTax: put(
    forStaff('catalogue.write'),
    '/product/tax',
    'Gives products an HSN code, a GST rate, or both; an empty field changes nothing. The response has the result ' +
      'of each',
    {
      body: z
        .object({ productIds, hsn: hsnInput, gstRate: rateInput, gstFrom: firstDayInput })
        .check(
          z.refine<{ hsn?: string | undefined; gstRate?: number | null | undefined }>(
            ({ hsn, gstRate }) => Boolean(hsn) || typeof gstRate === 'number',
            { error: 'Enter an HSN code or a GST rate', path: ['hsn'] },
          ),
        ),
      data: z.array(renamed({ _id: z.string(), done: z.boolean(), message: z.string() }, { _id: 'id' })),
      message: 'Products updated successfully',
    },
  ),
  remove: del(
    forStaff('catalogue.write'),
    '/product/delete/:productId',
    'Deletes a product; a product that has been ordered is archived instead',
    { params: byProduct, message: 'Product deleted successfully' },
  ),
}
