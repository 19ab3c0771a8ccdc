import { events as calls, LiveEvent } from '@kirana/contract/events'
import type { Given } from '@kirana/contract/route'
import * as z from 'zod/mini'
import type { Db } from '../db/types.ts'
import { streamEvents } from '../http/event-stream.ts'
import { serve } from '../http/serve.ts'
import type { LiveEvent as Happened } from '../services/live.ts'
import { manualOrderRowsById } from '../services/manual-order-rows.ts'
import { orderRowsById } from '../services/order-rows.ts'
import { withdrawalRowsById } from '../services/withdrawals.ts'

type Told = Given<typeof calls.listen>

/** The rows that the lists would show now, each kind read once for a whole batch. Links are relative: all listeners share them. */
async function rowsOf(db: Db, batch: readonly Happened[]) {
  const idsOf = (subject: string) => [
    ...new Set(batch.filter(({ type }) => type.startsWith(`${subject}.`)).map((event) => event.subject)),
  ]
  const byId = <Row extends { id: string }>(rows: Row[]) => new Map(rows.map((row) => [row.id, row]))
  const orders = byId(await orderRowsById(db, idsOf('order'), ''))
  const manualOrders = byId(await manualOrderRowsById(db, idsOf('manual-order')))
  const withdrawals = byId(await withdrawalRowsById(db, idsOf('withdrawal')))
  return ({ type, subject }: Happened): Told | null => {
    switch (type) {
      case 'order.created':
      case 'order.changed': {
        const row = orders.get(subject)
        return row ? { type, row } : null
      }
      case 'manual-order.created':
      case 'manual-order.changed': {
        const row = manualOrders.get(subject)
        return row ? { type, row } : null
      }
      case 'withdrawal.created':
      case 'withdrawal.changed': {
        const row = withdrawals.get(subject)
        return row ? { type, row } : null
      }
    }
  }
}

/** What happened, as one text an event. */
async function told(db: Db, batch: readonly Happened[]): Promise<{ id: number; text: string }[]> {
  const eventOf = await rowsOf(db, batch)
  return batch.flatMap((happened) => {
    const event = eventOf(happened)
    if (!event) return []
    const { seq, type } = happened
    const data = JSON.stringify(z.encode(LiveEvent, event))
    return [{ id: seq, text: `event: ${type}\nid: ${seq}\ndata: ${data}\n\n` }]
  })
}

export const events = serve(calls, {
  listen: ({ db, query, who, request, reply, kit }) => {
    const last = String(request.headers['last-event-id'] ?? query.lastEventId ?? '')
    return streamEvents(request, reply, kit, {
      who,
      after: /^\d{1,15}$/.test(last) ? Number(last) : null,
      tell: (batch) => told(db, batch),
    })
  },
})
