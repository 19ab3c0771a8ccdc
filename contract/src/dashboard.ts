import * as z from 'zod/mini'
import { forStaff, get } from './wire/route.ts'

/** `todayOrder` counts all orders placed today (Asia/Kolkata). */
export const DashboardCounts = z.object({
  todayOrder: z.int(),
  totalCategory: z.int(),
  totalManualOrder: z.int(),
  totalProduct: z.int(),
  totalReferredOrders: z.int(),
  totalCoupons: z.int(),
})
export type DashboardCounts = z.input<typeof DashboardCounts>

export const dashboard = {
  get: get(
    forStaff('orders.read'),
    '/dashboard/get/data/all',
    "The dashboard's six counts, whether the checklist of a new store is to be shown, and whether the store is closed by hand",
    { data: z.object({ ...DashboardCounts.shape, isSettingUp: z.boolean(), isClosed: z.boolean() }) },
  ),
}
