import { counted } from '@kirana/domain/count'
import { changesOf, picturesOf } from './changes.ts'
import * as f from './fields.ts'
import {
  adds,
  edits,
  type Entry,
  listed,
  object,
  type Part,
  removes,
  type Said,
  said,
  type Sentence,
} from './sentence.ts'
import { amount, list, type Names, of, packSize, plainText, type Stored } from './values.ts'

/** 'the product Rice' after a comma-less connective: 'to ', 'of ', 'on '. */
const onProduct = (word: string, id: unknown, names: Names): (string | Part)[] => [
  ` ${word} `,
  ...object('product', plainText(id), names),
]

const size = (variant: Stored) => packSize(variant.quantity, variant, () => null) || 'a pack size'

/** The products of a bulk change that it did change. */
const changedOf = (before: unknown, field: string, value: unknown) =>
  list(before)
    .map(of)
    .filter((product) => product[field] !== value)
    .map(({ id }) => plainText(id))

const FROM_FILE = ' with a file'

function importedFile({ after }: Entry) {
  const { products, variants, changed } = of(after)
  const added = amount(products) > 0 ? [`added ${counted(amount(products), 'product')}`] : []
  const more = amount(variants) > 0 ? [`added ${counted(amount(variants), 'variant')}`] : []
  const edited = amount(changed) > 0 ? [`changed ${counted(amount(changed), 'product')}`] : []
  const done = [...edited, ...added, ...(added.length > 0 ? more.map((text) => text.slice(6)) : more)]
  return done.length > 0 ? said([done.join(' and '), FROM_FILE]) : null
}

function importedChange({ object: id, before, after }: Entry, names: Names): Said | null {
  if ('quantity' in of(after)) {
    const call = Object.keys(of(before)).length > 0 ? 'variants.edit' : 'variants.add'
    return withFile(productSentences[call].say({ call, object: id, before, after }, names))
  }
  return withFile(productSentences['products.edit'].say({ call: '', object: id, before, after }, names))
}

const withFile = (change: Said | null) =>
  change && said([...change.parts, FROM_FILE], { changes: change.changes, pictures: change.pictures })

const changedVariant = (label: string): Sentence => ({
  label,
  say: ({ object: id, before, after }, names) => {
    const changed = changesOf(f.variantFields, before, after, names)
    return changed.changes.length === 0
      ? null
      : said([`changed ${size(of(before))}`, ...onProduct('of', id, names)], changed)
  },
})

const imagesChanged = (verb: string, label: string): Sentence => ({
  label,
  say: ({ object: id, before, after }, names) => {
    const { image } = of(before)
    // A deletion names the deleted image; the other calls have the whole lists.
    const pictures = image
      ? picturesOf(image, '', names)
      : picturesOf(of(before).images, of(after).images, names)
    if (pictures.length === 0) return null
    const what = pictures.length === 1 ? 'an image' : counted(pictures.length, 'image')
    return said([`${verb} ${what}`, ...onProduct(verb === 'added' ? 'to' : 'of', id, names)], { pictures })
  },
})

const videoOf = ({ object: id, before, after }: Entry, names: Names): (string | Part)[] => {
  const productId = of(after).productId ?? of(before).productId
  return productId
    ? [...object('video', id, names), ...onProduct('of', productId, names)]
    : object('video', id, names)
}

