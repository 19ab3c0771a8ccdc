import * as z from 'zod/mini'
import { forStaff, get, post } from './wire/route.ts'
import { id, moment, renamed } from './wire/shapes.ts'

/** Picked items of a canceled order that must be returned to their shelves, sorted by shelf. */
const PutBack = renamed(
  {
    orderId: id,
    order_id: z.string(),
    /** Who canceled the order. */
    by: z.string(),
    at: moment,
    items: z.array(
      renamed(
        {
          variantId: id,
          productTitle: z.string(),
          productQuantity: z.string(),
          quantity: z.int(),
          shelf: z.string(),
        },
        { productTitle: 'title', productQuantity: 'quantityText' },
      ),
    ),
  },
  { order_id: 'orderNumber' },
)
export type PutBack = z.input<typeof PutBack>

/** A step of picking. `changes` lists the lines with missing, replaced or weighed pieces; empty before `done`. */
const PickStep = z.object({
  kind: z.enum(['claim', 'done', 'discard']),
  by: z.string(),
  at: moment,
  changes: z.array(
    z.object({
      title: z.string(),
      /** Pieces that were not found, including replaced ones. */
      missing: z.int(),
      reason: z.string(),
      grams: z.nullable(z.int()),
      swap: z.nullable(
        z.object({
          title: z.string(),
          quantity: z.int(),
          /** The customer agreed to pay more for it. */
          isAgreed: z.boolean(),
        }),
      ),
    }),
  ),
})
export type PickStep = z.input<typeof PickStep>

/** Calls about finished picking for screens other than the picking screen, which do not load the picker's calls. */
export const pickRecords = {
  steps: get(
    forStaff('orders.read'),
    '/pick/steps/:orderId',
    'Who claimed an order to pick it, who discarded what was picked, and who finished the pick with which changes',
    { params: z.object({ orderId: id }), data: z.array(PickStep) },
  ),
  putBacks: get(
    forStaff('orders.read'),
    '/pick/put-back/get/all',
    'Items of canceled orders that have not been put back yet: the latest 50 orders, or one order with `orderId`',
    { query: z.object({ orderId: z.optional(id) }), data: z.array(PutBack) },
  ),
  putBack: post(
    forStaff('picking'),
    '/pick/put-back/done',
    'Marks the items of a canceled order, or those of one variant, as put back. Repeating the call changes nothing',
    {
      body: z.object({ orderId: id, variantId: z.optional(id) }),
      data: z.null(),
      message: 'Put back successfully',
    },
  ),
}
