import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { api } from '../index.ts'
import { manufactureDate, manufactureDateInput } from './manufacture-date.ts'
import {
  optionalAmount,
  amountInput,
  packSize,
  packSizeInput,
  optionalPercent,
  wholeInput,
} from './numbers.ts'
import { Order } from '../orders.ts'
import { phone } from './phone.ts'
import { page } from './lists.ts'
import {
  amountType,
  deliveryStatus,
  flag,
  manualOrderStatus,
  moment,
  optionalText,
  paymentStatus,
  percent,
  required,
  rupees,
  signedRupees,
  renamed,
} from './shapes.ts'

const roundTrips: [name: string, codec: z.core.$ZodType, wire: unknown, inside: unknown][] = [
  ['rupees', rupees, 12.34, 1234],
  ['rupees', rupees, 0, 0],
  // 1.15 × 100 is 114.99999999999999 in floating point.
  ['rupees', rupees, 1.15, 115],
  ['signed rupees', signedRupees, -0.01, -1],
  ['percent', percent, 8.8, 880],
  ['percent', percent, 100, 10_000],
  ['an amount', amountInput('x'), 999_999.99, 99_999_999],
  ['an amount that may be missing', optionalAmount, 50, 5000],
  ['a percentage that may be missing', optionalPercent, 12.5, 1250],
  ['a whole number', wholeInput(1, 9, 'x', 'y'), 9, 9],
  ['a pack size', packSize, 0.5, 500],
  ['a sent pack size', packSizeInput('x'), 1.125, 1125],
  ['a moment', moment, '2026-11-21T07:46:00.000Z', new Date('2026-11-21T07:46:00Z')],
  ['a delivery status', deliveryStatus, 'Out for Delivary', 'outForDelivery'],
  ['a delivery status', deliveryStatus, 'Prepeared', 'prepared'],
  ['a payment status', paymentStatus, 'success', 'paid'],
  ['a payment status', paymentStatus, 'Due', 'due'],
  ['a type of amount', amountType, 'Percentage', 'percentage'],
  ['a manual order’s status', manualOrderStatus, 'Waiting', 'waiting'],
  ['a phone', phone, '+919876543210', '+919876543210'],
  ['a manufacture date', manufactureDate, '2026-02-03', '2026-02-03'],
  ['no manufacture date', manufactureDate, '', null],
  [
    'an object with renamed fields',
    renamed({ keywardId: z.string() }, { keywardId: 'keywordId' }),
    { keywardId: 'k' },
    { keywordId: 'k' },
  ],
]

test.each(roundTrips)('%s: %o ⇄ %o', (_, codec, wire, inside) => {
  expect(z.decode(codec, wire)).toEqual(inside)
  expect(z.encode(codec, inside)).toEqual(wire)
})

const decoded: [name: string, codec: z.core.$ZodType, wire: unknown, inside: unknown][] = [
  ['a text with bidirectional controls', required('x'), ' \u202eMeera\u2069 ', 'Meera'],
  ['an optional text of invisible characters', optionalText(), '\u200b\ufeff', ''],
  ['joiners of Devanagari and emoji', required('x'), 'क्\u200dष 👩\u200d🌾', 'क्\u200dष 👩\u200d🌾'],
  ['an amount in text', amountInput('x'), ' 12.5 ', 1250],
  ['no amount', optionalAmount, undefined, 0],
  ['an empty amount', optionalAmount, '', 0],
  ['a percentage in text', optionalPercent, '8.8', 880],
  ['a flag in text', flag, 'false', false],
  ['a page in text', page, '17', 17],
  ['a phone number with spaces and a leading 0', phone, '098765 43210', '+919876543210'],
  ['a local date', manufactureDateInput, '3/2/2026', '2026-02-03'],
  ['a moment before midnight in Kolkata', manufactureDateInput, '2026-02-03T18:29:00.000Z', '2026-02-03'],
  ['a moment after midnight in Kolkata', manufactureDateInput, '2026-02-03T18:30:00.000Z', '2026-02-04'],
  ['no date', manufactureDateInput, undefined, null],
]

test.each(decoded)('decodes %s: %o → %o', (_, codec, wire, inside) => {
  expect(z.decode(codec, wire)).toEqual(inside)
})

test.each([
  ['1e3'],
  ['0x10'],
  ['Infinity'],
  ['1,000'],
  ['12.345'],
  [-1],
  ['-0.01'],
  [1_000_000.01],
  [Number.NaN],
  [true],
  [null],
  [{}],
])('rejects %o as an amount', (input) => {
  expect(z.safeDecode(amountInput('missing'), input as never).success).toBe(false)
})

const decode = (schema: z.core.$ZodType, wire: unknown) => z.decode(schema, wire)

