import type { ReportPart } from '@kirana/domain/figures'
import { toRupees } from '@kirana/domain/money'
import type { Report } from './range.ts'

type Table = { head: string[]; rows: (string | number)[][] }

const byDay = ({ days }: Report): Table => ({
  head: [
    'Day',
    'Orders',
    'Sales',
    'Before discounts',
    'Coupon discounts',
    'Referral discounts',
    'Charges',
    'Delivered',
    'Sales delivered',
    'Canceled',
    'Canceled bills',
  ],
  rows: days.map((day) => [
    day.day,
    day.orders,
    toRupees(day.sales),
    toRupees(day.subtotal),
    toRupees(day.discount),
    toRupees(day.referralDiscount),
    toRupees(day.charges),
    day.delivered,
    toRupees(day.deliveredSales),
    day.canceled,
    toRupees(day.canceledTotal),
  ]),
})

const customers = ({ days }: Report): Table => ({
  head: [
    'Day',
    'New customers',
    'Sales to new customers',
    'Orders of returning customers',
    'Sales to returning customers',
  ],
  rows: days.map(({ day, orders, sales, newCustomers, newSales }) => [
    day,
    newCustomers,
    toRupees(newSales),
    orders - newCustomers,
    toRupees(sales - newSales),
  ]),
})

/** A part of the report as a table for a CSV file; amounts in rupees. */
export const tableOf: Record<ReportPart, (report: Report) => Table> = {
  days: byDay,
  customers,
  products: ({ products }) => ({
    head: ['Product', 'Orders', 'Pieces', 'Sales before discounts', 'Product id'],
    rows: products.map(({ id, title, orders, quantity, sales }) => [
      title,
      orders,
      quantity,
      toRupees(sales),
      id,
    ]),
  }),
  dead: ({ dead }) => ({
    head: ['Product', 'Last sold', 'Product id'],
    rows: dead.map(({ id, title, lastSold }) => [title, lastSold ?? 'Never', id]),
  }),
  coupons: ({ coupons }) => ({
    head: ['Coupon', 'Orders', 'Discount', 'Sales'],
    rows: coupons.map(({ coupon, orders, discount, sales }) => [
      coupon,
      orders,
      toRupees(discount),
      toRupees(sales),
    ]),
  }),
  packers: ({ packers }) => ({
    head: ['Packer', 'Orders', 'Median minutes until Prepeared'],
    rows: packers.map(({ name, orders, minutes }) => [name, orders, minutes ?? '']),
  }),
}
