import { dropStates } from '@kirana/domain/drops'
import { LOGGED_IN, LOGGED_OUT } from '@kirana/domain/texts'
import { isUpiUtr, UPI_UTR_INVALID } from '@kirana/domain/upi'
import { paymentMethods } from '@kirana/domain/vocabulary'
import * as z from 'zod/mini'
import { sixDigitPin } from './riders.ts'
import { Outcomes, orderIds } from './wire/drops.ts'
import { boundedText, MAX_NUMBER } from './wire/bounded.ts'
import { amountInput } from './wire/numbers.ts'
import { phone } from './wire/phone.ts'
import { forAnyone, forRider, get, post } from './wire/route.ts'
import { id, renamed, required, rupees } from './wire/shapes.ts'

const CODE = 'The code has 6 digits'
const actionId = required('Action is required', 100)
const DOOR_CODE = 'The door code has 4 digits'
const PAID_BY = 'Choose how it was paid'

/** A drop of the rider's day. Name, phone and address are '' once it has ended. `_id` is the order's. */
export const RiderDrop = renamed(
  {
    _id: id,
    order_id: z.string(),
    state: z.enum(dropStates),
    name: z.string(),
    phone: z.string(),
    address: z.string(),
    place: z.string(),
    /** What the customer pays at the door in cash. */
    toCollect: rupees,
    /** What the customer pays by UPI, which is not rounded even if cash is. */
    dueByUpi: z.optional(rupees),
    payment: z.enum(paymentMethods),
    /** '': orders have no note. */
    note: z.string(),
    /** Whether the rider needs the code that the customer sees. */
    needsCode: z.boolean(),
  },
  { _id: 'id', order_id: 'orderNumber' },
)
export type RiderDrop = z.input<typeof RiderDrop>

export const RiderDay = renamed(
  {
    _id: id,
    name: z.string(),
    /** Cash in hand. */
    cash: rupees,
    cashLimit: rupees,
    /** Where customers pay by UPI; null if the store takes none at the door. */
    upi: z.nullable(z.object({ id: z.string(), name: z.string() })),
    drops: z.array(RiderDrop),
  },
  { _id: 'id' },
)
export type RiderDay = z.input<typeof RiderDay>

/**
 * The calls that a rider makes from the phone. Riders have a session of their own and no access to any call of staff.
 */
export const rider = {
  sendCode: post(
    forAnyone,
    '/rider/login/code',
    'Sends a one-time code to the phone of an active rider; every phone gets the same answer. Only in sample mode ' +
      'the response has the `code`',
    {
      body: z.object({ phone }),
      data: z.object({ code: z.optional(z.string()) }),
      message: 'Code sent successfully',
    },
  ),
  login: post(forAnyone, '/rider/login', 'Signs a rider in with the phone, and the code or the PIN', {
    body: z.object({
      phone,
      code: z.optional(boundedText(MAX_NUMBER, CODE).check(z.regex(/^\d{6}$/, CODE))),
      pin: z.optional(sixDigitPin),
    }),
    data: z.object({ name: z.string() }),
    message: LOGGED_IN,
  }),
  logout: post(forRider, '/rider/logout', 'Ends the session', { message: LOGGED_OUT }),
  me: get(forRider, '/rider/me', 'The drops of the day and the cash in hand', { data: RiderDay }),
  start: post(
    forRider,
    '/rider/start',
    'Takes assigned bags on the road. Each bag has its own result, and bags that are on the road stay so',
    { body: z.object({ orders: orderIds }), data: Outcomes, message: 'On the road' },
  ),
  deliver: post(
    forRider,
    '/rider/deliver',
    'Delivers a bag. Where a door code is needed, a wrong `doorCode` is 422 `door-code`, and five lock the bag ' +
      '(`door-locked`); `override` says why it is delivered without. `received` is what the customer handed over; ' +
      'with `toWallet` the excess over the bill goes to their wallet, as far as the cash limit of the rider allows ' +
      '(422 `too-much`), otherwise the rider gives change. UPI needs its `utr`, 12 digits that no other order has ' +
      '(409 `utr`). The same `actionId` counts once. 409 when the drop is no longer open',
    {
      body: z.object({
        orderId: id,
        actionId,
        paidBy: z.enum(['cash', 'upi', 'none'], { error: PAID_BY }),
        received: z.optional(amountInput('Received is required')),
        toWallet: z.optional(z.boolean({ error: 'Choose yes or no' })),
        utr: z.optional(boundedText(MAX_NUMBER, UPI_UTR_INVALID).check(z.refine(isUpiUtr, UPI_UTR_INVALID))),
        doorCode: z.optional(boundedText(MAX_NUMBER, DOOR_CODE).check(z.regex(/^\d{4}$/, DOOR_CODE))),
        override: z.optional(required('Say why there is no code', 200)),
      }),
      message: 'Order delivered',
    },
  ),
  fail: post(
    forRider,
    '/rider/fail',
    'Says why a bag could not be delivered. The rider keeps it until it is back in the store. A call with a photo ' +
      'is sent as a form; only dispatchers see the photo. The same `actionId` counts once',
    {
      throttled: true,
      body: z.object({ orderId: id, actionId, reason: required('Say why', 200) }),
      files: { field: 'photo', kind: 'image', max: 1, tooMany: 'Send one photo', orJson: true },
      message: 'Saved. Bring the bag back to the store',
    },
  ),
}
