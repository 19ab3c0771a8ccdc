import { denominations, MAX_PIECES } from '@kirana/domain/cash'
import * as z from 'zod/mini'
import { amountInput, totalInput, wholeInput } from './wire/numbers.ts'
import { dayFilter, page, paged } from './wire/lists.ts'
import { forStaff, forStaffAnd, forSuperadmin, get, post } from './wire/route.ts'
import { id, moment, renamed, required, rupees, signedRupees } from './wire/shapes.ts'

const actionId = required('Action is required', 100)
const NO_SUCH = 'There is no such note or coin'
const PIECES = 'Count whole notes and coins'

/** Whose money it is and where: in riders' hands, in the till, at the bank. */
export const RiderCash = renamed(
  {
    _id: id,
    name: z.string(),
    collected: rupees,
    deposited: signedRupees,
    inHand: rupees,
    shortage: rupees,
    writtenOff: rupees,
    /** Counted beyond what was expected, and not booked. */
    surplus: rupees,
  },
  { _id: 'id' },
)
export type RiderCash = z.input<typeof RiderCash>

/** A movement of a rider's cash; amounts are changes. */
export const CashEntry = renamed(
  {
    at: moment,
    about: z.string(),
    /** '' without an order. */
    order_id: z.string(),
    inHand: signedRupees,
    shortage: signedRupees,
    by: z.string(),
  },
  { order_id: 'orderNumber' },
)
export type CashEntry = z.input<typeof CashEntry>

/** How many of each note and coin. Named fields, so that other names are refused without reading their values. */
const pieces = z.strictObject(
  Object.fromEntries(
    Object.keys(denominations).map((value) => [value, z.optional(wholeInput(0, MAX_PIECES, PIECES, PIECES))]),
  ),
  { error: ({ code }) => (code === 'unrecognized_keys' ? NO_SUCH : PIECES) },
)

export const cash = {
  get: get(
    forStaffAnd('superadmin', 'payments'),
    '/cash/get',
    'Cash in the till, at the bank and with each rider',
    {
      data: z.object({
        store: signedRupees,
        bank: rupees,
        riders: z.array(RiderCash),
        unverified: z.object({ count: z.int(), amount: rupees }),
      }),
    },
  ),
  deposit: post(
    forStaff(['dispatch', 'payments']),
    '/cash/deposit',
    'Books a count of the cash of a rider by denomination: what is less than expected becomes their shortage. `expected` is what the caller saw; another value by now is 409, so that two people do not count the same cash. The same `actionId` counts once',
    {
      body: z.object({ riderId: id, actionId, expected: totalInput, counted: pieces }),
      data: z.object({ expected: rupees, counted: rupees, difference: signedRupees }),
      message: 'Cash counted successfully',
    },
  ),
  bank: post(
    forStaff('payments'),
    '/cash/bank',
    'Records cash brought to the bank, never more than the till holds. Without `date` it is today. The same `actionId` counts once',
    {
      fresh: true,
      body: z.object({
        amount: amountInput('Amount is required', { nonZero: true }),
        reference: required('Reference is required', 100),
        date: dayFilter,
        actionId,
      }),
      message: 'Deposit recorded successfully',
    },
  ),
  writeOff: post(
    forSuperadmin,
    '/cash/write-off',
    'Writes off what is missing of the cash of a rider, never more than they owe. The same `actionId` counts once',
    {
      fresh: true,
      body: z.object({
        riderId: id,
        amount: amountInput('Amount is required', { nonZero: true }),
        reason: required('Reason is required', 500),
        actionId,
      }),
      message: 'Shortage written off',
    },
  ),
  entries: get(
    forStaffAnd('superadmin', 'payments'),
    '/cash/get/entries/:riderId/:page',
    'Movements of the cash of a rider, newest first, 20 a page',
    { params: z.object({ riderId: id, page }), data: paged(CashEntry) },
  ),
}
