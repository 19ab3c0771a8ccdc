import { dashboard as calls, type DashboardCounts } from '@kirana/contract/dashboard'
import { dayInKolkata } from '@kirana/domain/calendar'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { answered, rowsOf } from '../db/rows.ts'
import { requireRow } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { orderCount } from '../services/orders/rows.ts'

const countsRow = z.strictObject({ counts: answered<DashboardCounts>() })

export const dashboard = serve(calls, {
  get: async ({ db, now }) => {
    const rows = await rowsOf(db, countsRow).execute(sql`
      SELECT json_build_object(
        'todayOrder', ${orderCount(`day:${dayInKolkata(now)}`)},
        'totalCategory', (SELECT count(*) FROM categories),
        'totalManualOrder', (SELECT count(*) FROM manual_orders),
        'totalProduct', (SELECT count(*) FROM products WHERE archived_at IS NULL),
        'totalReferredOrders', ${orderCount('referred')},
        'totalCoupons', (SELECT count(*) FROM coupons)) AS counts`)
    return requireRow(rows, 'Dashboard').counts
  },
})
