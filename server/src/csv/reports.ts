import { type ReportPart, sumDefinitions } from '@kirana/domain/figures'
import { toRupees } from '@kirana/domain/money'
import { moneyMethodNames } from '@kirana/domain/money-method'
import type { ClaimReport } from '../services/reports/claims.ts'
import type { DayBook } from '../services/reports/day-book.ts'
import type { MarginReport, StockValue } from '../services/reports/margin.ts'
import type { RiderReport } from '../services/reports/riders.ts'
import type { Report } from '../services/reports/range.ts'
import { type Columns, csvOf, rowOf } from './write.ts'

type Row<Part extends 'days' | 'products' | 'dead' | 'coupons' | 'packers'> = Report[Part][number]

const days: Columns<Row<'days'>> = {
  Day: ({ day }) => day,
  Orders: ({ orders }) => orders,
  Placed: ({ placed }) => toRupees(placed),
  Sales: ({ sales }) => toRupees(sales),
  'Before discounts': ({ subtotal }) => toRupees(subtotal),
  'Coupon discounts': ({ discount }) => toRupees(discount),
  'Referral discounts': ({ referralDiscount }) => toRupees(referralDiscount),
  Charges: ({ charges }) => toRupees(charges),
  'Round off': ({ roundOff }) => toRupees(roundOff),
  Refunded: ({ refunded }) => toRupees(refunded),
  'Delivered of these': ({ delivered }) => delivered,
  'Sales of these delivered': ({ deliveredSales }) => toRupees(deliveredSales),
  Canceled: ({ canceled }) => canceled,
  'Canceled bills': ({ canceledTotal }) => toRupees(canceledTotal),
  Deliveries: ({ deliveries }) => deliveries,
  'Delivered bills': ({ deliveredBills }) => toRupees(deliveredBills),
  Net: ({ net }) => toRupees(net),
}
const { placed, sales, delivered, net } = sumDefinitions
const daysCount = `Placed: ${placed}. Sales: ${sales}. Delivered bills: ${delivered}. Net: ${net}.`
const customersCount = `Sales: ${sales}. Placed: ${placed}.`

const customers: Columns<Row<'days'>> = {
  Day: ({ day }) => day,
  'New customers': ({ newCustomers }) => newCustomers,
  'Sales to new customers': ({ newSales }) => toRupees(newSales),
  'Orders of returning customers': ({ orders, newCustomers }) => orders - newCustomers,
  'Sales to returning customers': ({ sales, newSales }) => toRupees(sales - newSales),
}
const products: Columns<Row<'products'>> = {
  Product: ({ title }) => title,
  Orders: ({ orders }) => orders,
  Pieces: ({ quantity }) => quantity,
  'Sales before discounts': ({ sales }) => toRupees(sales),
  'Product id': ({ id }) => id,
}
const dead: Columns<Row<'dead'>> = {
  Product: ({ title }) => title,
  'Last sold': ({ lastSold }) => lastSold ?? 'Never',
  'Product id': ({ id }) => id,
}
const coupons: Columns<Row<'coupons'>> = {
  Coupon: ({ coupon }) => coupon,
  Orders: ({ orders }) => orders,
  Discount: ({ discount }) => toRupees(discount),
  Sales: ({ sales }) => toRupees(sales),
}
const packers: Columns<Row<'packers'>> = {
  Packer: ({ name }) => name,
  Orders: ({ orders }) => orders,
  'Median minutes until Prepeared': ({ minutes }) => minutes ?? '',
}

const riders: Columns<RiderReport[number]> = {
  Rider: ({ name }) => name,
  Delivered: ({ drops }) => drops,
  'Median minutes from Dispatched to Delivered': ({ minutes }) => minutes ?? '',
  Failed: ({ failed }) => failed,
  'Cash difference': ({ difference }) => toRupees(difference),
}

/** A table as CSV; `counts` is an optional last line that defines the columns. */
const tableOf = <Item>(columns: Columns<Item>, items: readonly Item[], counts?: string) =>
  csvOf(Object.keys(columns), [
    ...items.map((item) => rowOf(columns, item)),
    ...(counts === undefined ? [] : [[counts]]),
  ])

const book: Columns<DayBook[number]> = {
  Day: ({ day }) => day,
  Method: ({ method }) => moneyMethodNames[method],
  Collected: ({ collected }) => toRupees(collected),
  Refunded: ({ refunded }) => toRupees(refunded),
  Fees: ({ fees }) => toRupees(fees),
  Net: ({ net }) => toRupees(net),
  'Fees known': ({ areFeesKnown }) => (areFeesKnown ? 'Yes' : 'No'),
}
export const csvOfDayBook = (rows: DayBook) => tableOf(book, rows)

type ClaimRow = ClaimReport['total'] & { by: string; name: string }
const claimColumns: Columns<ClaimRow> = {
  By: ({ by }) => by,
  Name: ({ name }) => name,
  Claims: ({ claims }) => claims,
  Pieces: ({ pieces }) => pieces,
  'Refunded pieces': ({ refundedPieces }) => refundedPieces,
  'Replaced pieces': ({ replacedPieces }) => replacedPieces,
  'Refused pieces': ({ refusedPieces }) => refusedPieces,
  Refunded: ({ refunded }) => toRupees(refunded),
}
export const csvOfClaims = ({ total, reasons, products, packers, riders }: ClaimReport) =>
  tableOf(claimColumns, [
    { by: 'All', name: '', ...total },
    ...reasons.map(({ reason, ...row }) => ({ by: 'Reason', name: reason, ...row })),
    ...products.map(({ title, ...row }) => ({ by: 'Product', name: title, ...row })),
    ...packers.map((row) => ({ by: 'Packer', ...row })),
    ...riders.map((row) => ({ by: 'Rider', ...row })),
  ])

const stockColumns: Columns<StockValue['categories'][number]> = {
  Category: ({ name }) => name,
  Pieces: ({ pieces }) => pieces,
  'Value at the last cost': ({ value }) => toRupees(value),
}
export const csvOfStockValue = ({ categories, total, withoutCost }: StockValue) =>
  tableOf(stockColumns, [
    ...categories,
    { name: 'All', pieces: categories.reduce((sum, { pieces }) => sum + pieces, 0), value: total },
    { name: 'Pieces without a known cost', pieces: withoutCost, value: 0 },
  ])

const marginColumns: Columns<MarginReport['categories'][number]> = {
  Category: ({ name }) => name,
  Pieces: ({ pieces }) => pieces,
  'Sales without tax': ({ sales }) => toRupees(sales),
  Cost: ({ cost }) => toRupees(cost),
  Margin: ({ margin }) => toRupees(margin),
  'Pieces without a known cost': ({ withoutCost }) => withoutCost,
  'Sales without a known cost': ({ salesWithoutCost }) => toRupees(salesWithoutCost),
}
export const csvOfMargin = ({ categories, total }: MarginReport) =>
  tableOf(
    marginColumns,
    [...categories, { name: 'All', ...total }],
    'Margin: sales before tax less cost. Sales whose cost is unknown are left out.',
  )

/** A part of the report as a CSV file; amounts in rupees. */
export const csvOfReport: Record<ReportPart, (report: Report) => string> = {
  days: (report) => tableOf(days, report.days, daysCount),
  customers: (report) => tableOf(customers, report.days, customersCount),
  products: (report) => tableOf(products, report.products),
  dead: (report) => tableOf(dead, report.dead),
  coupons: (report) => tableOf(coupons, report.coupons),
  packers: (report) => tableOf(packers, report.packers),
}

export const csvOfRiders = (report: RiderReport) => tableOf(riders, report)
