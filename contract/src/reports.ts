import * as z from 'zod/mini'
import { read } from './route.ts'
import { deliveryStatus, moment, rupees } from './shapes.ts'

/**
 * The figures of the orders placed in a span of time. `orders` and `sales` are without canceled orders and online orders
 * that are not paid. Minutes are medians, rounded up to whole ones; null where no order got so far. `promised` are the
 * delivered orders whose delivery time named a time, `within` those of them that were delivered within it.
 */
export const Figures = z.object({
  sales: rupees,
  orders: z.int(),
  averageBill: rupees,
  preparedMinutes: z.nullable(z.int()),
  deliveredMinutes: z.nullable(z.int()),
  promised: z.int(),
  within: z.int(),
  canceled: z.int(),
  cashCollected: rupees,
})
export type Figures = z.input<typeof Figures>

/** What waits for somebody. `coupons` end within 7 days; `products` are on offer without a price or a picture. */
export const Needs = z.object({
  /** Open orders that are later than was promised, by status. */
  late: z.array(z.object({ status: deliveryStatus, orders: z.int() })),
  photoLists: z.int(),
  withdrawals: z.object({ requests: z.int(), amount: rupees }),
  messages: z.int(),
  coupons: z.int(),
  products: z.int(),
})
export type Needs = z.input<typeof Needs>

/** `before` is the same weekday a week before, up to the same time of day; its `hours` are the whole day's. */
export const Today = z.object({
  at: moment,
  /** Business days, 'YYYY-MM-DD'. */
  day: z.string(),
  dayBefore: z.string(),
  today: Figures,
  before: Figures,
  /** Orders placed in each of the 24 hours of the day in Asia/Kolkata. */
  hours: z.object({ today: z.array(z.int()), before: z.array(z.int()) }),
  /** The cash of all open orders, whenever they were placed. */
  cashToCollect: z.object({ orders: z.int(), amount: rupees }),
  needs: Needs,
})
export type Today = z.input<typeof Today>

export const reports = {
  today: read({
    access: ['staff', 'superadmin'],
    can: 'reports',
    method: 'GET',
    path: '/reports/today',
    summary: "Today's figures beside those of the same weekday a week before, and what waits for somebody",
    data: Today,
  }),
}
