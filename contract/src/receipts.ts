import * as z from 'zod/mini'
import { boundedList } from './wire/bounded-list.ts'
import { byPage, paged } from './wire/lists.ts'
import { forStaff, get, post } from './wire/route.ts'
import { byId, id, moment, renamed, required, rupees } from './wire/shapes.ts'
import { receivedPieces } from './stock.ts'

/** The most lines of one receipt. */
export const MAX_RECEIPT_LINES = 500

const row = {
  _id: id,
  supplier: z.string(),
  billNumber: z.string(),
  dateAndTime: moment,
  by: z.string(),
  lines: z.int(),
  pieces: z.int(),
  /** The purchase cost of the lines that have one; absent for staff without `reports`. */
  cost: z.optional(rupees),
}
const names = { _id: 'id', dateAndTime: 'at' } as const

/** A delivery of goods that was received. */
export const Receipt = renamed(row, names)
export type Receipt = z.input<typeof Receipt>

/**
 * A receipt with its lines, as they were named then. `expiry` is null if unknown. `cost` is of one piece and 0 if
 * unknown; without `reports` it is absent.
 */
export const WholeReceipt = renamed(
  {
    ...row,
    items: z.array(
      z.object({
        variantId: id,
        title: z.string(),
        productQuantity: z.string(),
        quantity: z.int(),
        expiry: z.nullable(z.string()),
        cost: z.optional(rupees),
      }),
    ),
  },
  names,
)
export type WholeReceipt = z.input<typeof WholeReceipt>

const ITEMS = 'Receive at least one product'

export const receipts = {
  add: post(
    forStaff('stock.write'),
    '/stock/receipts',
    'Receives a delivery of goods: all its lines or none. A variant may have several lines, such as two expiries. A ' +
      'last good day in the past is accepted, one more than ten years ahead is not (422)',
    {
      keyRequired: true,
      body: z.object({
        supplier: required('Supplier is required', 100),
        billNumber: required('Bill number is required', 50),
        items: boundedList(z.object(receivedPieces), MAX_RECEIPT_LINES, {
          error: ITEMS,
          tooMany: `A receipt has ${MAX_RECEIPT_LINES} lines at most`,
        }).check(z.minLength(1, ITEMS)),
      }),
      data: WholeReceipt,
      message: 'Goods received successfully',
    },
  ),
  list: get(
    forStaff('stock.read'),
    '/stock/receipts/get/all/:page',
    'Receipts, newest first, 20 a page. Costs only with `reports`',
    {
      params: byPage,
      data: paged(Receipt),
    },
  ),
  get: get(
    forStaff('stock.read'),
    '/stock/receipts/get/:id',
    'One receipt with its lines. Costs only with `reports`',
    {
      params: byId,
      data: WholeReceipt,
    },
  ),
}
