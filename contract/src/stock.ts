import { readDay } from '@kirana/domain/day'
import { MAX_STOCK, movementKinds } from '@kirana/domain/stock'
import { shortReasons } from '@kirana/domain/vocabulary'
import * as z from 'zod/mini'
import { boundedList } from './wire/bounded-list.ts'
import { boundedText, MAX_NUMBER, text } from './wire/bounded.ts'
import { optionalAmount, wholeInput, wholeOrZero } from './wire/numbers.ts'
import { forStaff, get, post, put } from './wire/route.ts'
import { byPage, page, paged, search } from './wire/lists.ts'
import {
  id,
  maxDistinct,
  moment,
  optionalText,
  required,
  staleRefusal,
  version,
  versionSeen,
} from './wire/shapes.ts'

export const stockFilters = ['low', 'out', 'expiring', 'untracked'] as const
export type StockFilter = (typeof stockFilters)[number]
const FILTER = 'Filter must be low, out, expiring or untracked'
export const stockFilter = z._default(z.union([z.enum(stockFilters), z.literal('')], { error: FILTER }), '')

/** A variant and its stock in pieces. `onHand`, `reserved` and `available` are null while it is not tracked. */
export const StockRow = z.object({
  variantId: id,
  productId: id,
  title: z.string(),
  productQuantity: z.string(),
  image: z.string(),
  onHand: z.nullable(z.int()),
  reserved: z.nullable(z.int()),
  available: z.nullable(z.int()),
  shelf: z.string(),
  lowAt: z.int(),
  /** Its pieces are weighed when they are picked, such as loose fruit. */
  byWeight: z.boolean(),
  barcodes: z.array(z.string()),
  /** The earliest expiry of the pieces on hand, YYYY-MM-DD; null if none is known. */
  nextExpiry: z.nullable(z.string()),
  /** The version of shelf, low level, weighing and barcodes. A change of the pieces on hand leaves it unchanged. */
  version,
})
export type StockRow = z.input<typeof StockRow>

/** `before` are the pieces on hand before the count; null if the stock was not tracked. */
export const CountedRow = z.object({ ...StockRow.shape, before: z.nullable(z.int()) })

export const StockMovement = z.object({
  kind: z.enum(movementKinds),
  quantity: z.int(),
  orderId: z.nullable(id),
  reason: z.string(),
  by: z.string(),
  at: moment,
})
export type StockMovement = z.input<typeof StockMovement>

export const PIECES = 'Pieces must be a whole number from 0 to 10,00,000'
export const QUANTITY = 'Quantity must be a whole number from 1 to 10,00,000'
const EXPIRY = 'Expiry must be a date, YYYY-MM-DD'

/** The longest text of a shelf: 'Cold room 2, B12'. */
export const MAX_SHELF = 30
export const MAX_BARCODES = 20
export const MAX_BARCODE = 40
const BARCODES = `A variant has ${MAX_BARCODES} barcodes at most`
const BARCODE = `A barcode has 4 to ${MAX_BARCODE} letters, digits or - . / +`

const barcode = text(MAX_BARCODE, BARCODE, BARCODE).check(z.regex(/^[A-Za-z0-9./+-]{4,40}$/, BARCODE))

/** Pieces of a variant as they are received. */
export const receivedPieces = {
  variantId: id,
  quantity: wholeInput(1, MAX_STOCK, QUANTITY, QUANTITY),
  /** The last good day; null if the pack has none. */
  expiry: z.optional(
    z.nullable(boundedText(MAX_NUMBER, EXPIRY).check(z.refine((day) => readDay(day) === day, EXPIRY))),
  ),
  /** Of one piece; 0 if it is not known. */
  cost: optionalAmount,
}

/** The labels of the fields in forms, comparisons and the audit log, in the order of the screens. */
export const stockLabels = {
  shelf: 'Shelf',
  lowAt: 'Low at',
  byWeight: 'By weight',
  barcodes: 'Barcodes',
} as const

export const stock = {
  list: get(
    forStaff('stock.read'),
    '/stock/get/all/:page',
    'Variants with their stock, 20 a page; search by title, shelf or barcode; filter low, out, expiring or untracked',
    {
      params: byPage,
      query: z.object({
        search,
        filter: stockFilter,
      }),
      data: paged(StockRow),
    },
  ),
  count: put(
    forStaff('stock.write'),
    '/stock/count',
    'Sets the pieces on hand to what was counted, which starts tracking the variant; null stops tracking it, unless ' +
      'pieces are reserved. With `undo`, the call reverts a count, which must be the last change of the stock; ' +
      '`onHand` is then the `before` of that count',
    {
      body: z.object({
        variantId: id,
        onHand: z.nullable(wholeInput(0, MAX_STOCK, PIECES, PIECES)),
        reason: required('Reason is required', 200),
        undo: z._default(z.boolean({ error: 'Undo must be true or false' }), false),
      }),
      data: CountedRow,
      message: 'Stock counted successfully',
    },
  ),
  receive: post(
    forStaff('stock.write'),
    '/stock/receive',
    'Adds received pieces, with the last good day and the purchase price of one piece if known',
    {
      keyRequired: true,
      body: z.object(receivedPieces),
      data: StockRow,
      message: 'Stock received successfully',
    },
  ),
  writeOff: post(
    forStaff('stock.write'),
    '/stock/write-off',
    'Writes off pieces that cannot be sold, the earliest expiry first; 422 `pieces` for more than are on hand and ' +
      'not reserved, 409 `untracked` without a stock',
    {
      keyRequired: true,
      body: z.object({
        variantId: id,
        quantity: wholeInput(1, MAX_STOCK, QUANTITY, QUANTITY),
        reason: z.enum(shortReasons, { error: 'Reason must be not there, damaged, expired or other' }),
        note: optionalText(200),
      }),
      data: StockRow,
      message: 'Stock written off successfully',
    },
  ),
  edit: put(
    forStaff('stock.write'),
    '/stock/edit',
    'Sets the shelf of a variant, the number of pieces from which its stock is low, its barcodes, and whether its ' +
      'pieces are weighed when they are picked: 422 `weight` for a variant that is not sold in GM, MG or Kilo. ' +
      'Without `byWeight` that stays unchanged. With `version`, 409 `stale` if it was changed since that version',
    {
      refusals: staleRefusal(StockRow),
      body: z.object({
        variantId: id,
        shelf: text(MAX_SHELF, 'Shelf is not valid', `Shelf has ${MAX_SHELF} characters at most`),
        lowAt: wholeOrZero(MAX_STOCK, PIECES),
        byWeight: z.optional(z.boolean({ error: 'By weight must be true or false' })),
        barcodes: boundedList(barcode, 4 * MAX_BARCODES, { error: BARCODE, tooMany: BARCODES }).check(
          maxDistinct(MAX_BARCODES, BARCODES),
        ),
        version: versionSeen,
      }),
      data: StockRow,
      message: 'Stock details updated successfully',
    },
  ),
  movements: get(
    forStaff('stock.read'),
    '/stock/movements/:variantId/:page',
    'The changes of the pieces on hand of a variant, newest first, 20 a page',
    { params: z.object({ variantId: id, page }), data: paged(StockMovement) },
  ),
}
