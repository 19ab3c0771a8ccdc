import { categoryLabels } from '@kirana/contract/categories'
import { chargeLabels } from '@kirana/contract/charges'
import { companyLabels, gstPeriodNames } from '@kirana/contract/company'
import { couponLabels } from '@kirana/contract/coupons'
import { keywordLabels } from '@kirana/contract/keywords'
import { pincodeLabels } from '@kirana/contract/pincodes'
import { productLabels } from '@kirana/contract/products'
import { releaseLabels } from '@kirana/contract/releases'
import { roleLabels } from '@kirana/contract/roles'
import { sectionLabels } from '@kirana/contract/sections'
import { staffLabels } from '@kirana/contract/staff'
import { subcategoryLabels } from '@kirana/contract/subcategories'
import { zeroKindNames } from '@kirana/contract/wire/tax'
import { variantLabels } from '@kirana/contract/variants'
import { videoLabels } from '@kirana/contract/videos'
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
const gstFields = {
  gstRate: [productLabels.gstRate, to.percent],
  firstDay: [productLabels.gstFrom, to.day],
} satisfies Fields

export const productFields: FieldsOf<'products.edit', 'productId' | 'gstFrom'> = {
  title: [productLabels.title, to.text],
  subtitle: [productLabels.subTitle, to.text],
  description: [productLabels.description, to.text],
  sectionId: [productLabels.section, to.named('section')],
  categoryId: [productLabels.catagory, to.named('category')],
  subcategoryId: [productLabels.subcategory, to.named('subcategory')],
  keywordIds: [productLabels.keyward, to.allNamed('keyword')],
  manufacturer: [productLabels.mktBy, to.text],
  manufacturedOn: [productLabels.mktDate, to.day],
  expiry: [productLabels.expDate, to.text],
  origin: [productLabels.origin, to.text],
  loyaltyCoins: [productLabels.loyaltyPoint, to.count],
  hsn: [productLabels.hsn, to.text],
  ...gstFields,
  zeroKind: [productLabels.zeroKind, to.oneOf(zeroKindNames)],
  isActive: enabled,
}

export const taxFields = { hsn: productFields.hsn, ...gstFields } satisfies Fields

export const variantFields: FieldsOf<'variants.edit', 'unit' | 'productId' | 'variantId'> = {
  quantity: [variantLabels.value, to.packSize],
  mrp: [variantLabels.mrp, to.rupeesIfAny],
  sellingPrice: [variantLabels.sellingPrice, to.rupeesIfAny],
  specialPrice: [variantLabels.specialPrice, to.rupeesIfAny],
  discount: [variantLabels.discount, to.percentIfAny],
}

export const videoFields: FieldsOf<'videos.edit', 'productId' | 'videoId'> = {
  fullName: [videoLabels.fullName, to.text],
  code: [videoLabels.url, to.text],
  about: [videoLabels.about, to.text],
}

export const sectionFields = { name: [sectionLabels.name, to.text] } satisfies Fields

export const categoryFields: FieldsOf<'categories.edit', 'categoryId'> = {
  name: [categoryLabels.name, to.text],
  sectionId: [categoryLabels.sectionId, to.named('section')],
  image: 'image',
  isActive: active,
}

export const subcategoryFields: FieldsOf<'subcategories.edit', 'subcategoryId'> = {
  name: [subcategoryLabels.name, to.text],
  categoryId: ['Category', to.named('category')],
  image: 'image',
  isActive: active,
}

export const keywordFields: FieldsOf<'keywords.edit', 'keywordId'> = {
  name: [keywordLabels.name, to.text],
  description: [keywordLabels.desc, to.text],
  isActive: enabled,
}

export const pincodeFields: FieldsOf<'pincodes.edit', 'pincodeId'> = {
  pincode: [pincodeLabels.pincode, to.text],
  description: [pincodeLabels.desc, to.text],
  isActive: enabled,
}

export const couponFields: FieldsOf<'coupons.edit', 'couponId'> = {
  name: [couponLabels.couponName, to.text],
  amountType: [couponLabels.discountType, amountTypes],
  amount: [couponLabels.discount, to.amountByType],
  days: [couponLabels.days, to.count],
  expireAt: ['Expires', to.moment],
  minimum: [couponLabels.minimumAmount, to.rupeesIfAny],
  maximumDiscount: [couponLabels.maximumDiscount, to.rupeesIfAny],
  firstDay: [couponLabels.firstDay, to.day],
  totalUses: [couponLabels.totalUses, to.count],
  usesPerCustomer: [couponLabels.usesPerCustomer, to.count],
  isPublic: audience,
  isActive: active,
}

