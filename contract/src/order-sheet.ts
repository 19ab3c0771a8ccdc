import { isoInKolkata } from '@kirana/domain/calendar'
import { invoiceNumber } from '@kirana/domain/invoice'
import { toRupees } from '@kirana/domain/money'
import type { DeliveryStatus, PaymentMethod, PaymentStatus } from '@kirana/domain/vocabulary'
import * as z from 'zod/mini'
import { deliveryStatus } from './wire/shapes.ts'

/** An order of an export; amounts in paise, `placedAt` as ISO 8601, `items` as one text. */
export type ExportedOrder = {
  orderId: string
  placedAt: string
  name: string
  phone: string
  pincode: string
  city: string
  lines: number
  items: string
  subtotal: number
  discount: number
  coupon: string
  referralDiscount: number
  charges: number
  total: number
  method: PaymentMethod
  paymentStatus: PaymentStatus
  status: DeliveryStatus
  invoice: { year: string; number: number } | null
}

export const orderSheetHead = [
  'Order ID',
  'Date (India)',
  'Customer',
  'Phone',
  'Pincode',
  'City',
  'Total Products',
  'Products',
  'Subtotal',
  'Discount',
  'Coupon',
  'Referral Discount',
  'Charges',
  'Bill Amount',
  'Payment',
  'Payment Status',
  'Delivery Status',
  'Invoice',
]

const methods = { cod: 'Cash on delivery', wallet: 'Wallet', online: 'Online payment' } as const
/** The words of the screens (specification, section 4). */
const payments = { paid: 'Success', due: 'Awaiting', failed: 'Failed' } as const

/** An order as a row of a CSV file; amounts are in rupees. */
export const orderSheetRow = (order: ExportedOrder): readonly (string | number)[] => [
  order.orderId,
  // As spreadsheets read a date with a time.
  isoInKolkata(new Date(order.placedAt)).slice(0, 16).replace('T', ' '),
  order.name,
  // Without +91, which a spreadsheet would add up.
  order.phone.replace(/^\+91/, ''),
  order.pincode,
  order.city,
  order.lines,
  order.items,
  toRupees(order.subtotal),
  toRupees(order.discount),
  order.coupon,
  toRupees(order.referralDiscount),
  toRupees(order.charges),
  toRupees(order.total),
  methods[order.method],
  payments[order.paymentStatus],
  z.encode(deliveryStatus, order.status),
  order.invoice ? invoiceNumber(order.invoice.year, order.invoice.number) : '',
]