test('decodes all notations of a category’s status', () => {
  const edit = (status?: unknown) =>
    decode(api.categories.edit.body, { catagoryId: 'c', sectionId: 's', name: 'Dairy', status })
  for (const status of [true, 'true', 'Active']) expect(edit(status)).toMatchObject({ isActive: true })
  for (const status of [false, 'false', 'Inactive']) expect(edit(status)).toMatchObject({ isActive: false })
  expect(edit()).toMatchObject({ categoryId: 'c', isActive: undefined })
})

test('accepts a product with one or both spellings of its category', () => {
  const sent = { title: 'Rice', subTitle: 'Basmati', description: 'Long', section: 's', subcategory: 'u' }
  for (const category of [{ category: 'c' }, { catagory: 'c' }, { category: 'c', catagory: 'c' }]) {
    const inside = decode(api.products.add.body, { ...sent, ...category, keyward: ['k'], colour: 'red' })
    expect(inside).toEqual({
      title: 'Rice',
      subtitle: 'Basmati',
      description: 'Long',
      sectionId: 's',
      subcategoryId: 'u',
      categoryId: 'c',
      keywordIds: ['k'],
      manufacturer: '',
      manufacturedOn: null,
      expiry: '',
      origin: '',
      loyaltyCoins: 0,
      gstFrom: null,
    })
  }
})

test('accepts both spellings of a video’s name', () => {
  const sent = { url: 'dQw4', about: 'Fresh', productId: 'p' }
  const inside = { fullName: 'Asha', code: 'dQw4', about: 'Fresh', productId: 'p' }
  expect(decode(api.videos.add.body, { ...sent, fullname: ' Asha ' })).toEqual(inside)
  expect(decode(api.videos.add.body, { ...sent, fullName: 'Asha' })).toEqual(inside)
})

test('decodes All Orders, an empty and a missing keyword as every status', () => {
  const unfiltered = { customer: '', from: '', to: '', collect: '', sort: '' }
  for (const query of [{}, { keywords: '' }, { keywords: 'All Orders' }])
    expect(decode(api.orders.list.query, query)).toEqual({ ...unfiltered, keywords: null, search: '' })
  expect(decode(api.orders.list.query, { keywords: 'Prepeared', search: ' 98 ' })).toEqual({
    ...unfiltered,
    keywords: 'prepared',
    search: '98',
  })
})

test('leaves company settings that are not sent out of the update', () => {
  expect(decode(api.company.edit.body, { companyName: 'Kirana', discountPerRefer: '7.5' })).toEqual({
    name: 'Kirana',
    referralDiscount: 750,
  })
})

const wireOrder: z.input<typeof Order> = {
  _id: 'o',
  order_id: 'OD261121-0001',
  orderNumber: 1,
  products: [
    {
      productId: 'p',
      variantId: 'v',
      productImage: 'rice.webp',
      productCatagory: 'Grain',
      productTitle: 'Rice',
      productQuantity: '500 GM',
      quantity: 2,
      price: 50.5,
      totalPrice: 101,
    },
  ],
  roundOff: 0,
  totalPrice: 111,
  refundedTotal: 0,
  net: 111,
  dateAndTime: '2026-11-21T13:16:00+05:30',
  date: '2026-11-21',
  deliveryTime: '10 minutes',
  paymentStatus: 'Due',
  payment: 'cod',
  delivaryStatus: 'Out for Delivary',
  invoice: '',
  address: {
    fullName: 'Asha',
    phone: '+919876543210',
    houseNo: '1',
    landmark: '',
    street: 'Hill Road',
    pincode: '400050',
    city: 'Mumbai',
    state: 'Maharashtra',
  },
  user: { _id: 'u', fullName: 'Asha', phone: '+919876543210', email: '', customerId: 'C1', country: 'India' },
  paidBy: 'none',
  subtotal: 101,
  discount: 0,
  coupon: '',
  referDiscount: 0,
  referCode: '',
  charges: [{ title: 'Delivery', amount: 10 }],
  shelves: ['A1'],
  claimRefunds: [],
  history: [{ from: null, to: 'Confirmed', at: '2026-11-21T07:46:00.000Z', by: 'customer' }],
  replacedBy: [],
  documents: [],
  refunded: 0,
}

test('an order survives decoding and encoding, and undeclared fields are dropped', () => {
  const inside = z.decode(Order, wireOrder)
  expect(inside).toMatchObject({
    id: 'o',
    orderId: 'OD261121-0001',
    totalPrice: 11_100,
    refundedTotal: 0,
    net: 11_100,
    deliveryStatus: 'outForDelivery',
  })
  expect(inside.products[0]).toMatchObject({ productCategory: 'Grain', price: 5050 })
  expect(z.encode(Order, { ...inside, passwordHash: 'secret' } as typeof inside)).toEqual(wireOrder)
})
