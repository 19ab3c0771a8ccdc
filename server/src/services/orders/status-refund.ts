import { type DeliveryEffects, isUnpaidOnline } from '@kirana/domain/delivery'
import { MIN_ONLINE_PAYMENT } from '@kirana/domain/payment'
import { creditOf } from '@kirana/domain/refunds'
import type { PaymentMethod, PaymentStatus } from '@kirana/domain/vocabulary'
import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import * as z from 'zod/mini'
import { paymentsChanged } from '../shared/payments-changed.ts'
import { creditableSum, leftToRefund, refundedSum } from '../shared/refund-rows.ts'
import type { Posting } from '../wallet/ledger.ts'

type Payment = { paymentMethod: PaymentMethod; paymentStatus: PaymentStatus }

/**
 * Closes the checkout of an order that is canceled unpaid; asks for the refund of one that was paid online: a cancelation
 * for what is left of the payment, instead of refunds that failed, and a pick for the missing items less what went back.
 * Less than ₹1 goes to the wallet.
 */
export function paymentChange(
  { id, by, now }: { id: string; by: string; now: Date },
  order: Payment,
  { effects, picked }: { effects: DeliveryEffects; picked: { onlineRefund: number } | null },
) {
  const at = sql`${now.toISOString()}::timestamptz`
  const missing = picked?.onlineRefund ?? 0
  const isCanceled = effects.sourceRefund > 0
  return sql`
  closed AS (
    UPDATE payments SET state = 'expired', check_at = NULL
    WHERE order_id = ${id} AND state IN ('created', 'failed')
      AND ${isUnpaidOnline(order) && effects.paymentStatus === 'failed'}::boolean
    RETURNING id
  ), due AS (
    SELECT p.id, ${isCanceled ? leftToRefund : sql`${missing}::bigint - ${refundedSum}`} AS amount
    FROM payments p WHERE p.order_id = ${id} AND p.state = 'paid' AND ${isCanceled || missing > 0}::boolean
  ), superseded AS (
    UPDATE refunds SET state = 'settled', settled_as = 'covered', amount = 0
    WHERE payment IN (SELECT id FROM due) AND state = 'failed' AND ${isCanceled}::boolean
  ), refund AS (
    INSERT INTO refunds (id, payment, cause, amount, state, settled_as, request_key, next_at, by, created_at)
    SELECT ${v7()}::uuid, id, ${isCanceled ? 'canceled' : 'picked'}, amount,
      CASE WHEN amount < ${MIN_ONLINE_PAYMENT} THEN 'settled' ELSE 'asked' END,
      CASE WHEN amount < ${MIN_ONLINE_PAYMENT} THEN 'wallet' END, gen_random_uuid(),
      CASE WHEN amount >= ${MIN_ONLINE_PAYMENT} THEN ${at} END, ${by}, ${at}
    FROM due WHERE amount > 0
    RETURNING id, payment, amount, state = 'settled' AS is_small
  ), ${paymentsChanged(sql`SELECT id FROM closed UNION ALL SELECT id FROM due`)}`
}

/** The captured payment of an online order with the refunds before this change, and the refund that it asks for. Paise. */
export const OnlineRefunds = z.strictObject({
  paid: z.int(),
  /** All refunds, and those of them that are `creditable`. */
  refunded: z.int(),
  creditable: z.int(),
  asked: z.nullable(z.strictObject({ id: z.string(), amount: z.int(), isSmall: z.boolean() })),
})
type OnlineRefunds = z.output<typeof OnlineRefunds>

/** Selects `OnlineRefunds` next to `paymentChange`; null for an order that is not paid. */
export const onlineRefunds = (id: string) => sql`(
  SELECT json_build_object('paid', p.amount, 'refunded', ${refundedSum}, 'creditable', ${creditableSum},
    'asked', (SELECT json_build_object('id', id, 'amount', amount, 'isSmall', is_small) FROM refund))
  FROM payments p WHERE p.order_id = ${id} AND p.state = 'paid')`

/** The amount refunded to the source of the payment, in paise. */
export const sourceRefundOf = (online: OnlineRefunds | null) =>
  online?.asked && !online.asked.isSmall ? online.asked.amount : 0

/** What was refunded of an order with this total, beyond its missing items, in paise. */
export const creditBefore = (online: OnlineRefunds | null, total: number) =>
  online ? creditOf(online.paid, total, online.creditable + (online.asked?.amount ?? 0)) : 0

/** The posting of a rest that is too small for the provider, to the wallet of the order's customer. */
export const restPosting = (
  { id, userId, by }: { id: string; userId: string; by: string },
  refund: { id: string; amount: number },
): Posting => ({
  key: `rest:${refund.id}`,
  kind: 'online-rest',
  userId,
  orderId: id,
  by,
  amounts: [refund.amount],
})
