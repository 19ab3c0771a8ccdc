import { cashMove, type CashBill } from '@kirana/domain/cash'
import type { DeliveryEffects } from '@kirana/domain/delivery'
import { dropAfter, dropStates, isOpenDrop } from '@kirana/domain/drops'
import type { DeliveryStatus } from '@kirana/domain/vocabulary'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { send } from '../../db/send.ts'
import type { Db } from '../../db/types.ts'
import type { Posting } from '../wallet/ledger.ts'
import { publishCash } from '../wallet/till.ts'

/** The latest drop of an order. */
export const LatestDrop = z.strictObject({
  id: z.string(),
  riderId: z.string(),
  state: z.enum(dropStates),
})
type LatestDrop = z.output<typeof LatestDrop>

/** SQL for `LatestDrop` of order `o`; null without one. */
export const latestDrop = sql`(
  SELECT json_build_object('id', d.id, 'riderId', d.rider_id, 'state', d.state)
  FROM drops d WHERE d.order_id = o.id ORDER BY d.attempt DESC LIMIT 1)`

export const StoredCash = z.strictObject({
  isReversed: z.boolean(),
  amount: z.int(),
  riderId: z.nullable(z.string()),
  isCounted: z.boolean(),
})

/** SQL for the latest posting of the cash of order `o` (`OrderCash`); null without one. */
export const lastCash = sql`(
  SELECT json_build_object('isReversed', t.kind LIKE '%-reversal', 'riderId', t.rider_id,
    'amount', (SELECT abs(e.amount) FROM ledger_entries e WHERE e.transaction_id = t.id AND e.line = 0),
    'isCounted', t.rider_id IS NOT NULL AND EXISTS (SELECT 1 FROM ledger_transactions c
      WHERE c.rider_id = t.rider_id AND c.id > t.id AND c.kind = 'cash-count'))
  FROM ledger_transactions t
  WHERE t.order_id = o.id AND t.kind IN ('rider-cash', 'rider-cash-reversal', 'till-cash', 'till-cash-reversal')
  ORDER BY t.id DESC LIMIT 1)`

/** Locks the riders who had the order, so that a concurrent count of their cash either waits or is seen here. */
export const lockRiders = (tx: Db, orderId: string) =>
  send(
    tx,
    sql`SELECT 1 FROM riders WHERE id IN (SELECT d.rider_id FROM drops d WHERE d.order_id = ${orderId})
      ORDER BY id FOR NO KEY UPDATE`,
  )

type Change = { id: string; to: DeliveryStatus; by: string; now: Date; rider?: { id: string } | undefined }

/** Sets the order's latest drop to the state that corresponds to the new status. */
export async function moveDrop(tx: Db, { to, by, now }: Change, drop: LatestDrop | null) {
  const state = drop && dropAfter(drop.state, to)
  if (!drop || !state || state === drop.state) return
  const [isOpen, at] = [isOpenDrop(state), now.toISOString()]
  await send(
    tx,
    sql`UPDATE drops SET state = ${state}, ended_at = ${isOpen ? null : at}, ended_by = ${isOpen ? '' : by},
        fail_reason = CASE WHEN ${isOpen}::boolean THEN '' ELSE fail_reason END, override = '',
        started_at = CASE WHEN ${state !== 'assigned'}::boolean THEN coalesce(started_at, ${at}::timestamptz) END,
        needs_code = CASE WHEN started_at IS NULL THEN (SELECT door_code_required FROM company) ELSE needs_code END,
        wrong_codes = CASE WHEN started_at IS NULL THEN 0 ELSE wrong_codes END
      WHERE id = ${drop.id}`,
  )
}

/** The postings of the cash that the change collects or returns, and of its rounding. */
export function cashPostings(
  change: Change,
  order: CashBill & {
    paidBy: DeliveryEffects['paidBy']
    step: number
    cash: z.output<typeof StoredCash> | null
  },
  { paidBy }: Pick<DeliveryEffects, 'paidBy'>,
): Posting[] {
  const { id, to, by, rider } = change
  const move = cashMove(
    {
      to,
      total: order.total,
      roundsCash: order.roundsCash,
      before: order.paidBy,
      after: paidBy,
      rider: rider?.id ?? null,
    },
    order.cash,
  )
  if (!move) return []
  const place = move.holder.riderId === null ? 'till-cash' : 'rider-cash'
  const isCollected = move.kind === 'collected'
  const added = isCollected ? move.amount - order.total : order.total - move.amount
  const rounding: Posting = {
    key: `order:${id}:${order.step + 1}:rounding`,
    kind: added > 0 ? 'cash-rounded-up' : 'cash-rounded-down',
    userId: null,
    orderId: id,
    by,
    amounts: [Math.abs(added)],
  }
  return [
    {
      key: `order:${id}:${order.step + 1}:cash`,
      kind: isCollected ? place : `${place}-reversal`,
      userId: null,
      riderId: move.holder.riderId,
      orderId: id,
      by,
      amounts: [move.amount],
    },
    ...(added === 0 ? [] : [rounding]),
  ]
}

/** Publishes that the drop of an order has changed, and that its cash has moved. Both events name the order. */
export async function publishDrop(tx: Db, orderId: string, { hasDrop = true, hasCash = false } = {}) {
  if (hasDrop)
    await send(tx, sql`INSERT INTO live_events (type, subject) VALUES ('drop.changed', ${orderId})`)
  if (hasCash) await publishCash(tx, orderId)
}
