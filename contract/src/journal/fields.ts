import type { categories } from '../categories.ts'
import type { charges } from '../charges.ts'
import type { company } from '../company.ts'
import type { coupons } from '../coupons.ts'
import type { keywords } from '../keywords.ts'
import type { pincodes } from '../pincodes.ts'
import type { products } from '../products.ts'
import type { releases } from '../releases.ts'
import type { roles } from '../roles.ts'
import type { staff } from '../staff.ts'
import type { subcategories } from '../subcategories.ts'
import type { variants } from '../variants.ts'
import type { videos } from '../videos.ts'
import { activeField, enabledField, field, type Fields, type FieldsOf, publicField } from './changes.ts'
import {
  allNamed,
  amountByType,
  count,
  day,
  moment,
  named,
  oneOf,
  packSize,
  percent,
  percentIfAny,
  permissionWords,
  rupees,
  rupeesIfAny,
  type Show,
  text,
} from './values.ts'

/** Fields in the words and the order of the screens. A field that a call sends and that is missing here does not compile. */

const gstFields = {
  gstRate: field('GST Rate', percent),
  firstDay: field('GST Rate From', day),
  gstFrom: null,
} satisfies Fields
const amountTypes = oneOf({ percentage: 'Percentage', rupees: 'Rupees' })

export const productFields: FieldsOf<typeof products.edit> = {
  title: field('Title', text),
  subtitle: field('Subtitle', text),
  description: field('Description', text),
  sectionId: field('Section', named('section')),
  categoryId: field('Category', named('category')),
  subcategoryId: field('Subcategory', named('subcategory')),
  keywordIds: field('Keywards', allNamed('keyword')),
  manufacturer: field('Manufacturer', text),
  manufacturedOn: field('Manufacture Date', day),
  expiry: field('Expiry Date', text),
  origin: field('Country of Origin', text),
  loyaltyCoins: field('Loyalty Point', count),
  hsn: field('HSN Code', text),
  ...gstFields,
  isActive: enabledField('Enable/Disable'),
  productId: null,
  version: null,
}

export const taxFields = { hsn: productFields.hsn, ...gstFields } satisfies Fields

export const variantFields: FieldsOf<typeof variants.edit> = {
  quantity: field('Quantity', packSize),
  unit: null,
  mrp: field('MRP', rupeesIfAny),
  sellingPrice: field('Selling Price', rupeesIfAny),
  specialPrice: field('Special Price', rupeesIfAny),
  discount: field('Discount', percentIfAny),
  productId: null,
  variantId: null,
  version: null,
}

export const videoFields: FieldsOf<typeof videos.edit> = {
  fullName: field('Title', text),
  code: field('URL', text),
  about: field('About', text),
  productId: null,
  videoId: null,
}

export const sectionFields = { name: field('Name', text) } satisfies Fields

export const categoryFields: FieldsOf<typeof categories.edit> = {
  name: field('Name', text),
  sectionId: field('Section', named('section')),
  image: 'image',
  isActive: activeField('Active/Inactive'),
  categoryId: null,
}

export const subcategoryFields: FieldsOf<typeof subcategories.edit> = {
  name: field('Name', text),
  categoryId: field('Category', named('category')),
  image: 'image',
  isActive: activeField('Active/Inactive'),
  subcategoryId: null,
}

export const keywordFields: FieldsOf<typeof keywords.edit> = {
  name: field('Keyward Name', text),
  description: field('Description', text),
  isActive: enabledField('Enable/Disable'),
  keywordId: null,
}

export const pincodeFields: FieldsOf<typeof pincodes.edit> = {
  pincode: field('Pincode', text),
  description: field('Description', text),
  isActive: enabledField('Enable/Disable'),
  pincodeId: null,
}

export const couponFields: FieldsOf<typeof coupons.edit> = {
  name: field('Coupon Name', text),
  amountType: field('Discount Type', amountTypes),
  amount: field('Discount', amountByType),
  days: field('Validity (days)', count),
  expireAt: field('Expires', moment),
  minimum: field('Minimum Amount', rupeesIfAny),
  isPublic: publicField('Public/Private'),
  isActive: activeField('Active/Inactive'),
  couponId: null,
  version: null,
}

export const chargeFields: FieldsOf<typeof charges.edit> = {
  title: field('Title', text),
  amountType: field('Type', amountTypes),
  amount: field('Amount', amountByType),
  minimum: field('Minimum Amount', rupeesIfAny),
  maximum: field('Maximum Amount', rupeesIfAny),
  sac: field('SAC', text),
  ...gstFields,
  isActive: enabledField('Enable/Disable'),
  chargeId: null,
}

/** Whether something is asked for. */
const requiredOrNot: Show = (value) =>
  typeof value === 'boolean' ? (value ? 'Required' : 'Not required') : ''

export const companyFields: FieldsOf<typeof company.edit> = {
  name: field('Company Name', text),
  gstin: field('GST No', text),
  gstRegistration: field(
    'GST Registration',
    oneOf({ regular: 'Regular', composition: 'Composition', unregistered: 'Unregistered' }),
  ),
  email: field('Email', text),
  contact: field('Contact', text),
  website: field('Website', text),
  deliveryTime: field('Delivery Time', text),
  address: field('Address', text),
  pointValue: field('Point Value In Money', rupees),
  pointsPerReferral: field('Point Per Refer', count),
  referralDiscount: field('Discount Per Refer', percent),
  openOrdersPerCustomer: field('Open Orders Per Customer', count),
  piecesPerOrder: field('Pieces Per Order', count),
  unpaidPerCustomer: field('Unpaid Orders Up To', rupees),
  unpaidBeforeDelivery: field('Before The First Delivery Up To', rupees),
  unpaidStockShare: field('Share Of Stock In Unpaid Orders', percent),
  dailyCoinsPerStaff: field('Daily Coins Per Staff', count),
  gettingLateMinutes: field('Getting Late After (minutes)', count),
  lateMinutes: field('Late After (minutes)', count),
  secondPerson: field('Second Person', requiredOrNot),
  payoutApprovalFrom: field('Payouts Need Approval From', rupees),
  coinsWithoutApproval: field('Coins A Day Without Approval', count),
  newNumberCodesPerDay: field('Codes To New Numbers A Day', count),
  saveAnyway: null,
  version: null,
}

export const staffFields: FieldsOf<typeof staff.edit> = {
  name: field('Name', text),
  email: field('Email', text),
  username: field('Username', text),
  roleId: field('Role', named('role')),
  isActive: enabledField('Enable/Disable'),
  staffId: null,
}

export const roleFields: FieldsOf<typeof roles.edit> = {
  name: field('Name', text),
  permissions: field('May', permissionWords),
  requiresSecondFactor: field('Second factor', requiredOrNot),
  roleId: null,
}

export const releaseFields: FieldsOf<typeof releases.edit> = {
  buildNumber: field('Build Number', text),
  versionName: field('Version Name', text),
  description: field('Description', text),
  releaseId: null,
}
