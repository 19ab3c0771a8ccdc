import { ALL_FIELDS_REQUIRED } from '@kirana/domain/texts'
import * as z from 'zod/mini'
import { dayInput } from './wire/day.ts'
import {
  amountIfSent,
  optionalAmount,
  amountInput,
  wholeInput,
  wholeOrZero,
  fitsAmountType,
} from './wire/numbers.ts'
import { del, forStaff, get, post, put } from './wire/route.ts'
import {
  amountType,
  byId,
  edited,
  flag,
  id,
  moment,
  required,
  rupees,
  renamed,
  staleRefusal,
  version,
  versionSeen,
} from './wire/shapes.ts'

/** `discount` (inside: `amount`) is a percentage or rupees on the wire, basis points or paise inside, depending on `discountType`. */
export const Coupon = renamed(
  {
    _id: id,
    coupon: z.string(),
    discount: rupees,
    discountType: amountType,
    days: z.int(),
    minimumAmount: rupees,
    /** The most that a percentage takes off; 0: no bound. */
    maximumDiscount: rupees,
    /** 'YYYY-MM-DD', in Asia/Kolkata; null: the day of its creation. */
    firstDay: z.nullable(z.string()),
    /** How many orders may use it, in total and per customer; 0: any number. */
    totalUses: z.int(),
    usesPerCustomer: z.int(),
    /** How many orders use it; canceled ones do not count. */
    uses: z.int(),
    isPublic: z.boolean(),
    isActive: z.boolean(),
    expireAt: moment,
    version,
  },
  { _id: 'id', coupon: 'name', discount: 'amount', discountType: 'amountType', minimumAmount: 'minimum' },
)
export type Coupon = z.input<typeof Coupon>

const USES = 'Uses must be a whole number from 0 to 1,00,00,000'
const usesIfSent = z.optional(wholeOrZero(10_000_000, USES))

const fields = {
  couponName: required(ALL_FIELDS_REQUIRED, 50),
  discount: amountInput(ALL_FIELDS_REQUIRED),
  days: wholeInput(1, 3650, ALL_FIELDS_REQUIRED, 'Days must be a whole number from 1 to 3,650'),
  discountType: amountType,
  minimumAmount: optionalAmount,
  // Clients with the specified form do not send these fields: their coupons have no limit except one use per customer.
  maximumDiscount: amountIfSent,
  firstDay: z.optional(dayInput('First day is not a date')),
  totalUses: usesIfSent,
  usesPerCustomer: usesIfSent,
}

const boundsPercentage = z.refine<{ amountType: string; maximumDiscount?: number | undefined }>(
  ({ amountType, maximumDiscount = 0 }) => amountType === 'percentage' || maximumDiscount === 0,
  { error: 'Only a percentage has a maximum discount', path: ['maximumDiscount'] },
)
const names = {
  couponName: 'name',
  discount: 'amount',
  discountType: 'amountType',
  minimumAmount: 'minimum',
} as const

/** The labels of the fields in forms, comparisons and the audit log, in the order of the screens. */
export const couponLabels = {
  couponName: 'Coupon Name',
  discountType: 'Discount Type',
  discount: 'Discount',
  days: 'Validity (days)',
  minimumAmount: 'Minimum Amount',
  maximumDiscount: 'Maximum Discount',
  firstDay: 'First Day',
  totalUses: 'Uses In All',
  usesPerCustomer: 'Uses Per Customer',
  isPublic: 'Public/Private',
  isActive: 'Active/Inactive',
} as const

export const coupons = {
  list: get(forStaff('catalogue.read'), '/coupon/admin/get/all', 'All coupons', { data: z.array(Coupon) }),
  add: post(
    forStaff('offers.write'),
    '/coupon/add',
    'Adds a coupon. Its last day is `days` after `firstDay`, or after today; it expires at the end of that day in ' +
      'Asia/Kolkata',
    {
      body: renamed({ ...fields, isPublic: z._default(flag, false) }, names).check(
        fitsAmountType('discount'),
        boundsPercentage,
      ),
      message: 'Coupon added successfully',
    },
  ),
  edit: put(
    forStaff('offers.write'),
    '/coupon/edit',
    'Changes a coupon. With `version`, 409 `stale` if it was changed since that version',
    {
      refusals: staleRefusal(Coupon),
      body: renamed(
        {
          ...fields,
          isPublic: z.optional(flag),
          couponId: id,
          isActive: z.optional(flag),
          version: versionSeen,
        },
        names,
      ).check(fitsAmountType('discount'), boundsPercentage),
      data: edited,
      message: 'Coupon updated successfully',
    },
  ),
  remove: del(forStaff('offers.write'), '/coupon/delete/:id', 'Deletes a coupon', {
    params: byId,
    message: 'Coupon deleted successfully',
  }),
}
