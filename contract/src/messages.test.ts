import { expect, test } from 'vitest'
import { api, type Group } from './index.ts'

/** Success messages by call (specification, section 8; domain rules). */
const messages: Record<string, Record<string, string>> = {
  superadmin: { changePassword: 'Password changed successfully' },
  staff: { changePassword: 'Password changed successfully', add: 'Staff added successfully' },
  products: {
    add: 'Product added successfully',
    edit: 'Product updated successfully',
    setActive: 'Products updated successfully',
    remove: 'Product deleted successfully',
  },
  productImages: {
    add: 'Image added successfully',
    reorder: 'Images reordered successfully',
    remove: 'Image deleted successfully',
  },
  variants: {
    add: 'Variant added successfully',
    edit: 'Variant edited successfully',
    remove: 'Variant deleted successfully',
  },
  videos: {
    add: 'Video added successfully',
    edit: 'Video updated successfully',
    remove: 'Video deleted successfully',
  },
  sections: {
    add: 'Section added successfully',
    edit: 'Section updated successfully',
    remove: 'Section deleted successfully',
  },
  categories: {
    add: 'Catagory added successfully',
    edit: 'Catagory updated successfully',
    remove: 'Catagory deleted successfully',
  },
  subcategories: {
    add: 'Subcatagory added successfully',
    edit: 'Subcatagory updated successfully',
    remove: 'Subcategory deleted successfully',
  },
  keywords: {
    add: 'Keyward added successfully',
    edit: 'Keyward updated successfully',
    remove: 'Keyward deleted successfully',
  },
  pincodes: {
    add: 'Pincode added successfully',
    addMany: 'Pincodes added successfully',
    edit: 'Pincode updated successfully',
    remove: 'Pincode deleted successfully',
  },
  coupons: {
    add: 'Coupon added successfully',
    edit: 'Coupon updated successfully',
    remove: 'Coupon deleted successfully',
  },
  charges: {
    add: 'Charge added successfully',
    edit: 'Charge updated successfully',
    remove: 'Charge deleted successfully',
  },
  company: { edit: 'Data updated successfully' },
  banners: { add: 'Banner added successfully', remove: 'Banner deleted successfully' },
  orders: { changeStatus: 'Status has been changed' },
  manualOrders: { changeStatus: 'Status has been changed' },
  wallet: { addCoins: 'Coin added successfully' },
  withdrawals: { approve: 'Transanction added successfully' },
  notifications: {
    sendToUser: 'Notification send successfully',
    sendToAll: 'Notification send successfully',
  },
  releases: {
    add: 'Release added successfully',
    edit: 'Release updated successfully',
    remove: 'Release deleted successfully',
  },
}

test.each(Object.entries(messages))("%s has the specification's success messages", (group, expected) => {
  const routes: Group = api[group as keyof typeof api]
  const actual = Object.fromEntries(Object.keys(expected).map((verb) => [verb, routes[verb]?.message]))
  expect(actual).toEqual(expected)
})

test("the message for too many documents is the specification's", () => {
  expect(api.withdrawals.approve.files).toMatchObject({ kind: 'document', tooMany: 'Upload 5 files maximum' })
})
