import { events as calls, LiveEvent } from '@kirana/contract/events'
import type { Given } from '@kirana/contract/route'
import * as z from 'zod/mini'
import type { Db } from '../db/types.ts'
import { streamEvents } from '../http/event-stream.ts'
import { serve } from '../http/serve.ts'
import type { LiveEvent as Happened } from '../services/live.ts'
import { orderRowsById } from '../services/order-rows.ts'
import { withdrawalRowsById } from '../services/withdrawals.ts'

type Event = Given<typeof calls.listen>

/** What happened, as one text an event, with the rows that the lists would show now. Links are relative: all listeners share it. */
async function told(db: Db, batch: readonly Happened[]): Promise<{ id: number; text: string }[]> {
  const about = async <Row extends { id: string }>(kind: string, read: (ids: string[]) => Promise<Row[]>) => {
    const ids = batch.filter(({ type }) => type.startsWith(kind)).map(({ subject }) => subject)
    return new Map((await read([...new Set(ids)])).map((row) => [row.id, row]))
  }
  const orders = await about('order.', (ids) => orderRowsById(db, ids, ''))
  const withdrawals = await about('withdrawal.', (ids) => withdrawalRowsById(db, ids))
  const eventOf = ({ type, subject }: Happened): Event | null => {
    const order = orders.get(subject)
    if (order && (type === 'order.created' || type === 'order.changed')) return { type, row: order }
    const withdrawal = withdrawals.get(subject)
    return withdrawal && type === 'withdrawal.created' ? { type, row: withdrawal } : null
  }
  return batch.flatMap((happened) => {
    const event = eventOf(happened)
    if (!event) return []
    const data = JSON.stringify(z.encode(LiveEvent, event))
    return [{ id: happened.seq, text: `event: ${event.type}\nid: ${happened.seq}\ndata: ${data}\n\n` }]
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
