import { expect, test } from 'vitest'
import { api } from './index.ts'
import { casesOf, type Form, messageFor } from './wire/testing.ts'

/** Calls for staff that the specification does not have: valid inputs, and changes with their messages. */
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
      [{ productIds: Array.from({ length: 101 }, () => 'p') }, ''],
      [{ productIds: Array.from({ length: 101 }, (_, n) => `p${n}`) }, 'Select 100 products at most'],
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
      [{ pincodes: Array.from({ length: 501 }, () => '4') }, ''],
      [{ pincodes: Array.from({ length: 501 }, (_, n) => String(n)) }, 'Add 500 pincodes at most'],
      [{ pincodes: Array.from({ length: 501 }, (_, n) => '4' + '\u200b'.repeat(n)) }, ''],
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

test.each(casesOf(forms))('$name: $input gets the message "$message"', ({ schema, input, message }) => {
  expect(messageFor(schema, input)).toBe(message)
})
