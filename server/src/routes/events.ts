import { events as calls, LiveEvent } from '@kirana/contract/events'
import type { Given } from '@kirana/contract/route'
import * as z from 'zod/mini'
import type { Db } from '../db/types.ts'
import { streamEvents } from '../http/event-stream.ts'
import { serve } from '../http/serve.ts'
import type { LiveEvent as Happened } from '../services/live.ts'
import { orderRowsById } from '../services/order-rows.ts'

/** What happened, as one text an event, with the rows that the lists would show now. Links are relative: all listeners share it. */
async function told(db: Db, batch: readonly Happened[]): Promise<{ id: number; text: string }[]> {
  const ids = batch.filter(({ type }) => type.startsWith('order.')).map(({ subject }) => subject)
  const rows = new Map((await orderRowsById(db, [...new Set(ids)], '')).map((row) => [row.id, row]))
  return batch.flatMap(({ seq, type, subject }) => {
    const row = rows.get(subject)
    if (!row || (type !== 'order.created' && type !== 'order.changed')) return []
    const data = z.encode(LiveEvent, { type, row } satisfies Given<typeof calls.listen>)
    return [{ id: seq, text: `event: ${type}\nid: ${seq}\ndata: ${JSON.stringify(data)}\n\n` }]
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
