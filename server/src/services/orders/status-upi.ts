import type { Payer } from '@kirana/domain/vocabulary'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { v7 } from 'uuid'
import { constraintOf } from '../../db/errors.ts'
import { send } from '../../db/send.ts'
import type { Db } from '../../db/types.ts'
import { HttpError } from '../../errors.ts'
import type { Posting } from '../wallet/ledger.ts'

/** The UPI payment of an order; `amount` is paise. */
export const DoorUpi = z.strictObject({ id: z.string(), amount: z.int(), isVerified: z.boolean() })

/** SQL for `DoorUpi` of order `o`; null without one. */
export const doorUpi = sql`(
  SELECT json_build_object('id', u.id, 'amount', u.amount, 'isVerified', u.state = 'verified')
  FROM upi_payments u WHERE u.order_id = o.id AND u.state <> 'void')`

/**
 * Rejects the refund of a UPI payment that only the rider has reported (decision 054).
 * @throws HttpError 409 `upi` while the payment is not verified
 */
export function requireVerifiedUpi({ upi }: { upi: z.output<typeof DoorUpi> | null }) {
  if (upi && !upi.isVerified)
    throw new HttpError(
      409,
      'The UPI payment of this order is not verified yet. Someone with access to Cash must verify it first',
      { code: 'upi' },
    )
}

/** A payment by UPI that a rider has reported. */
export type PaidByUpi = { utr: string; riderId: string }

type Change = { id: string; upi?: PaidByUpi | undefined; by: string; now: Date }
type Order = { total: number; paidBy: Payer; step: number; upi: z.output<typeof DoorUpi> | null }

/**
 * Writes or voids the UPI payment of an order whose status changes.
 * @returns its posting
 * @throws HttpError 409 `utr` when the UTR was used before, at a later statement or the commit
 */
export async function changeUpi(
  tx: Db,
  { id, upi, by, now }: Change,
  { total, paidBy: before, step, upi: paid }: Order,
  after: Payer,
): Promise<Posting[]> {
  const posting = (kind: Posting['kind'], amount: number): Posting[] => [
    { key: `order:${id}:${step + 1}:upi`, kind, userId: null, orderId: id, by, amounts: [amount] },
  ]
  if (before === 'upi' && after !== 'upi' && paid) {
    await send(tx, sql`UPDATE upi_payments SET state = 'void' WHERE id = ${paid.id}`)
    return posting('upi-payment-reversal', paid.amount)
  }
  if (before === 'upi' || after !== 'upi' || !upi) return []
  await send(
    tx,
    sql`INSERT INTO upi_payments (id, order_id, rider_id, utr, amount, created_at)
      VALUES (${v7()}, ${id}, ${upi.riderId}, ${upi.utr}, ${total}, ${now.toISOString()})`,
    (error) => {
      if (constraintOf(error) !== 'upi_utr_used_once') throw error
      throw new HttpError(409, `The UTR ${upi.utr} was used for another order`, { code: 'utr' })
    },
  )
  return posting('upi-payment', total)
}
