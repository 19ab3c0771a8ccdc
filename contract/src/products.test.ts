import { expect, test } from 'vitest'
import { api } from './index.ts'
import { casesOf, type Form, told } from './testing.ts'

/** What passes each call of staff beside the specification's, and what each change to that is told. */
const forms: Form[] = [
  [
    'products to enable or disable',
    api.products.setActive.body,
    { productIds: ['p', ''], isActive: 'false' },
    [
      [{ productIds: [] }, 'Select at least 1 product'],
      [{ productIds: undefined }, 'Select at least 1 product'],
      [{ productIds: 'p' }, 'Select at least 1 product'],
      [{ productIds: Array.from({ length: 100 }, () => 'p') }, ''],
      [{ productIds: Array.from({ length: 101 }, () => 'p') }, 'Select 100 products at most'],
      [{ productIds: [5] }, 'Id is not valid'],
      [{ productIds: ['p'.repeat(201)] }, 'Id is not valid'],
      [{ isActive: undefined }, 'Choose yes or no'],
    ],
  ],
  [
    'many pincodes',
    api.pincodes.addMany.body,
    { pincodes: ['400001', '', 'x'] },
    [
      [{ pincodes: [] }, 'Enter at least 1 pincode'],
      [{ pincodes: undefined }, 'Enter at least 1 pincode'],
      [{ pincodes: [400001] }, 'Pincode must be within 6 digits'],
      [{ pincodes: Array.from({ length: 500 }, () => '4') }, ''],
      [{ pincodes: Array.from({ length: 501 }, () => '4') }, 'Add 500 pincodes at most'],
    ],
  ],
  [
    'list of products',
    api.products.list.query,
    {},
    [
      [{ search: 'rice', status: '' }, ''],
      [{ status: 'active' }, ''],
      [{ status: 'inactive' }, ''],
      [{ status: 'archived' }, 'Status is not valid'],
      [{ search: 's'.repeat(101) }, 'Search is at most 100 characters'],
    ],
  ],
  [
    'order of images',
    api.productImages.reorder.body,
    { productId: 'p', images: ['a.webp', 'b.webp'] },
    [
      [{ images: [] }, 'Select at least 1 image'],
      [{ images: 'a.webp' }, 'Images is not valid'],
      [{ images: undefined }, 'Images is not valid'],
      [{ productId: '' }, 'Id is not valid'],
    ],
  ],
]

test.each(casesOf(forms))('$name: $sent is told "$message"', ({ schema, sent, message }) => {
  expect(told(schema, sent)).toBe(message)
})
