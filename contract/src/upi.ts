import * as z from 'zod/mini'
import { csvFile } from './product-files.ts'
import { byPage, paged } from './wire/lists.ts'
import { forStaff, get, post, readingPost } from './wire/route.ts'
import { flag, id, moment, optionalText, renamed, required, rupees } from './wire/shapes.ts'

/** A payment of an order by UPI at the door. `orderId` is the order's id, `order_id` its number. */
export const UpiPayment = renamed(
  {
    _id: id,
    orderId: id,
    order_id: z.string(),
    amount: rupees,
    utr: z.string(),
    rider: z.string(),
    at: moment,
    /** `void`: the order was canceled before the payment was verified. */
    state: z.enum(['unverified', 'verified', 'void']),
    /** Who verified it; '' while it is unverified. */
    verifiedBy: z.string(),
    /** The day of the statement's row that matches it, YYYY-MM-DD; '' if it was verified by hand. */
    creditedOn: z.string(),
  },
  { _id: 'id', order_id: 'orderNumber' },
)
export type UpiPayment = z.input<typeof UpiPayment>

/**
 * Names of columns of a statement; '' for a column that is not known. `kind` says for each row whether the amount was
 * credited or debited; '' if no column says it.
 */
export const StatementColumns = z.object({
  date: z.string(),
  utr: z.string(),
  amount: z.string(),
  kind: z.string(),
})
export type StatementColumns = z.input<typeof StatementColumns>

/** A credit of a statement that has the UTR of a payment; `row` is the spreadsheet's row number. */
const credit = { order_id: z.string(), utr: z.string(), row: z.int(), amount: rupees }
const Match = renamed({ _id: id, ...credit }, { _id: 'id', order_id: 'orderNumber' })
/** `isPayout`: the row has the UTR of a payout of the store, so it is no payment of a customer. */
const Misfit = renamed(
  { ...credit, expected: rupees, day: z.string(), isPayout: z.boolean() },
  { order_id: 'orderNumber' },
)

export const upi = {
  list: get(
    forStaff('payments'),
    '/cash/upi/get/:page',
    'Payments by UPI at the door, 20 a page, newest first; with `unverified` only unverified ones',
    {
      params: byPage,
      query: z.object({ unverified: z._default(flag, false) }),
      data: paged(UpiPayment),
    },
  ),
  columns: readingPost(
    forStaff('payments'),
    '/cash/upi/columns',
    'The columns of a bank statement (CSV), and which of them have date, UTR and amount, and credit or debit: as in ' +
      'the last import, or recognized by their names and cells',
    { files: csvFile, data: z.object({ columns: z.array(z.string()), chosen: StatementColumns }) },
  ),
  import: post(
    forStaff('payments'),
    '/cash/upi/import',
    'Verifies the unverified payments that a bank statement (CSV) proves: a credit with their UTR and amount, one ' +
      'to one. The columns are stored; a call without columns uses those of the last import. 422 `columns` if the ' +
      'amounts are debits, or if a column that is not chosen says that some of them are. `other` lists rows with ' +
      'the UTR of a payment that do not fit it',
    {
      fresh: true,
      files: csvFile,
      body: z.object({
        date: optionalText(200),
        utr: optionalText(200),
        amount: optionalText(200),
        kind: optionalText(200),
      }),
      data: z.object({
        matches: z.array(Match),
        other: z.array(Misfit),
        /** Rows without a day or an amount that was credited, such as debits. */
        skipped: z.int(),
      }),
      message: 'Statement imported',
    },
  ),
  verify: post(
    forStaff('payments'),
    '/cash/upi/verify',
    'Confirms by hand that the UPI payment of an order was received, or withdraws the confirmation. 409 for a ' +
      'canceled order, and for a payment that was partly refunded to the wallet, which stays confirmed',
    {
      fresh: true,
      body: z.object({ orderId: required('Order is required'), verified: flag }),
      data: z.object({ orderId: id, verified: z.boolean() }),
      message: 'Saved',
    },
  ),
}
