import { isoInKolkata } from '@kirana/domain/calendar'
import { invoiceNumber } from '@kirana/domain/invoice'
import { toRupees } from '@kirana/domain/money'
import { moneyMethodNames, moneyMethodOf } from '@kirana/domain/money-method'
import { deliveryStatus } from '@kirana/contract/wire/shapes'
import * as z from 'zod/mini'
import type { ExportedOrder } from '../services/orders/export.ts'
import type { Columns } from './write.ts'

const methods = { cod: 'Cash on delivery', wallet: 'Wallet', online: 'Online payment' } as const
/** The texts of the screens (specification, section 4). */
const payments = { paid: 'Success', due: 'Awaiting', failed: 'Failed' } as const

/** The method by which the order was paid; '' for an unpaid order. */
const moneyMethod = (
  method: ExportedOrder['method'],
  instrument: string,
  paymentStatus: ExportedOrder['paymentStatus'],
) => (paymentStatus === 'paid' ? moneyMethodNames[moneyMethodOf(method, instrument)] : '')

/** Amounts are in rupees. */
export const orderColumns: Columns<ExportedOrder> = {
  'Order ID': ({ orderId }) => orderId,
  // In the format that spreadsheets read as a date with a time.
  'Date (India)': ({ placedAt }) => isoInKolkata(new Date(placedAt)).slice(0, 16).replace('T', ' '),
  Customer: ({ name }) => name,
  // Without +91, because spreadsheets read a leading + as a formula.
  Phone: ({ phone }) => phone.replace(/^\+91/, ''),
  Pincode: ({ pincode }) => pincode,
  City: ({ city }) => city,
  'Total Products': ({ lines }) => lines,
  Products: ({ items }) => items,
  Subtotal: ({ subtotal }) => toRupees(subtotal),
  Discount: ({ discount }) => toRupees(discount),
  Coupon: ({ coupon }) => coupon,
  'Referral Discount': ({ referralDiscount }) => toRupees(referralDiscount),
  Charges: ({ charges }) => toRupees(charges),
  'Round Off': ({ roundOff }) => toRupees(roundOff),
  'Bill Amount': ({ total }) => toRupees(total),
  Refunded: ({ refunded }) => toRupees(refunded),
  Net: ({ net }) => toRupees(net),
  Method: ({ method, instrument, paymentStatus }) => moneyMethod(method, instrument, paymentStatus),
  Tax: ({ tax }) => (tax === null ? '' : toRupees(tax)),
  Payment: ({ method }) => methods[method],
  'Payment Status': ({ paymentStatus }) => payments[paymentStatus],
  'Delivery Status': ({ status }) => z.encode(deliveryStatus, status),
  Invoice: ({ invoice }) => (invoice ? invoiceNumber(invoice.year, invoice.number) : ''),
}