export const chargeFields: FieldsOf<'charges.edit', 'chargeId' | 'gstFrom'> = {
  title: [chargeLabels.title, to.text],
  amountType: [chargeLabels.chargeType, amountTypes],
  amount: [chargeLabels.chargeAmount, to.amountByType],
  minimum: [chargeLabels.minimumAmount, to.rupeesIfAny],
  maximum: [chargeLabels.maximumAmount, to.rupeesIfAny],
  sac: [chargeLabels.sac, to.text],
  ...gstFields,
  isActive: enabled,
}

export const companyFields: FieldsOf<'company.edit', 'saveAnyway'> = {
  name: [companyLabels.companyName, to.text],
  gstin: [companyLabels.gstNo, to.text],
  fssai: [companyLabels.fssai, to.text],
  gstRegistration: [companyLabels.gstRegistration, gstRegistrations],
  gstPeriod: [companyLabels.gstPeriod, to.oneOf(gstPeriodNames)],
  email: [companyLabels.email, to.text],
  contact: [companyLabels.contact, to.text],
  website: [companyLabels.website, to.text],
  deliveryTime: [companyLabels.deliveryTime, to.text],
  address: [companyLabels.address, to.text],
  pointValue: [companyLabels.pointValueInMoney, to.rupees],
  pointsPerReferral: [companyLabels.pointPerRefer, to.count],
  referralDiscount: [companyLabels.discountPerRefer, to.percent],
  openOrdersPerCustomer: [companyLabels.openOrdersPerCustomer, to.count],
  piecesPerOrder: [companyLabels.piecesPerOrder, to.count],
  unpaidPerCustomer: [companyLabels.unpaidPerCustomer, to.rupees],
  unpaidBeforeDelivery: [companyLabels.unpaidBeforeDelivery, to.rupees],
  unpaidStockShare: [companyLabels.unpaidStockShare, to.percent],
  claimsShare: [companyLabels.claimsShare, to.percent],
  dailyCoinsPerStaff: [companyLabels.dailyCoinsPerStaff, to.count],
  gettingLateMinutes: [companyLabels.gettingLateMinutes, to.count],
  lateMinutes: [companyLabels.lateMinutes, to.count],
  secondPerson: [companyLabels.secondPerson, requiredOrNot],
  payoutApprovalFrom: [companyLabels.payoutApprovalFrom, to.rupees],
  coinsWithoutApproval: [companyLabels.coinsWithoutApproval, to.count],
  newNumberCodesPerDay: [companyLabels.newNumberCodesPerDay, to.count],
  codesPerDayAlarm: [companyLabels.codesPerDayAlarm, to.count],
  roundOff: [companyLabels.roundOff, to.flag('Nearest rupee', 'Exact')],
  doorCodeRequired: [companyLabels.doorCodeRequired, requiredOrNot],
  upiId: [companyLabels.upiId, to.text],
  upiPerRider: [companyLabels.upiPerRider, to.rupees],
  roundCash: [companyLabels.roundCash, to.flag('Rounded', 'To the paisa')],
}

export const staffFields: FieldsOf<'staff.edit', 'staffId'> = {
  name: [staffLabels.name, to.text],
  email: [staffLabels.email, to.text],
  username: [staffLabels.username, to.text],
  roleId: [staffLabels.roleId, to.named('role')],
  isActive: enabled,
}

export const roleFields: FieldsOf<'roles.edit', 'roleId'> = {
  name: [roleLabels.name, to.text],
  permissions: [roleLabels.permissions, to.permissionWords],
  requiresSecondFactor: [roleLabels.requiresSecondFactor, requiredOrNot],
}

export const releaseFields: FieldsOf<'releases.edit', 'releaseId'> = {
  buildNumber: [releaseLabels.buildNumber, to.text],
  versionName: [releaseLabels.versionName, to.text],
  description: [releaseLabels.description, to.text],
}

export const openingFields: Fields = {
  ...Object.fromEntries(weekdays.map((name): [string, Field] => [name, [name, to.text]])),
  closedDays: ['Closed days', to.text],
}
