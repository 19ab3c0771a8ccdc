import { MIN_ONLINE_PAYMENT } from '@kirana/domain/payment'
import { creditOf } from '@kirana/domain/refunds'
import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import * as z from 'zod/mini'
import { send } from '../../db/send.ts'
import type { Db } from '../../db/types.ts'
import { paymentsChanged } from '../shared/payments-changed.ts'
import { creditableSum, leftToRefund, refundedSum } from '../shared/refund-rows.ts'
import type { Posting } from '../wallet/ledger.ts'

/** The captured payment of an online order with its refunds, in paise. */
export const PaidOnline = z.strictObject({
  id: z.string(),
  paid: z.int(),
  left: z.int(),
  /** All refunds, and those of them that are `creditable`. */
  refunded: z.int(),
  creditable: z.int(),
  /** The ids of failed refunds, whose amounts are part of `left`. */
  failed: z.array(z.string()),
})
type PaidOnline = z.output<typeof PaidOnline>

/** SQL for `PaidOnline` of order `o`; null if it is not paid online. */
export const paidOnline = sql`(
  SELECT json_build_object('id', p.id, 'paid', p.amount, 'left', ${leftToRefund}, 'refunded', ${refundedSum},
    'creditable', ${creditableSum}, 'failed', ARRAY(SELECT f.id FROM refunds f WHERE f.payment = p.id AND f.state = 'failed'))
  FROM payments p WHERE p.order_id = o.id AND p.state = 'paid')`

/**
 * A refund that a change requests, in paise. If it is too small for the provider (`isSmall`), it is added to the
 * wallet.
 */
export type AskedRefund = { id: string; cause: 'canceled' | 'picked'; amount: number; isSmall: boolean }

/**
 * The refund that a change of an online order requests. A cancelation refunds the rest of the payment and replaces
 * failed refunds. A pick refunds its missing items less earlier refunds. Null if there is nothing to refund.
 */
export function askedRefund(
  { left, refunded }: PaidOnline,
  { isCanceled, missing }: { isCanceled: boolean; missing: number },
): AskedRefund | null {
  const amount = isCanceled ? left : missing - refunded
  if (amount <= 0) return null
  return { id: v7(), cause: isCanceled ? 'canceled' : 'picked', amount, isSmall: amount < MIN_ONLINE_PAYMENT }
}

type By = { by: string; now: Date }

/** Closes the checkout of an unpaid order that is canceled. */
export const closeCheckout = (tx: Db, orderId: string) =>
  send(
    tx,
    sql`WITH closed AS (
        UPDATE payments SET state = 'expired', check_at = NULL
        WHERE order_id = ${orderId} AND state IN ('created', 'failed') RETURNING id
      ), ${paymentsChanged(sql`SELECT id FROM closed`)} SELECT 1`,
  )

/**
 * Writes the refund that a change requests. A cancelation covers the refunds that had failed when `left` was read. A
 * refund that fails later is not part of `left`, so staff must settle it.
 */
export async function askRefund(
  tx: Db,
  { id: payment, failed }: PaidOnline,
  { asked, isCanceled }: { asked: AskedRefund | null; isCanceled: boolean },
  { by, now }: By,
) {
  if (isCanceled)
    await send(
      tx,
      sql`UPDATE refunds SET state = 'settled', settled_as = 'covered', amount = 0
        WHERE id IN (SELECT f::uuid FROM jsonb_array_elements_text(${JSON.stringify(failed)}::jsonb) f)
          AND state = 'failed'`,
    )
  if (asked) {
    const [at, { id, cause, amount, isSmall }] = [now.toISOString(), asked]
    await send(
      tx,
      sql`INSERT INTO refunds (id, payment, cause, amount, state, settled_as, request_key, next_at, by, created_at)
        VALUES (${id}, ${payment}, ${cause}, ${amount}, ${isSmall ? 'settled' : 'asked'}, ${isSmall ? 'wallet' : null},
          gen_random_uuid(), ${isSmall ? null : at}, ${by}, ${at})`,
    )
  }
  await send(tx, sql`INSERT INTO live_events (type, subject) VALUES ('payment.changed', ${payment})`)
}

/** The refunds of an order with this total beyond its missing items, in paise. */
export const creditBefore = (online: PaidOnline | null, asked: AskedRefund | null, total: number) =>
  online ? creditOf(online.paid, total, online.creditable + (asked?.amount ?? 0)) : 0

/** The posting of a rest that is too small for the provider to the wallet of the order's customer. */
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
