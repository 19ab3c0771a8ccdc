import { events as calls, LiveEvent } from '@kirana/contract/events'
import type { Returned } from '@kirana/contract/wire/route'
import { subjectNeeds } from '@kirana/domain/approval'
import { eventNeeds } from '@kirana/domain/permissions'
import * as z from 'zod/mini'
import type { Db } from '../db/types.ts'
import { type Frame, streamEvents } from '../http/event-stream.ts'
import { serve } from '../http/serve.ts'
import type { LiveEvent as StoredEvent } from '../live-event.ts'
import { approvalRowsById, withoutPayee } from '../services/approvals/rows.ts'
import { claimRowsById } from '../services/claims/rows.ts'
import { readOpening } from '../services/shared/opening.ts'
import { manualOrderRowsById } from '../services/photo-orders/rows.ts'
import { orderRowsById } from '../services/orders/rows.ts'
import { paymentRowsById } from '../services/payments/rows.ts'
import { stockRowsById } from '../services/stock/rows.ts'
import { withdrawalRowsById } from '../services/wallet/withdrawal-rows.ts'

type EventData = Returned<typeof calls.listen>

/**
 * Loads the rows of a batch of events, one query per kind. Links are relative, because all listeners share the text.
 */
async function loadEvents(db: Db, batch: readonly StoredEvent[], now: Date) {
  const idsOf = (subject: string) => [
    ...new Set(batch.filter(({ type }) => type.startsWith(`${subject}.`)).map((event) => event.subject)),
  ]
  const byId = <Row extends { id: string }>(rows: Row[]) => new Map(rows.map((row) => [row.id, row]))
  const orders = byId(await orderRowsById(db, [...new Set([...idsOf('order'), ...idsOf('pick')])], ''))
  const manualOrders = byId(await manualOrderRowsById(db, idsOf('manual-order')))
  const withdrawals = byId(await withdrawalRowsById(db, idsOf('withdrawal'), now))
  const levels = new Map((await stockRowsById(db, idsOf('stock'), now)).map((row) => [row.variantId, row]))
  const payments = new Map((await paymentRowsById(db, idsOf('payment'))).map((row) => [row._id, row]))
  const approvals = byId(await approvalRowsById(db, idsOf('approval'), now))
  const claims = byId(await claimRowsById(db, idsOf('claim'), now))
  const opening = batch.some(({ type }) => type === 'opening.changed') ? await readOpening(db, now) : null
  return ({ type, subject }: StoredEvent): EventData | null => {
    switch (type) {
      case 'order.created':
      case 'order.changed':
      case 'pick.changed': {
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
      case 'opening.changed':
        return opening && { type, row: opening }
      case 'approval.changed': {
        const row = approvals.get(subject)
        return row ? { type, row } : null
      }
      case 'stock.changed': {
        const row = levels.get(subject)
        return row ? { type, row } : null
      }
      case 'drop.changed':
      case 'cash.changed':
        return { type, row: { id: subject } }
      case 'claim.created':
      case 'claim.changed': {
        const row = claims.get(subject)
        return row ? { type, row } : null
      }
      case 'payment.changed': {
        const row = payments.get(subject)
        return row ? { type, row } : null
      }
    }
  }
}

/** Formats events as server-sent events. Events whose row no longer exists are skipped. */
async function formatEvents(db: Db, batch: readonly StoredEvent[], now: Date): Promise<Frame[]> {
  const eventOf = await loadEvents(db, batch, now)
  return batch.flatMap((stored) => {
    const event = eventOf(stored)
    if (!event) return []
    const { type } = stored
    const textOf = (data: EventData) =>
      `event: ${type}\ndata: ${JSON.stringify(z.encode(LiveEvent, data))}\n\n`
    const frame = { place: stored, text: textOf(event), need: eventNeeds[type] }
    if (event.type !== 'approval.changed') return [frame]
    const { askerId: id, kind } = event.row
    const text = textOf({ ...event, row: withoutPayee(event.row) })
    return [{ ...frame, asker: { id, need: subjectNeeds[kind], text } }]
  })
}

export const events = serve(calls, {
  listen: ({ db, query, who, request, reply, context }) => {
    return streamEvents(request, reply, context, {
      who,
      resumed: String(request.headers['last-event-id'] ?? query.lastEventId ?? ''),
      encode: (batch) => formatEvents(db, batch, context.now()),
    })
  },
})
