import { STRONG_PASSWORD_RULE } from '@kirana/domain/password'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { api, callsOf } from './index.ts'
import { casesOf, type Form, issuesOf, messageFor } from './wire/testing.ts'

/** Valid inputs, and changes with their messages (specification, section 5; domain rules). */
const forms: Form[] = [
  [
    'superadmin sign-in',
    api.superadmin.login.body,
    { username: 'root', password: 'whatever' },
    [
      [{ username: '' }, 'This field is required.'],
      [{ password: undefined }, 'This field is required.'],
    ],
  ],
  [
    'superadmin change of password',
    api.superadmin.changePassword.body,
    { username: 'root', password: 'Sample@123' },
    [
      [{ password: '' }, 'Password is required'],
      [{ password: undefined }, 'Password is required'],
      [{ password: 'Sample@12#' }, STRONG_PASSWORD_RULE],
      [{ password: 'S@mple1' }, STRONG_PASSWORD_RULE],
    ],
  ],
  [
    'admin sign-in',
    api.staff.login.body,
    { username: 'asha', password: 'x' },
    [
      [{ username: ' ' }, 'This field is required.'],
      [{ password: '' }, 'This field is required.'],
    ],
  ],
  [
    'new staff',
    api.staff.add.body,
    { name: 'Asha Rao', email: '', username: 'asha', password: 'Sample@123' },
    [
      [{ name: '' }, 'This field is required'],
      [{ name: 'Asha 2' }, "Don't use any number or special character"],
      [{ username: undefined }, 'This field is required'],
      [{ password: '' }, 'This field is required'],
      [{ password: 'sample@123' }, STRONG_PASSWORD_RULE],
    ],
  ],
  [
    'staff change of password',
    api.staff.changePassword.body,
    { password: 'eight888' },
    [
      [{ password: '' }, 'Password is required'],
      [{ password: 'seven77' }, 'Password should be minimum 8 characters'],
    ],
  ],
  [
    'product',
    api.products.add.body,
    {
      title: 'Rice',
      subTitle: 'Basmati',
      description: 'Long',
      category: 'c',
      section: 's',
      subcategory: 'u',
      mktDate: '',
      loyaltyPoint: '5',
    },
    [
      ...['title', 'subTitle', 'description', 'category', 'section', 'subcategory'].map(
        (field): [Record<string, unknown>, string] => [{ [field]: '' }, 'All fields is required'],
      ),
      [{ category: undefined }, 'All fields is required'],
      [{ catagory: 'another' }, 'Category and catagory must be the same'],
      [{ mktDate: '31/2/2026' }, 'Manufacture date is not a date, write it as D/M/YYYY'],
      [{ loyaltyPoint: 1.5 }, 'Loyalty point must be a whole number from 0 to 1,00,000'],
    ],
  ],
  [
    'new variant',
    api.variants.add.body,
    {
      value: '500',
      unit: 'GM',
      mrp: '60',
      sellingPrice: 55.5,
      specialPrice: '',
      discount: 0,
      productId: 'p',
    },
    [
      [{ value: 0 }, 'All fields is required'],
      [{ value: '' }, 'All fields is required'],
      [{ unit: '' }, 'All fields is required'],
      [{ unit: 'Stone' }, 'Unit must be GM, MG, Kilo, ML, L, PCS, Box, Cartoon, Bottles or Combo'],
      [{ sellingPrice: 0 }, 'All fields is required'],
      [{ sellingPrice: undefined }, 'All fields is required'],
      [{ sellingPrice: 60.01 }, 'Selling price cannot be more than MRP'],
      [{ sellingPrice: 1_000_001, mrp: '' }, 'Amount must be from 0 to 10,00,000 with at most 2 decimals'],
      [{ discount: 101 }, 'Percentage must be from 0 to 100 with at most 2 decimals'],
      [{ specialPrice: 61 }, 'Special price cannot be more than MRP'],
    ],
  ],
  [
    'changed variant',
    api.variants.edit.body,
    { value: 1, unit: 'Kilo', mrp: 60, sellingPrice: 0, discount: 10, productId: 'p', variantId: 'v' },
    [
      [{ mrp: 0 }, 'All fields is required'],
      [{ discount: 0 }, 'All fields is required'],
      [{ discount: 0, specialPrice: '50' }, ''],
      [{ discount: 100 }, 'All fields is required'],
    ],
  ],
  [
    'video',
    api.videos.add.body,
    { fullname: 'Asha', url: 'dQw4w9WgXcQ', about: 'Fresh', productId: 'p' },
    [
      [{ fullname: ' ' }, 'All fields is required'],
      [{ url: '' }, 'All fields is required'],
      [{ about: undefined }, 'All fields is required'],
      [{ url: 'https://video.example/dQw4' }, 'Enter only the video code, not the full address'],
      [{ url: '../embed?x=1' }, 'Enter only the video code, not the full address'],
    ],
  ],
  ['section in the path', api.sections.add.params, { name: 'Fresh' }, [[{ name: ' ' }, 'Name is required']]],
  [
    'section',
    api.sections.edit.body,
    { name: 'Fresh', sectionId: 's' },
    [[{ name: '' }, 'Name is required']],
  ],
  [
    'category',
    api.categories.add.body,
    { name: 'Dairy', sectionId: 's' },
    [
      [{ name: '' }, 'Name, image and section is required'],
      [{ sectionId: '' }, 'Name, image and section is required'],
    ],
  ],
  [
    'changed category',
    api.categories.edit.body,
    { catagoryId: 'c', sectionId: 's', name: 'Dairy', status: 'Active' },
    [[{ status: 'Enabled' }, 'Status is not valid']],
  ],
  [
    'subcategory',
    api.subcategories.add.body,
    { name: 'Milk', categoryId: 'c' },
    [[{ name: '' }, 'Name and image is required']],
  ],
  ['keyward', api.keywords.add.body, { name: 'organic', desc: '' }, [[{ name: '' }, 'Name is required']]],
  [
    'changed keyward',
    api.keywords.edit.body,
    { name: 'organic', keywardId: 'k', isActive: 'false' },
    [[{ name: undefined }, 'Name is required']],
  ],
  ...([api.pincodes.add, api.pincodes.edit] as const).map(({ body, path }): Form => [
    `pincode to ${path}`,
    body,
    { pincode: '400001', pincodeId: 'p' },
    [
      [{ pincode: '' }, 'Name is required'],
      [{ pincode: undefined }, 'Name is required'],
      [{ pincode: '40001' }, 'Pincode must be within 6 digits'],
      [{ pincode: '4000011' }, 'Pincode must be within 6 digits'],
      [{ pincode: '40000a' }, 'Pincode must be within 6 digits'],
    ],
  ]),
  [
    'coupon',
    api.coupons.add.body,
    {
      couponName: 'DIWALI',
      discountType: 'Percentage',
      days: '10',
      discount: '12.5',
      minimumAmount: '',
      isPublic: true,
    },
    [
      ...['couponName', 'discountType', 'days', 'discount'].map(
        (field): [Record<string, unknown>, string] => [{ [field]: '' }, 'All fields is required'],
      ),
      [{ days: 3651 }, 'Days must be a whole number from 1 to 3,650'],
      [{ days: 0 }, 'Days must be a whole number from 1 to 3,650'],
      [{ days: 1.5 }, 'Days must be a whole number from 1 to 3,650'],
      [{ discount: 100.01 }, 'Percentage must be above 0 and at most 100'],
      [{ discount: 0 }, 'Percentage must be above 0 and at most 100'],
      [{ discount: 100 }, ''],
      [{ discount: 250, discountType: 'Rupees' }, ''],
      [{ discount: -1 }, 'Amount must be from 0 to 10,00,000 with at most 2 decimals'],
      [{ minimumAmount: 1_000_000.01 }, 'Amount must be from 0 to 10,00,000 with at most 2 decimals'],
    ],
  ],
  [
    'charge',
    api.charges.add.body,
    {
      title: 'Rain',
      chargeType: 'Rupees',
      chargeAmount: '10',
      minimumAmount: 100,
      maximumAmount: 0,
      isEnable: true,
    },
    [
      ...['title', 'chargeType', 'chargeAmount'].map((field): [Record<string, unknown>, string] => [
        { [field]: '' },
        'All fields is required',
      ]),
      [{ chargeType: 'Percentage', chargeAmount: 101 }, 'Percentage must be above 0 and at most 100'],
      [{ maximumAmount: 99 }, 'Maximum amount cannot be less than the minimum amount'],
    ],
  ],
  [
    'coins',
    api.wallet.addCoins.body,
    { userId: 'u', point: '100000' },
    [
      ...[0, -1, 1.5, '', 'ten', undefined].map((point): [Record<string, unknown>, string] => [
        { point },
        'Coin must be more than 0',
      ]),
      [{ point: 100_001 }, 'Coin must be 1,00,000 at most'],
    ],
  ],
  [
    'notification to one',
    api.notifications.sendToUser.body,
    { title: 'Sale', body: 'Today', fcmToken: 't' },
    ['title', 'body', 'fcmToken'].map((field) => [{ [field]: '' }, 'Title, body and fcm token is required']),
  ],
  [
    'notification to all',
    api.notifications.sendToAll.body,
    { title: 'Sale', body: 'Today' },
    ['title', 'body'].map((field) => [{ [field]: '' }, 'Title, body is required']),
  ],
  [
    'release',
    api.releases.add.body,
    { buildNumber: '12', versionName: '1.2.0', description: 'Faster' },
    [
      ...['buildNumber', 'versionName', 'description'].map((field): [Record<string, unknown>, string] => [
        { [field]: '' },
        'All fields are required',
      ]),
      ...[0, -1, 'twelve', 1.5].map((buildNumber): [Record<string, unknown>, string] => [
        { buildNumber },
        'Build number must be a number and bigger than 0',
      ]),
    ],
  ],
  ['release to delete', api.releases.remove.params, { id: 'r' }, [[{ id: ' ' }, 'Release ID is required']]],
  [
    'changed manual order',
    api.manualOrders.changeStatus.body,
    { status: 'Delivered', orderId: 'o' },
    [[{ status: 'Dispatched' }, 'Status is not valid']],
  ],
  [
    'changed order',
    api.orders.changeStatus.params,
    { status: 'Prepeared', orderId: 'o' },
    [[{ status: 'Prepared' }, 'Status is not valid']],
  ],
]

test.each(casesOf(forms))('$name: $input gets the message "$message"', ({ schema, input, message }) => {
  expect(messageFor(schema, input)).toBe(message)
})

test('every rule has its own message', () => {
  const strange = [undefined, null, 7, true, [], {}, 'x'.repeat(10_000)]
  const schemas = callsOf(api).flatMap(({ name, route }) =>
    [route.params, route.query, route.body].flatMap((schema) => (schema ? [{ name, schema }] : [])),
  )
  const withoutMessage = schemas.flatMap(({ name, schema }) =>
    Object.keys(z.toJSONSchema(schema, { io: 'input' }).properties ?? {}).flatMap((field) =>
      strange
        .flatMap((value) => issuesOf(schema, { [field]: value }))
        .filter(({ path, message }) => path[0] === field && message === 'Invalid input')
        .map(() => `${name} ${field}`),
    ),
  )
  expect([...new Set(withoutMessage)]).toEqual([])
})

test('rejects a body that is not an object with a plain message', () => {
  for (const input of [null, [], 'text', 7])
    expect(messageFor(api.pincodes.add.body, input)).toBe('The request is not valid')
})
