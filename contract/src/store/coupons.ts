import * as z from 'zod/mini'
import { forAnyone, get } from '../wire/route.ts'
import { amountType, id, moment, rupees, renamed } from '../wire/shapes.ts'

/** A public coupon. */
export const PublicCoupon = renamed(
  {
    _id: id,
    coupon: z.string(),
    discount: rupees,
    discountType: amountType,
    minimumAmount: rupees,
    /** The most that a percentage takes off; 0: no bound. */
    maximumDiscount: rupees,
    /** How many orders of one customer may use it; 0: any number. */
    usesPerCustomer: z.int(),
    expireAt: moment,
  },
  { _id: 'id', coupon: 'name', discount: 'amount', discountType: 'amountType', minimumAmount: 'minimum' },
)
export type PublicCoupon = z.input<typeof PublicCoupon>

export const storeCoupons = {
  list: get(forAnyone, '/store/coupons', 'Public coupons that can be used today', {
    data: z.array(PublicCoupon),
  }),
}
