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
    expireAt: moment,
  },
  { _id: 'id', coupon: 'name', discount: 'amount', discountType: 'amountType', minimumAmount: 'minimum' },
)
export type PublicCoupon = z.input<typeof PublicCoupon>

export const storeCoupons = {
  list: get(forAnyone, '/store/coupons', 'Active public coupons', { data: z.array(PublicCoupon) }),
}
