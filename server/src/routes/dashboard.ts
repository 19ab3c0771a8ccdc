import { dashboard as calls } from '@kirana/contract/dashboard'
import type { Returned } from '@kirana/contract/wire/route'
import { dayInKolkata } from '@kirana/domain/calendar'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { answered, rowsOf } from '../db/rows.ts'
import { requireRow } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { sendsCodes, takesOnlinePayments } from '../config/providers.ts'
import { orderCount } from '../services/orders/selections.ts'
import { isSettingUp } from '../services/shared/setup.ts'

const countsRow = z.strictObject({ counts: answered<Returned<typeof calls.get>>() })

export const dashboard = serve(calls, {
  get: async ({ db, now, context: { config } }) => {
    const isConfigured = sendsCodes(config) && takesOnlinePayments(config)
    const rows = await rowsOf(db, countsRow).execute(sql`
      SELECT json_build_object(
        'todayOrder', ${orderCount(`day:${dayInKolkata(now)}`)},
        'totalCategory', (SELECT count(*) FROM categories),
        'totalManualOrder', (SELECT count(*) FROM manual_orders),
        'totalProduct', (SELECT count(*) FROM products WHERE archived_at IS NULL),
        'totalReferredOrders', ${orderCount('referred')},
        'totalCoupons', (SELECT count(*) FROM coupons),
        'isClosed', EXISTS (SELECT FROM opening
          WHERE is_closed AND (closed_until IS NULL OR closed_until > ${now.toISOString()}::timestamptz)),
        'isSettingUp', ${config.sampleData ? sql`false` : isSettingUp('staff', isConfigured)}) AS counts`)
    return requireRow(rows, 'Dashboard').counts
  },
})
