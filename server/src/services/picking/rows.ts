import { dayInKolkata } from '@kirana/domain/calendar'
import { billedAs, lineState } from '@kirana/domain/pick'
import { byShelf } from '@kirana/domain/stock'
import { pickedBill } from '@kirana/domain/picked-bill'
import { promisedMinutes } from '@kirana/domain/promise'
import type { BillRules } from '@kirana/domain/bill'
import { deliveryStatuses, paymentMethods, pickStates, ifMissingWishes } from '@kirana/domain/vocabulary'
import { type SQL, sql } from 'drizzle-orm'
import { validate } from 'uuid'
import * as z from 'zod/mini'
import { rowsOf, whole } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { HttpError } from '../../errors.ts'
import { isPickUndoable } from '../orders/ended-pick.ts'
import { lineActions, pickLineFields, pickLineShape, pickLinesOf, type Picker } from '../shared/pick-lines.ts'

const StoredPick = z.strictObject({
  orderId: z.string(),
  orderNumber: z.string(),
  state: z.enum(pickStates),
  staffId: z.nullable(z.string()),
  by: z.string(),
  until: z.nullable(z.string()),
  recordedBy: z.nullable(z.strictObject({ id: z.string(), name: z.string() })),
  deliveryStatus: z.enum(deliveryStatuses),
  placedAt: z.string(),
  promise: z.string(),
  lateMinutes: z.int(),
  isBilled: z.boolean(),
  payment: z.enum(paymentMethods),
  isPaid: z.boolean(),
  customer: z.string(),
  phone: z.string(),
  total: z.int(),
  placedTotal: z.nullable(z.int()),
  rules: z.nullable(whole<BillRules>()),
  stored: z.int(),
  mayUndo: z.boolean(),
  /** The waiting approval request to end the pick with its current lines. */
  approval: z.nullable(z.strictObject({ askedBy: z.string(), at: z.string() })),
  lines: z.array(
    z.strictObject({
      ...pickLineShape,
      image: z.string(),
      shelf: z.string(),
      barcodes: z.array(z.string()),
      nextExpiry: z.nullable(z.string()),
      ifMissing: z.enum(ifMissingWishes),
    }),
  ),
})
export type StoredPick = z.output<typeof StoredPick>
const pickRow = z.strictObject({ pick: StoredPick })

export const barcodesOf = (variant: SQL) =>
  sql`(SELECT coalesce(json_agg(b.code ORDER BY b.code), '[]') FROM stock_barcodes b WHERE b.variant_id = ${variant})`

/** The stored pick of an order; null if the order does not exist. One statement. */
export async function readStoredPick(db: Db, orderId: string, now: Date): Promise<StoredPick | null> {
  if (!validate(orderId)) return null
  const rows = await rowsOf(db, pickRow).execute(sql`
    SELECT json_build_object('orderId', o.id, 'orderNumber', o.order_id, 'state', coalesce(p.state, 'none'),
      'staffId', p.staff_id, 'by', coalesce(p.by, ''), 'until', p.until,
      'recordedBy', (SELECT json_build_object('id', s.id, 'name', s.name) FROM staff s WHERE s.id = p.recorded_by),
      'deliveryStatus', o.status, 'placedAt', o.placed_at, 'promise', o.delivery_time,
      'lateMinutes', (SELECT y.late_minutes FROM company y),
      'isBilled', EXISTS (SELECT 1 FROM picked_lines b WHERE b.order_id = o.id), 'payment', o.payment_method,
      'isPaid', o.payment_status = 'paid', 'customer', o.customer_name, 'phone', o.customer_phone, 'total', o.total, 'placedTotal', o.placed_total,
      'rules', o.rules,
      'stored', (SELECT count(*) FROM pick_actions a WHERE a.order_id = o.id AND a.kind IN ('line', 'done')),
      'mayUndo', ${isPickUndoable},
      'approval', (SELECT json_build_object('askedBy', w.asked_name, 'at', w.created_at) FROM approvals w
        WHERE w.order_id = o.id AND w.kind = 'pick' AND w.state = 'waiting' AND w.expires_at > ${now.toISOString()}::timestamptz
          AND w.asked_by = p.staff_id AND w.seen = ${lineActions}),
      'lines', (
        SELECT json_agg(json_build_object(${pickLineFields}, 'image', l.image, 'ifMissing', l.if_missing,
          'shelf', coalesce(s.shelf, ''), 'barcodes', ${barcodesOf(sql`l.variant_id`)}, 'nextExpiry', (
            SELECT min(b.expiry) FROM stock_batches b
            WHERE b.variant_id = l.variant_id AND b.remaining > 0 AND b.expiry >= ${dayInKolkata(now)}::date)))
        FROM ${pickLinesOf} LEFT JOIN stock_levels s ON s.variant_id = l.variant_id WHERE l.order_id = o.id)) AS pick
    FROM orders o LEFT JOIN order_picks p ON p.order_id = o.id WHERE o.id = ${orderId}`)
  return rows[0]?.pick ?? null
}

/** The bill of a pick so far; null for an order without stored rules, because its bill cannot be computed again. */
const billOf = ({ rules, placedTotal, lines }: StoredPick) =>
  rules === null || placedTotal === null
    ? null
    : pickedBill({ rules, placedTotal, lines: lines.map(billedAs) })

export function toPick(stored: StoredPick, picker: Picker) {
  const {
    staffId,
    until,
    isBilled: _billed,
    recordedBy: _recorder,
    placedAt,
    promise,
    lateMinutes,
    total,
    placedTotal,
    approval,
    ...pick
  } = stored
  const bill = billOf(stored)
  const swapTotals = new Map(stored.lines.map(({ line }, i) => [line, bill?.swapTotals[i] ?? 0]))
  const isClaimed = pick.state === 'claimed'
  return {
    ...pick,
    promisedAt: new Date(Date.parse(placedAt) + (promisedMinutes(promise) ?? lateMinutes) * 60_000),
    isMine: isClaimed && staffId === picker.id,
    until: isClaimed && until !== null ? new Date(until) : null,
    approval: approval && { ...approval, at: new Date(approval.at) },
    lines: stored.lines.toSorted(byShelf).map((line) => ({
      ...line,
      state: lineState(line),
      swap: line.swap && {
        ...line.swap,
        productTitle: line.swap.title,
        productQuantity: line.swap.quantityText,
        totalPrice: swapTotals.get(line.line) ?? 0,
      },
    })),
    before: bill ? (placedTotal ?? total) : total,
    after: bill?.total ?? total,
    refund: bill?.refund ?? 0,
  }
}

export const orderNotFound = () => new HttpError(404, 'Order not found')

/** @throws HttpError 404 */
export async function requirePick(db: Db, orderId: string, picker: Picker, now: Date) {
  const stored = await readStoredPick(db, orderId, now)
  if (!stored) throw orderNotFound()
  return toPick(stored, picker)
}
