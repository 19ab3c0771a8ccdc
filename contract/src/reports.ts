import { readDay } from '@kirana/domain/day'
import { claimReasons } from '@kirana/domain/claims'
import { moneyMethods } from '@kirana/domain/money-method'
import { daysBetween, MAX_REPORT_DAYS, reportParts } from '@kirana/domain/figures'
import * as z from 'zod/mini'
import { boundedText, MAX_NUMBER } from './wire/bounded.ts'
import { download, get, forStaffAnd } from './wire/route.ts'
import { deliveryStatus, id, moment, renamed, rupees, signedRupees } from './wire/shapes.ts'

/**
 * The figures of the orders placed in a span of time. `orders` and `sales` are without canceled orders and online
 * orders that are not paid; `sales` are their bills less what was refunded of them. Minutes are medians, rounded up to
 * whole ones; null if no order got so far. `promised` counts the delivered orders that were promised a time, `within`
 * those that were delivered within it.
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

/**
 * The open tasks of staff. `coupons` end within 7 days; `products` are on offer without a price or a picture;
 * `lowStock` variants are low or out of stock.
 */
export const Needs = z.object({
  /** Open orders that are late by the store's settings, as on the board, by status. */
  late: z.array(z.object({ status: deliveryStatus, orders: z.int() })),
  photoLists: z.int(),
  withdrawals: z.object({ requests: z.int(), amount: rupees }),
  /** Open claims, and those of them that have at most one business day left. */
  claims: z.object({ open: z.int(), urgent: z.int() }),
  /** Refunds that the provider refused, and the amount still to be refunded. */
  failedRefunds: z.object({ refunds: z.int(), amount: rupees }),
  messages: z.int(),
  coupons: z.int(),
  products: z.int(),
  lowStock: z.int(),
  /**
   * Products on sale without an HSN code or without a GST rate in force today, and enabled charges without one. 0 for a
   * store that is not registered for GST.
   */
  missingTax: z.object({ products: z.int(), charges: z.int() }),
  /** Whether a product is on sale while the company has no FSSAI licence number. */
  missingFssai: z.boolean(),
  /** Sign-in codes sent today to new numbers, and the store's limit; null below 80 % of the limit. */
  newNumberCodes: z.nullable(z.object({ sent: z.int(), limit: z.int() })),
  /** All sign-in codes sent today, and the alarm threshold; null below 80 % of it. */
  allCodes: z.nullable(z.object({ sent: z.int(), limit: z.int() })),
})
export type Needs = z.input<typeof Needs>

const names = { _id: 'id' } as const
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
  /** The 3 products with the most pieces on today's bills. */
  top: z.array(renamed({ _id: id, title: z.string(), quantity: z.int() }, names)),
  /** The cash of all open orders, whenever they were placed. */
  cashToCollect: z.object({ orders: z.int(), amount: rupees }),
  needs: Needs,
})
export type Today = z.input<typeof Today>

/**
 * The sums of the orders placed in a range of days, without canceled and unpaid ones unless noted otherwise. `subtotal`
 * is before discounts and charges; `placed` is the sum of the bills, `refunded` what was refunded of them beyond missing
 * items, and `sales` is `placed` less `refunded`; `newCustomers` had their first sale, which is `newSales`. Three sums do not
 * depend on when the orders were placed: `deliveries` counts deliveries on these days, `deliveredBills` is the sum of their
 * bills, and `net` is invoices less credit notes dated on these days.
 */
const sums = {
  orders: z.int(),
  placed: rupees,
  sales: rupees,
  refunded: rupees,
  subtotal: rupees,
  discount: rupees,
  referralDiscount: rupees,
  charges: rupees,
  /** What rounding the bills to whole rupees added. */
  roundOff: signedRupees,
  delivered: z.int(),
  deliveredSales: rupees,
  canceled: z.int(),
  canceledTotal: rupees,
  newCustomers: z.int(),
  newSales: rupees,
  deliveries: z.int(),
  deliveredBills: rupees,
  net: signedRupees,
}

/** A report. It leaves out its `pendingDays`, whose sums are not ready, and days on which nothing happened. */
export const Report = z.object({
  pendingDays: z.int(),
  total: z.object({
    ...sums,
    averageBill: rupees,
    preparedMinutes: z.nullable(z.int()),
    deliveredMinutes: z.nullable(z.int()),
    promised: z.int(),
    within: z.int(),
  }),
  days: z.array(z.object({ day: z.string(), ...sums })),
  /** Orders in each of the 24 hours of the day; empty without orders. */
  hours: z.array(z.int()),
  /** `sales` are the lines of a product before discounts and charges. */
  products: z.array(
    renamed({ _id: id, title: z.string(), orders: z.int(), quantity: z.int(), sales: rupees }, names),
  ),
  /** Products on offer during the whole range that were not sold; `lastSold` is a day. */
  dead: z.array(renamed({ _id: id, title: z.string(), lastSold: z.nullable(z.string()) }, names)),
  coupons: z.array(z.object({ coupon: z.string(), orders: z.int(), discount: rupees, sales: rupees })),
  packers: z.array(z.object({ name: z.string(), orders: z.int(), minutes: z.nullable(z.int()) })),
})
export type Report = z.input<typeof Report>

/**
 * The money that moved on a business day by one method: collected for orders, refunded of orders, the provider's fees,
 * and all other movements. `collected` is negative if corrections exceed what was collected. `areFeesKnown` is false if
 * the provider has not named all fees; the missing ones count as 0. Days and methods without money are left out.
 */
export const DayBookRow = z.object({
  day: z.string(),
  method: z.enum(moneyMethods),
  collected: signedRupees,
  refunded: rupees,
  fees: rupees,
  net: signedRupees,
  areFeesKnown: z.boolean(),
})
export type DayBookRow = z.input<typeof DayBookRow>

