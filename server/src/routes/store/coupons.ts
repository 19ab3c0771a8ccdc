import { storeCoupons as calls } from '@kirana/contract/store/coupons'
import { and, asc, gt } from 'drizzle-orm'
import { serve } from '../../http/serve.ts'
import { coupons } from '../../tables/coupons.ts'

const { id, name, amount, amountType, minimum, expireAt } = coupons

export const storeCoupons = serve(calls, {
  list: ({ db, now }) =>
    db
      .select({ id, name, amount, amountType, minimum, expireAt })
      .from(coupons)
      .where(and(coupons.isPublic, coupons.isActive, gt(expireAt, now)))
      .orderBy(asc(id)),
})
