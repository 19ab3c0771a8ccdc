import * as z from 'zod/mini'
import { Approval, asAccount } from './approvals.ts'
import { Claim } from './claims.ts'
import { boundedText, MAX_NUMBER } from './wire/bounded.ts'
import { ManualOrder } from './manual-orders.ts'
import { Opening } from './opening.ts'
import { OrderRow } from './orders.ts'
import { Payment } from './payments.ts'
import { forStaffAnd, get } from './wire/route.ts'
import { id, renamed } from './wire/shapes.ts'
import { StockRow } from './stock.ts'
import { Withdrawal } from './withdrawals.ts'

const Named = renamed({ _id: id }, { _id: 'id' })

/** A live event: its type and the changed row, in the shape of the matching list. Sent as the `data` of an SSE message. */
export const LiveEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('order.created'), row: OrderRow }),
  z.object({ type: z.literal('order.changed'), row: OrderRow }),
  z.object({ type: z.literal('manual-order.created'), row: ManualOrder }),
  z.object({ type: z.literal('manual-order.changed'), row: ManualOrder }),
  z.object({ type: z.literal('withdrawal.created'), row: Withdrawal }),
  z.object({ type: z.literal('withdrawal.changed'), row: Withdrawal }),
  z.object({ type: z.literal('opening.changed'), row: Opening }),
  z.object({ type: z.literal('stock.changed'), row: StockRow }),
  z.object({ type: z.literal('pick.changed'), row: OrderRow }),
  z.object({ type: z.literal('payment.changed'), row: Payment }),
  z.object({ type: z.literal('approval.changed'), row: Approval }),
  /** `_id` is the order's. Screens load bags and sums again. */
  z.object({ type: z.literal('drop.changed'), row: Named }),
  /** `_id` is the order's, or the rider's whose cash was counted. */
  z.object({ type: z.literal('cash.changed'), row: Named }),
  z.object({ type: z.literal('claim.created'), row: Claim }),
  z.object({ type: z.literal('claim.changed'), row: Claim }),
])
export type LiveEvent = z.input<typeof LiveEvent>

export const events = {
  listen: get(
    forStaffAnd('superadmin', 'everybody'),
    '/events',
    'Server-sent events; resumes after lastEventId or the Last-Event-ID header. An id is an epoch, a number that ' +
      'increases within it, and the time of the event, with colons between. The first event, `ready` or `reset`, ' +
      'names the staff member or the superadmin whose stream it is; `reset`, also later, means that events are ' +
      'missing: the client must load its data again. The superadmin receives only approval events, staff also those ' +
      'of their own requests',
    {
      query: z.object({
        ...asAccount,
        /** If this is not the id of an event that still exists, the stream begins with `reset`. */
        lastEventId: z.optional(boundedText(MAX_NUMBER, 'Event id is not valid')),
      }),
      data: LiveEvent,
      answers: 'events',
    },
  ),
}
