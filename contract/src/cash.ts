import { denominations, MAX_PIECES } from '@kirana/domain/cash'
import { readDay } from '@kirana/domain/day'
import * as z from 'zod/mini'
import { boundedText, MAX_NUMBER } from './wire/bounded.ts'
import { amountInput, totalInput, wholeInput } from './wire/numbers.ts'
import { dayFilter, page, paged } from './wire/lists.ts'
import { forStaff, forStaffAnd, forSuperadmin, get, post } from './wire/route.ts'
import { id, moment, renamed, required, rupees, signedRupees } from './wire/shapes.ts'

const DATE = 'Date is not valid'
/** Actions that a second person approved are recorded as `approval:` and an id, so callers may not send these. */
const actionId = required('Action is required', 100).check(
  z.refine((text) => !text.startsWith('approval:'), 'Choose another action id'),
)
const dayInPath = boundedText(MAX_NUMBER, DATE).check(z.refine((day) => readDay(day) === day, DATE))
const NO_SUCH = 'There is no such note or coin'
const PIECES = 'Count whole notes and coins'

/** The cash of one rider since the rider was added. */
export const RiderCash = renamed(
  {
    _id: id,
    name: z.string(),
    collected: rupees,
    deposited: signedRupees,
    inHand: rupees,
    shortage: rupees,
    writtenOff: rupees,
    /** What counts had beyond the expected amount. It is not booked. */
    surplus: rupees,
  },
  { _id: 'id' },
)
export type RiderCash = z.input<typeof RiderCash>

/** The amount by which a count exceeded the expected cash, until the superadmin decides about it. */
export const Surplus = renamed(
  { _id: id, rider: z.string(), amount: rupees, by: z.string(), at: moment },
  { _id: 'id' },
)
export type Surplus = z.input<typeof Surplus>

const counted = { expected: signedRupees, counted: rupees, difference: signedRupees }

/** The counted and the expected cash of the till at a count. */
const TillCount = z.object({ ...counted, by: z.string(), at: moment })
export type TillCount = z.input<typeof TillCount>

/**
 * A day (Asia/Kolkata) of the till. `collected` came from orders and riders, `added` was put in, `refunded` was paid
 * to customers for claims, `paidOut` to riders, for corrections and for purchases; `closing` is what the till holds at
 * the end of the day, or now. `count` is the latest of the day; null before the first count.
 */
export const DayClosing = z.object({
  day: z.string(),
  opening: signedRupees,
  collected: rupees,
  added: rupees,
  refunded: rupees,
  paidOut: rupees,
  deposited: rupees,
  closing: signedRupees,
  count: z.nullable(TillCount),
})
export type DayClosing = z.input<typeof DayClosing>

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
        surpluses: z.array(Surplus),
        unverified: z.object({ count: z.int(), amount: rupees }),
        /** The latest count of the till today; null before the first one. */
        tillCount: z.nullable(TillCount),
      }),
    },
  ),
  deposit: post(
    forStaff(['dispatch', 'payments']),
    '/cash/deposit',
    'Books a count of the cash of a rider by denomination: what is missing becomes their shortage. `expected` is ' +
      'the amount that the caller saw; 409 if it has changed since, so that two people do not count the same cash. ' +
      'The same `actionId` counts once',
    {
      fresh: true,
      body: z.object({ riderId: id, actionId, expected: totalInput, counted: pieces }),
      data: z.object({ expected: rupees, counted: rupees, difference: signedRupees }),
      message: 'Cash counted successfully',
    },
  ),
  day: get(
    forStaffAnd('superadmin', 'payments'),
    '/cash/get/day/:day',
    'A day of the till: its opening amount, its movements, and the counted amount with who counted it',
    { params: z.object({ day: dayInPath }), data: DayClosing },
  ),
  till: post(
    forStaff('payments'),
    '/cash/till',
    'Puts cash into the till, such as the opening cash, or takes it out, never more than it holds. The same ' +
      '`actionId` counts once',
    {
      fresh: true,
      body: z.object({
        direction: z.enum(['in', 'out'], { error: 'Choose in or out' }),
        amount: amountInput('Amount is required', { nonZero: true }),
        reason: required('Reason is required', 500),
        actionId,
      }),
      message: 'Till updated successfully',
    },
  ),
  float: post(
    forStaff('payments'),
    '/cash/float',
    'Gives a rider cash from the till, never more than it holds, or than the cash limit of the rider allows. The ' +
      'same `actionId` counts once',
    {
      fresh: true,
      body: z.object({
        riderId: id,
        amount: amountInput('Amount is required', { nonZero: true }),
        reason: required('Reason is required', 500),
        actionId,
      }),
      message: 'Cash given successfully',
    },
  ),
  close: post(
    forStaff('payments'),
    '/cash/close',
    'Counts the till by denomination at the end of a day: from then on it holds what was counted. `expected` is the ' +
      'amount that the caller saw; 409 if it has changed since. The same `actionId` counts once',
    {
      fresh: true,
      body: z.object({ actionId, expected: signedRupees, counted: pieces }),
      data: z.object(counted),
      message: 'Till counted successfully',
    },
  ),
  surplus: post(
    forSuperadmin,
    '/cash/surplus',
    'Decides about the surplus of a count: the store keeps it, or the rider got it back. 409 when it was decided ' +
      'before. The same `actionId` counts once',
    {
      fresh: true,
      body: z.object({
        countId: id,
        decision: z.enum(['keep', 'return'], { error: 'Choose keep or return' }),
        reason: required('Reason is required', 500),
        actionId,
      }),
      message: 'Surplus settled',
    },
  ),
  bank: post(
    forStaff('payments'),
    '/cash/bank',
    'Records cash brought to the bank, never more than the till holds. Without `date` it is today. The same ' +
      '`actionId` counts once',
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
    'Writes off missing cash of a rider, never more than they owe. The same `actionId` counts once, unless it ' +
      'waited for approval. If the store requires a second person, amounts from the limit of payouts on wait for ' +
      'approval (202)',
    {
      fresh: true,
      awaits: true,
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