/** Products and what belongs to them. */
export const productSentences = {
  'products.add': adds('product', 'Added a product', f.productFields, 'Title'),
  'products.edit': edits('product', 'Changed a product', f.productFields),
  'products.setActive': {
    label: 'Enabled or disabled products',
    say: ({ before, after }, names) => {
      const { isActive } = of(after)
      const ids = changedOf(before, 'isActive', isActive)
      if (ids.length === 0) return null
      return said([isActive ? 'enabled ' : 'disabled ', ...listed('product', ids, 'product', names)])
    },
  },
  'products.setTax': {
    label: 'Set the tax of products',
    say: ({ before, after }, names) => {
      const ids = list(before).map((product) => plainText(of(product).id))
      if (ids.length === 0) return null
      const { changes } = changesOf(f.taxFields, null, after, names)
      return said(['set the tax of ', ...listed('product', ids, 'product', names)], { changes })
    },
  },
  'products.remove': removes('product', 'Deleted a product'),
  'productFiles.import': {
    label: 'Imported products',
    // One entry for the file, and one for each product or variant that it changed.
    say: (entry, names) => (entry.object === 'products' ? importedFile(entry) : importedChange(entry, names)),
  },
  'productImages.add': imagesChanged('added', 'Added images'),
  'productImages.reorder': {
    label: 'Reordered images',
    say: ({ object: id, before, after }, names) =>
      JSON.stringify(of(before).images) === JSON.stringify(of(after).images)
        ? null
        : said(['reordered the images', ...onProduct('of', id, names)]),
  },
  'productImages.remove': imagesChanged('deleted', 'Deleted an image'),
  'variants.add': {
    label: 'Added a variant',
    say: ({ object: id, after }, names) => {
      const { changes } = changesOf(f.variantFields, null, after, names)
      const told = changes.filter(({ field, after: is }) => field !== 'Quantity' && is !== '')
      return said([`added ${size(of(after))}`, ...onProduct('to', id, names)], { changes: told })
    },
  },
  'variants.edit': changedVariant('Changed a variant'),
  'prices.set': changedVariant('Set a price'),
  'variants.remove': {
    label: 'Deleted a variant',
    say: ({ object: id, before }, names) =>
      said([`deleted ${size(of(before))}`, ...onProduct('of', id, names)]),
  },
  'videos.add': {
    label: 'Added a video',
    say: (entry, names) => said(['added ', ...videoOf(entry, names)]),
  },
  'videos.edit': edits('video', 'Changed a video', f.videoFields),
  'videos.remove': {
    label: 'Deleted a video',
    say: (entry, names) => said(['deleted ', ...videoOf(entry, names)]),
  },
} satisfies Record<string, Sentence>

/** How the store is sorted, where it delivers, and what changes a bill. */
export const catalogueSentences = {
  'sections.add': adds('section', 'Added a section', f.sectionFields, 'Name'),
  'sections.edit': edits('section', 'Renamed a section', f.sectionFields),
  'sections.remove': removes('section', 'Deleted a section'),
  'categories.add': adds('category', 'Added a category', f.categoryFields, 'Name'),
  'categories.edit': edits('category', 'Changed a category', f.categoryFields),
  'categories.remove': removes('category', 'Deleted a category', f.categoryFields),
  'subcategories.add': adds('subcategory', 'Added a subcategory', f.subcategoryFields, 'Name'),
  'subcategories.edit': edits('subcategory', 'Changed a subcategory', f.subcategoryFields),
  'subcategories.remove': removes('subcategory', 'Deleted a subcategory', f.subcategoryFields),
  'keywords.add': adds('keyword', 'Added a keyward', f.keywordFields, 'Keyward Name'),
  'keywords.edit': edits('keyword', 'Changed a keyward', f.keywordFields),
  'keywords.remove': removes('keyword', 'Deleted a keyward'),
  'pincodes.add': adds('pincode', 'Added a pincode', f.pincodeFields, 'Pincode'),
  'pincodes.addMany': {
    label: 'Added pincodes',
    say: ({ after }) => {
      const pincodes = list(of(after).pincodes).map(plainText)
      if (pincodes.length === 0) return null
      const more = pincodes.length > 10 ? ` and ${pincodes.length - 10} more` : ''
      const first = pincodes.slice(0, 10).join(', ')
      return said([`added ${counted(pincodes.length, 'pincode')}: ${first}${more}`])
    },
  },
  'pincodes.edit': edits('pincode', 'Changed a pincode', f.pincodeFields),
  'pincodes.remove': removes('pincode', 'Deleted a pincode'),
  'coupons.add': adds('coupon', 'Added a coupon', f.couponFields, 'Coupon Name'),
  'coupons.edit': edits('coupon', 'Changed a coupon', f.couponFields),
  'coupons.remove': removes('coupon', 'Deleted a coupon'),
  'charges.add': adds('charge', 'Added a charge', f.chargeFields, 'Title'),
  'charges.edit': edits('charge', 'Changed a charge', f.chargeFields),
  'charges.remove': removes('charge', 'Deleted a charge'),
  'banners.add': {
    label: 'Added a banner',
    say: ({ after }, names) => said(['added a banner'], { pictures: picturesOf('', of(after).image, names) }),
  },
  'banners.remove': {
    label: 'Deleted a banner',
    say: ({ before }, names) =>
      said(['deleted a banner'], { pictures: picturesOf(of(before).image, '', names) }),
  },
} satisfies Record<string, Sentence>