/**
 * A rider's drops that ended in a range of days: delivered ones, the median of their minutes from Dispatched to
 * Delivered, and failed ones; and the sums by which counts of the cash were above and below the expected amounts.
 */
export const RiderReport = z.object({
  name: z.string(),
  drops: z.int(),
  minutes: z.nullable(z.int()),
  failed: z.int(),
  difference: signedRupees,
})
export type RiderReport = z.input<typeof RiderReport>

/** The claims of one reason, product, packer or rider: their pieces, the decisions about these, and the cost so far. */
const claimed = {
  claims: z.int(),
  pieces: z.int(),
  refundedPieces: z.int(),
  replacedPieces: z.int(),
  refusedPieces: z.int(),
  refunded: rupees,
}

/**
 * The claims that were opened in a range of days. The charges and the rounding that a refund gave back count for its dearest product, so products add up to the total.
 * `packers` set the order to Prepared, `riders` delivered it; orders of which none is known are left out.
 */
export const ClaimReport = z.object({
  total: z.object(claimed),
  reasons: z.array(z.object({ reason: z.enum(claimReasons), ...claimed })),
  products: z.array(renamed({ _id: id, title: z.string(), ...claimed }, names)),
  packers: z.array(z.object({ name: z.string(), ...claimed })),
  riders: z.array(z.object({ name: z.string(), ...claimed })),
})
export type ClaimReport = z.input<typeof ClaimReport>

/**
 * `value` is pieces on hand times the cost of the last receipt with one; `withoutCost` counts pieces without a cost,
 * which have no value.
 */
export const StockValue = z.object({
  total: rupees,
  categories: z.array(z.object({ name: z.string(), pieces: z.int(), value: rupees })),
  withoutCost: z.int(),
})

/** `withoutCost` are pieces of unknown cost: `salesWithoutCost` is their sales, and `margin` leaves them out. */
const margins = {
  pieces: z.int(),
  sales: signedRupees,
  salesWithoutCost: signedRupees,
  cost: signedRupees,
  margin: signedRupees,
  withoutCost: z.int(),
}

/**
 * Goods by category. `sales` are the amounts without tax of invoices less credit notes dated in the range, `cost` is
 * the cost of their lots: first expired first out, lots without a day last, then by receipt. Both are negative if more
 * was returned than sold. A cost is unknown if the lot has none or the stock is not tracked. `charges` are those of the
 * same documents.
 */
export const MarginReport = z.object({
  total: z.object(margins),
  charges: signedRupees,
  categories: z.array(z.object({ name: z.string(), ...margins })),
})

const DATE = 'Date is not valid'
const isDay = (text: string) => text !== '' && readDay(text) === text
const day = boundedText(MAX_NUMBER, DATE).check(z.refine(isDay, DATE))

/** Days in Asia/Kolkata, both inclusive. */
const range = z.object({ from: day, to: day }).check(
  z.refine<{ from: string; to: string }>(({ from, to }) => daysBetween(from, to) >= 1, {
    error: 'The first day must not be after the last day',
    path: ['to'],
  }),
  z.refine<{ from: string; to: string }>(({ from, to }) => daysBetween(from, to) <= MAX_REPORT_DAYS, {
    error: `A report is of ${MAX_REPORT_DAYS} days at most`,
    path: ['to'],
  }),
)

const forReports = forStaffAnd('superadmin', 'reports')
const ofRange = { query: range, replica: true } as const

export const reports = {
  today: get(
    forReports,
    '/reports/today',
    "Today's figures compared with those of the same weekday a week before, and what waits for staff",
    { data: Today, replica: true },
  ),
  get: get(
    forReports,
    '/reports/get',
    'The report of a range of up to 366 days, with the 20 best products and 20 that were not sold',
    { ...ofRange, data: Report },
  ),
  dayBook: get(
    forReports,
    '/reports/day-book',
    'The money received and paid on each of up to 366 days, by cash, UPI, card, netbanking, wallet or other, on the ' +
      'day it moved',
    { ...ofRange, data: z.array(DayBookRow) },
  ),
  exportDayBook: download(forReports, '/reports/day-book/csv', 'The day book as a CSV file', ofRange),
  riders: get(
    forReports,
    '/reports/riders',
    'Drops, minutes and cash differences of each rider in up to 366 days, those with most drops first',
    { ...ofRange, data: z.array(RiderReport) },
  ),
  exportRiders: download(forReports, '/reports/riders/csv', 'The report of riders as a CSV file', ofRange),
  claims: get(
    forReports,
    '/reports/claims',
    'Claims opened in a range of up to 366 days, by reason, product, packer and rider, with what they cost so far',
    { ...ofRange, data: ClaimReport },
  ),
  exportClaims: download(forReports, '/reports/claims/csv', 'The report of claims as a CSV file', ofRange),
  stockValue: get(
    forReports,
    '/reports/stock-value',
    'What the stock on hand is worth by category, at the last cost',
    { data: StockValue, replica: true },
  ),
  exportStockValue: download(forReports, '/reports/stock-value/csv', 'The value of the stock as a CSV file', {
    replica: true,
  }),
  margin: get(
    forReports,
    '/reports/margin',
    'Sales of goods without tax, their cost and the margin by category, in a range of up to 366 days',
    { ...ofRange, data: MarginReport },
  ),
  exportMargin: download(forReports, '/reports/margin/csv', 'The report of margins as a CSV file', ofRange),
  export: download(
    forReports,
    '/reports/export/:part',
    'A table of the report as a CSV file, up to 10,000 rows',
    {
      params: z.object({ part: z.enum(reportParts, { error: 'This part of the report is unknown' }) }),
      ...ofRange,
    },
  ),
}
