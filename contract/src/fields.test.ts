import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { api } from './index.ts'

/** The fields of the specification's section 3, copied by hand; `user.phone` is a nested field. */
const fields: [name: string, schema: z.core.$ZodType, fields: string][] = [
  ['superadmin', api.superadmin.get.data, 'username isJoined'],
  [
    'dashboard',
    api.dashboard.get.data,
    'todayOrder totalCategory totalManualOrder totalProduct totalReferredOrders totalCoupons',
  ],
  [
    'product',
    api.products.get.data,
    'category catagory section subcategory keyward _id title subTitle description mktBy mktDate expDate origin loyaltyPoint isActive images variant avgRating categoryName',
  ],
  [
    'variant',
    api.variants.add.data,
    'variant.variantId variant.value variant.unit variant.mrp variant.sellingPrice variant.specialPrice variant.discount',
  ],
  ['section', api.sections.list.data, '_id name'],
  ['category', api.categories.list.data, '_id name image section.name sectionId isActive'],
  ['subcategory', api.subcategories.list.data, '_id name image isActive'],
  ['keyward', api.keywords.list.data, '_id name desc isActive'],
  ['pincode', api.pincodes.list.data, '_id pincode isActive'],
  [
    'coupon',
    api.coupons.list.data,
    '_id coupon discount discountType days minimumAmount isPublic isActive expireAt',
  ],
  ['charge', api.charges.list.data, '_id title chargeAmount chargeType minimumAmount maximumAmount isEnable'],
  [
    'company',
    api.company.get.data,
    'companyName email contact website gstNo address pointValueInMoney pointPerRefer discountPerRefer',
  ],
  [
    'order',
    api.orders.get.data,
    `_id order_id orderNumber products.productImage products.productCatagory products.productTitle
     products.productQuantity products.quantity products.totalPrice totalPrice discount referDiscount referCode
     charges.title charges.amount dateAndTime date deliveryTime paymentStatus delivaryStatus invoice
     address.fullName address.phone address.houseNo address.landmark address.street address.pincode address.city
     address.state user.fullName user.phone user.email user.customerId user.country`,
  ],
  [
    'row of the order lists',
    api.orders.list.data,
    `data._id data.order_id data.products data.totalPrice data.dateAndTime data.date data.deliveryTime
     data.paymentStatus data.delivaryStatus data.invoice data.user.fullName data.user.phone totalPages`,
  ],
  [
    'referred order',
    api.orders.referred.data,
    `data._id data.order_id data.products data.totalPrice data.user.fullName data.user.phone data.referCode
     data.dateAndTime data.date data.delivaryStatus data.invoice totalPages`,
  ],
  [
    'manual order',
    api.manualOrders.list.data,
    'data._id data.date data.username data.phone data.orderStatus data.orderPath data.supportingDocs totalPages',
  ],
  ['banner', api.banners.list.data, '_id image'],
  ['review video', api.videos.list.data, '_id fullName url about productId'],
  ['contact message', api.contact.list.data, 'name email phone msg'],
  [
    'user',
    api.users.list.data,
    `data._id data.fullName data.totalPayment data.email data.phone data.gender data.country data.address.pincode
     data.wallet.point data.wallet.money data.wallet.withdrawalPoint data.wallet.withdrawalMoney data.fcmToken totalPages`,
  ],
  [
    'withdrawal request',
    api.withdrawals.list.data,
    '_id user.fullName user.phone amount upiId bankAcNumber ifscCode isDone',
  ],
  [
    'wallet transaction',
    api.withdrawals.transactions.data,
    `user.fullName user.phone amount withdrawalReq.upiId withdrawalReq.bankAcNumber withdrawalReq.ifscCode isDone
     supportingDocs`,
  ],
  ['release', api.releases.list.data, '_id buildNumber versionName description date'],
  [
    'row of the product list',
    api.products.list.data,
    'data._id data.title data.categoryName data.variant data.avgRating data.images totalPages',
  ],
]

type Json = { properties?: Record<string, Json>; items?: Json; anyOf?: Json[] }

/** The paths of all fields of a response; lists and nullables add no level. */
const pathsIn = ({ properties = {}, items, anyOf = [] }: Json, path: string[] = []): string[] => [
  ...Object.entries(properties).flatMap(([name, inner]) => [
    [...path, name].join('.'),
    ...pathsIn(inner, [...path, name]),
  ]),
  ...(items ? pathsIn(items, path) : []),
  ...anyOf.flatMap((option) => pathsIn(option, path)),
]

test.each(fields)('a %s has the fields of the specification', (_, schema, expected) => {
  const paths = pathsIn(z.toJSONSchema(schema, { io: 'input', reused: 'inline' }) as Json)
  expect(paths).toEqual(expect.arrayContaining(expected.split(/\s+/)))
})
