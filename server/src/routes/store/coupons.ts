import { storeCoupons as calls } from '@kirana/contract/store/coupons'
import { dayInKolkata } from '@kirana/domain/calendar'
import { and, asc, eq, gt, isNull, lt, lte, or } from 'drizzle-orm'
import { serve } from '../../http/serve.ts'
import { coupons } from '../../tables/coupons.ts'

const { id, name, amount, amountType, minimum, maximumDiscount, usesPerCustomer, expireAt } = coupons
const { firstDay, totalUses, uses } = coupons

export const storeCoupons = serve(calls, {
  list: ({ db, now }) =>
    db
      .select({ id, name, amount, amountType, minimum, maximumDiscount, usesPerCustomer, expireAt })
      .from(coupons)
      .where(
        and(
          coupons.isPublic,
          coupons.isActive,
          gt(expireAt, now),
          or(isNull(firstDay), lte(firstDay, dayInKolkata(now))),
          or(eq(totalUses, 0), lt(uses, totalUses)),
        ),
      )
      .orderBy(asc(id)),
})
