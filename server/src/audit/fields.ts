import { weekdays } from '@kirana/domain/weekday'
import type { Field, Fields, FieldsOf } from './changes.ts'
import * as to from './values.ts'

/** The fields of each entity, in the words and the order of the screens. */

const enabled: Field = ['Enable/Disable', to.flag('Enabled', 'Disabled'), ['enabled', 'disabled']]
const active: Field = ['Active/Inactive', to.flag('Active', 'Inactive'), ['activated', 'deactivated']]
const audience: Field = ['Public/Private', to.flag('Public', 'Private'), ['made public', 'made private']]
const requiredOrNot = to.flag('Required', 'Not required')
const amountTypes = to.oneOf({ percentage: 'Percentage', rupees: 'Rupees' })
const gstRegistrations = to.oneOf({
  regular: 'Regular',
  composition: 'Composition',
  unregistered: 'Unregistered',
})
const gstFields = { gstRate: ['GST Rate', to.percent], firstDay: ['GST Rate From', to.day] } satisfies Fields

export const productFields: FieldsOf<'products.edit', 'productId' | 'gstFrom'> = {
  title: ['Title', to.text],
  subtitle: ['Subtitle', to.text],
  description: ['Description', to.text],
  sectionId: ['Section', to.named('section')],
  categoryId: ['Category', to.named('category')],
  subcategoryId: ['Subcategory', to.named('subcategory')],
  keywordIds: ['Keywards', to.allNamed('keyword')],
  manufacturer: ['Manufacturer', to.text],
  manufacturedOn: ['Manufacture Date', to.day],
  expiry: ['Expiry Date', to.text],
  origin: ['Country of Origin', to.text],
  loyaltyCoins: ['Loyalty Point', to.count],
  hsn: ['HSN Code', to.text],
  ...gstFields,
  isActive: enabled,
}

export const taxFields = { hsn: productFields.hsn, ...gstFields } satisfies Fields

export const variantFields: FieldsOf<'variants.edit', 'unit' | 'productId' | 'variantId'> = {
  quantity: ['Quantity', to.packSize],
  mrp: ['MRP', to.rupeesIfAny],
  sellingPrice: ['Selling Price', to.rupeesIfAny],
  specialPrice: ['Special Price', to.rupeesIfAny],
  discount: ['Discount', to.percentIfAny],
}

export const videoFields: FieldsOf<'videos.edit', 'productId' | 'videoId'> = {
  fullName: ['Title', to.text],
  code: ['URL', to.text],
  about: ['About', to.text],
}

export const sectionFields = { name: ['Name', to.text] } satisfies Fields

export const categoryFields: FieldsOf<'categories.edit', 'categoryId'> = {
  name: ['Name', to.text],
  sectionId: ['Section', to.named('section')],
  image: 'image',
  isActive: active,
}

export const subcategoryFields: FieldsOf<'subcategories.edit', 'subcategoryId'> = {
  name: ['Name', to.text],
  categoryId: ['Category', to.named('category')],
  image: 'image',
  isActive: active,
}

export const keywordFields: FieldsOf<'keywords.edit', 'keywordId'> = {
  name: ['Keyward Name', to.text],
  description: ['Description', to.text],
  isActive: enabled,
}

export const pincodeFields: FieldsOf<'pincodes.edit', 'pincodeId'> = {
  pincode: ['Pincode', to.text],
  description: ['Description', to.text],
  isActive: enabled,
}

export const couponFields: FieldsOf<'coupons.edit', 'couponId'> = {
  name: ['Coupon Name', to.text],
  amountType: ['Discount Type', amountTypes],
  amount: ['Discount', to.amountByType],
  days: ['Validity (days)', to.count],
  expireAt: ['Expires', to.moment],
  minimum: ['Minimum Amount', to.rupeesIfAny],
  isPublic: audience,
  isActive: active,
}

export const chargeFields: FieldsOf<'charges.edit', 'chargeId' | 'gstFrom'> = {
  title: ['Title', to.text],
  amountType: ['Type', amountTypes],
  amount: ['Amount', to.amountByType],
  minimum: ['Minimum Amount', to.rupeesIfAny],
  maximum: ['Maximum Amount', to.rupeesIfAny],
  sac: ['SAC', to.text],
  ...gstFields,
  isActive: enabled,
}

export const companyFields: FieldsOf<'company.edit', 'saveAnyway'> = {
  name: ['Company Name', to.text],
  gstin: ['GST No', to.text],
  fssai: ['FSSAI Licence No', to.text],
  gstRegistration: ['GST Registration', gstRegistrations],
  email: ['Email', to.text],
  contact: ['Contact', to.text],
  website: ['Website', to.text],
  deliveryTime: ['Delivery Time', to.text],
  address: ['Address', to.text],
  pointValue: ['Point Value In Money', to.rupees],
  pointsPerReferral: ['Point Per Refer', to.count],
  referralDiscount: ['Discount Per Refer', to.percent],
  openOrdersPerCustomer: ['Open Orders Per Customer', to.count],
  piecesPerOrder: ['Pieces Per Order', to.count],
  unpaidPerCustomer: ['Unpaid Orders Up To', to.rupees],
  unpaidBeforeDelivery: ['Before The First Delivery Up To', to.rupees],
  unpaidStockShare: ['Share Of Stock In Unpaid Orders', to.percent],
  dailyCoinsPerStaff: ['Daily Coins Per Staff', to.count],
  gettingLateMinutes: ['Getting Late After (minutes)', to.count],
  lateMinutes: ['Late After (minutes)', to.count],
  secondPerson: ['Second Person', requiredOrNot],
  payoutApprovalFrom: ['Payouts Need Approval From', to.rupees],
  coinsWithoutApproval: ['Coins A Day Without Approval', to.count],
  newNumberCodesPerDay: ['Codes To New Numbers A Day', to.count],
}

export const staffFields: FieldsOf<'staff.edit', 'staffId'> = {
  name: ['Name', to.text],
  email: ['Email', to.text],
  username: ['Username', to.text],
  roleId: ['Role', to.named('role')],
  isActive: enabled,
}

export const roleFields: FieldsOf<'roles.edit', 'roleId'> = {
  name: ['Name', to.text],
  permissions: ['May', to.permissionWords],
  requiresSecondFactor: ['Second factor', requiredOrNot],
}

export const releaseFields: FieldsOf<'releases.edit', 'releaseId'> = {
  buildNumber: ['Build Number', to.text],
  versionName: ['Version Name', to.text],
  description: ['Description', to.text],
}

export const openingFields: Fields = {
  ...Object.fromEntries(weekdays.map((name): [string, Field] => [name, [name, to.text]])),
  closedDays: ['Closed days', to.text],
}
