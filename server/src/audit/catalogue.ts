import { counted } from '@kirana/domain/count'
import type { Stored } from '@kirana/domain/changes'
import { changesOf, picturesOf } from './changes.ts'
import * as f from './fields.ts'
import {
  adds,
  crud,
  edits,
  type Entry,
  isSet,
  link,
  type Part,
  removes,
  says,
  sentence,
  type Template,
} from './sentence.ts'
import { amount, list, packSize, text } from './values.ts'

const SHOWN_PRODUCTS = 3
const SHOWN_PINCODES = 10

const size = (variant: Stored) => packSize(variant.quantity, variant) || 'a pack size'

/**
 * The names of the first products and the number of the others: 'Rice, Dal, Tea and 3 more products'; null without
 * products.
 */
function productList(verb: string, products: Stored[], { names }: Entry) {
  const links = products.slice(0, SHOWN_PRODUCTS).map(({ id }) => link('product', text(id), names))
  const more = products.length - links.length
  const all: (string | Part)[] = more > 0 ? [...links, counted(more, 'more product')] : links
  if (all.length === 0) return null
  return [
    `${verb} `,
    ...all.flatMap((part, at) => (at === 0 ? [part] : [at === all.length - 1 ? ' and ' : ', ', part])),
  ]
}

const changesVariant = (label: string): Template => ({
  label,
  write: ({ before, after, names, the }) => {
    const changed = changesOf(f.variantFields, before, after, names)
    return changed.changes.length === 0
      ? null
      : sentence([`changed ${size(before)} of `, the('product')], changed)
  },
})

const variants = {
  add: {
    label: 'Added a variant',
    write: ({ after, names, the }) => {
      const { quantity: _, ...prices } = f.variantFields
      const { changes } = changesOf(prices, {}, after, names)
      return sentence([`added ${size(after)} to `, the('product')], { changes: changes.filter(isSet) })
    },
  },
  edit: changesVariant('Changed a variant'),
  remove: says('Deleted a variant', ({ before, the }) => [`deleted ${size(before)} of `, the('product')]),
} satisfies Record<string, Template>

const products = crud('product', f.productFields, 'title')

function importedFile({ products, variants, changed }: Stored) {
  const added = [
    amount(products) > 0 && counted(amount(products), 'product'),
    amount(variants) > 0 && counted(amount(variants), 'variant'),
  ].filter(Boolean)
  const done = [
    amount(changed) > 0 && `changed ${counted(amount(changed), 'product')}`,
    added.length > 0 && `added ${added.join(' and ')}`,
  ].filter(Boolean)
  return done.length > 0 ? sentence([done.join(' and ')]) : null
}

/** One entry for the file, and one for each product or variant that it changed. */
function imported(entry: Entry) {
  const { object, before, after } = entry
  if (object === 'products') return importedFile(after)
  if (!('quantity' in after)) return products.edit.write(entry)
  return Object.keys(before).length > 0 ? variants.edit.write(entry) : variants.add.write(entry)
}

const changesImages = (verb: string, label: string): Template => ({
  label,
  write: ({ before, after, names, the }) => {
    // The entry of a deletion has the deleted image; entries of the other calls have the complete lists.
    const pictures = before.image
      ? picturesOf(before.image, '', names)
      : picturesOf(before.images, after.images, names)
    if (pictures.length === 0) return null
    const what = pictures.length === 1 ? 'an image' : counted(pictures.length, 'image')
    return sentence([`${verb} ${what} ${verb === 'added' ? 'to' : 'of'} `, the('product')], { pictures })
  },
})

const ofVideo = (label: string, verb: string) =>
  says(label, ({ before, after, the }) => {
    const productId = text(after.productId ?? before.productId)
    return [`${verb} `, the('video'), ...(productId ? [' of ', the('product', productId)] : [])]
  })

/** Products and their parts, the catalogue's structure, the delivery area, and charges and coupons. */
export const catalogue = {
  products: {
    ...products,
    setActive: says('Enabled or disabled products', (entry) => {
      const { isActive } = entry.after
      const changed = entry.several.filter((product) => product.isActive !== isActive)
      return productList(isActive ? 'enabled' : 'disabled', changed, entry)
    }),
    setTax: says(
      'Set the tax of products',
      (entry) => productList('set the tax of', entry.several, entry),
      f.taxFields,
    ),
  },
  productFiles: {
    import: {
      label: 'Imported products',
      write: (entry: Entry) => {
        const change = imported(entry)
        return change && sentence([...change.parts, ' with a file'], change)
      },
    },
  },
  productImages: {
    add: changesImages('added', 'Added images'),
    reorder: says('Reordered images', ({ before, after, the }) =>
      JSON.stringify(before.images) === JSON.stringify(after.images)
        ? null
        : ['reordered the images of ', the('product')],
    ),
    remove: changesImages('deleted', 'Deleted an image'),
  },
  variants,
  prices: { set: changesVariant('Set a price') },
  videos: {
    add: ofVideo('Added a video', 'added'),
    edit: edits('video', f.videoFields),
    remove: ofVideo('Deleted a video', 'deleted'),
  },
  sections: {
    ...crud('section', f.sectionFields),
    edit: edits('section', f.sectionFields, 'Renamed a section'),
  },
  categories: crud('category', f.categoryFields),
  subcategories: crud('subcategory', f.subcategoryFields),
  keywords: crud('keyword', f.keywordFields),
  pincodes: {
    ...crud('pincode', f.pincodeFields, 'pincode'),
    addMany: says('Added pincodes', ({ after }) => {
      const pincodes = list(after.pincodes).map(text)
      if (pincodes.length === 0) return null
      const more = pincodes.length - SHOWN_PINCODES
      const first = pincodes.slice(0, SHOWN_PINCODES).join(', ')
      return [`added ${counted(pincodes.length, 'pincode')}: ${first}${more > 0 ? ` and ${more} more` : ''}`]
    }),
  },
  coupons: crud('coupon', f.couponFields),
  charges: crud('charge', f.chargeFields, 'title'),
  banners: {
    add: adds('banner', { image: 'image' }),
    remove: removes('banner', { image: 'image' }),
  },
}
