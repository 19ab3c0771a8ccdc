import * as z from 'zod/mini'
import { ManualOrder } from './manual-orders.ts'
import { OrderRow } from './orders.ts'
import { read } from './route.ts'
import { Withdrawal } from './withdrawals.ts'

/** What happened, with the row that the matching list shows. It goes out as an event's `data`. */
export const LiveEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('order.created'), row: OrderRow }),
  z.object({ type: z.literal('order.changed'), row: OrderRow }),
  z.object({ type: z.literal('manual-order.created'), row: ManualOrder }),
  z.object({ type: z.literal('manual-order.changed'), row: ManualOrder }),
  z.object({ type: z.literal('withdrawal.created'), row: Withdrawal }),
  z.object({ type: z.literal('withdrawal.changed'), row: Withdrawal }),
])
export type LiveEvent = z.input<typeof LiveEvent>

export const events = {
  listen: read({
    access: 'staff',
    method: 'GET',
    path: '/events',
    summary: 'Server-sent events with a growing id; goes on after lastEventId or the Last-Event-ID header',
    query: z.object({
      lastEventId: z.optional(
        z.string({ error: 'Event id is not valid' }).check(z.regex(/^\d{0,15}$/, 'Event id is not valid')),
      ),
    }),
    answers: 'events',
    data: LiveEvent,
  }),
}
