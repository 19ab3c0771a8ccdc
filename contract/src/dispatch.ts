import { dropStates } from '@kirana/domain/drops'
import { paymentMethods } from '@kirana/domain/vocabulary'
import * as z from 'zod/mini'
import { Outcomes, orderIds } from './wire/drops.ts'
import { download, forStaff, get, post } from './wire/route.ts'
import { byId, id, moment, renamed, rupees } from './wire/shapes.ts'

/** A packed order on its way to the customer. `_id` is the order's, `order_id` its number. */
export const Bag = renamed(
  {
    _id: id,
    order_id: z.string(),
    /** `packed` while no rider has it. */
    state: z.enum(['packed', ...dropStates]),
    since: moment,
    pincode: z.string(),
    place: z.string(),
    payment: z.enum(paymentMethods),
    toCollect: rupees,
    rider: z.nullable(z.object({ _id: id, name: z.string() })),
    /** Why it could not be delivered; '' in any other state. */
    failReason: z.string(),
    /** Whether wrong door codes have locked it: only an override delivers it. */
    isLocked: z.boolean(),
    /** The key of the rider's photo of a failed drop (`/file/get/:key`); '' without one. */
    photo: z.string(),
  },
  { _id: 'id', order_id: 'orderNumber' },
)
export type Bag = z.input<typeof Bag>

/**
 * A rider who is active, or who still has bags, cash or unverified UPI payments. `drops` counts the open ones,
 * `cash` is the cash in hand.
 */
export const DispatchRider = renamed(
  {
    _id: id,
    name: z.string(),
    isActive: z.boolean(),
    drops: z.int(),
    cash: rupees,
    cashLimit: rupees,
    unverifiedUpi: rupees,
  },
  { _id: 'id' },
)
export type DispatchRider = z.input<typeof DispatchRider>

/** A bag that a rider delivered today without the door code. `_id` is the order's. */
export const DoorOverride = renamed(
  { _id: id, order_id: z.string(), rider: z.string(), reason: z.string(), at: moment },
  { _id: 'id', order_id: 'orderNumber' },
)
export type DoorOverride = z.input<typeof DoorOverride>

export const dispatch = {
  get: get(
    forStaff('dispatch'),
    '/dispatch/get',
    'Bags, the oldest first, riders by name, and bags that were delivered today without the door code, the latest ' +
      'first',
    {
      data: z.object({
        bags: z.array(Bag),
        riders: z.array(DispatchRider),
        overrides: z.array(DoorOverride),
      }),
    },
  ),
  assign: post(
    forStaff('dispatch'),
    '/dispatch/assign',
    'Gives bags to a rider, each with its own result. The result of a bag that another rider has names that rider; ' +
      'that of a bag beyond a limit of cash or unverified UPI payments names the limit',
    { body: z.object({ riderId: id, orders: orderIds }), data: Outcomes, message: 'Bags assigned' },
  ),
  label: download(
    forStaff(['picking', 'dispatch']),
    '/dispatch/label/:id',
    'The label of a bag for a roll of 80 mm, as PDF: a QR code with the number of the order, the last four digits ' +
      'of the phone, the amount to collect',
    { params: byId },
  ),
  takeBack: post(
    forStaff('dispatch'),
    '/dispatch/return',
    'The bag is back in the store: its drop ends, and the order is Prepeared again',
    { body: z.object({ orderId: id }), message: 'Bag taken back' },
  ),
}
