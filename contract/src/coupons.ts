import * as z from 'zod/mini'
import { amountOrNone, amountSent, wholeSent, withinItsType } from './numbers.ts'
import { read, write } from './route.ts'
import { amountType, byId, flag, id, moment, required, rupees, spelled } from './shapes.ts'

/** `discount` (inside `amount`) is a percentage or rupees, as its type says: basis points or paise inside. */
export const Coupon = spelled(
  {
    _id: id,
    coupon: z.string(),
    discount: rupees,
    discountType: amountType,
    days: z.int(),
    minimumAmount: rupees,
    isPublic: z.boolean(),
    isActive: z.boolean(),
    expireAt: moment,
  },
  { _id: 'id', coupon: 'name', discount: 'amount', discountType: 'amountType', minimumAmount: 'minimum' },
)
export type Coupon = z.input<typeof Coupon>

const FIELDS = 'All fields is required'
const fields = {
  couponName: required(FIELDS, 50),
  discount: amountSent(FIELDS),
  days: wholeSent(1, 3650, FIELDS, 'Days must be a whole number from 1 to 3,650'),
  discountType: amountType,
  minimumAmount: amountOrNone,
}
const names = {
  couponName: 'name',
  discount: 'amount',
  discountType: 'amountType',
  minimumAmount: 'minimum',
} as const

export const coupons = {
  list: read({
    access: 'staff',
    method: 'GET',
    path: '/coupon/admin/get/all',
    summary: 'All coupons',
    data: z.array(Coupon),
  }),
  add: write({
    access: 'staff',
    method: 'POST',
    path: '/coupon/add',
    summary: 'Adds a coupon, which is valid for so many days',
    body: spelled({ ...fields, isPublic: z._default(flag, false) }, names).check(withinItsType('discount')),
    message: 'Coupon added successfully',
  }),
  edit: write({
    access: 'staff',
    method: 'PUT',
    path: '/coupon/edit',
    summary: 'Changes a coupon',
    body: spelled(
      { ...fields, isPublic: z.optional(flag), couponId: id, isActive: z.optional(flag) },
      names,
    ).check(withinItsType('discount')),
    message: 'Coupon updated successfully',
  }),
  remove: write({
    access: 'staff',
    method: 'DELETE',
    path: '/coupon/delete/:id',
    summary: 'Deletes a coupon',
    params: byId,
    message: 'Coupon deleted successfully',
  }),
}
