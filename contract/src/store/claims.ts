import * as z from 'zod/mini'
import { claimedLines, claimPhotos, claimReason, claimState, OpenedClaim } from '../claims.ts'
import { OrderRef } from '../orders.ts'
import { forCustomer, get, post } from '../wire/route.ts'
import { id, moment, optionalText, renamed, required, rupees } from '../wire/shapes.ts'

const CustomerClaim = renamed(
  {
    _id: id,
    claimNumber: z.string(),
    orderId: id,
    orderNumber: z.string(),
    lines: z.array(z.object({ line: z.int(), pieces: z.int(), productTitle: z.string() })),
    reason: claimReason,
    note: z.string(),
    state: claimState,
    dateAndTime: moment,
    dueBy: moment,
    /** What was refunded so far. */
    refunded: rupees,
    refusedReason: z.string(),
    creditNotes: z.array(z.object({ number: z.string(), link: z.string() })),
    replacements: z.array(OrderRef),
    replacement: z.optional(OrderRef),
  },
  { _id: 'id', dateAndTime: 'at' },
)

export const storeClaims = {
  add: post(
    forCustomer,
    '/store/claims',
    'Claims pieces of a delivered order until the end of the day of delivery; `lines` is JSON: [{line, pieces}], where ' +
      '`line` counts the ordered lines from 1',
    {
      body: z.object({
        orderId: required('Order is required', 200),
        lines: claimedLines,
        reason: claimReason,
        note: optionalText(1000),
      }),
      files: claimPhotos,
      data: OpenedClaim,
      message: 'Claim sent successfully',
    },
  ),
  list: get(forCustomer, '/store/claims', "The customer's claims, newest first", {
    data: z.array(CustomerClaim),
  }),
}
