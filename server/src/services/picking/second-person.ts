import { formatRupees, type Paise } from '@kirana/domain/money'
import { refundDestination } from '@kirana/domain/payment'
import { isSwapAboveBound, type PickLine, swapValues } from '@kirana/domain/pick'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { HttpError, requireRow } from '../../errors.ts'
import type { LockedOrder } from '../orders/status-write.ts'
import { leftToRefund, refundedSum } from '../shared/refund-rows.ts'
import { NeedsApproval, refundedAlone } from '../shared/second-person.ts'

/**
 * The approval of a second person: the approved amount, and the number of line settings at that time (`seen`). `by`
 * names both people.
 */
export type ApprovedPick = { amount: Paise; seen: number | null; by: string }

type Ending = {
  orderId: string
  order: LockedOrder
  lines: readonly PickLine[]
  /** The refund if the order is paid, in paise: for missing items, or of the total if nothing was found. */
  refund: Paise
  isEmpty: boolean
  /** Number of recorded settings of the lines. */
  seen: number
  secondPerson: boolean
  approvalFrom: Paise
}

const onlineRow = z.strictObject({ left: z.int(), refunded: z.int() })

/**
 * Paise of `refund` that are still due of an online payment, because some may have been refunded in the dashboard. A
 * separate statement, because the one that waited for the order's lock does not see refunds that were committed during
 * the wait.
 */
async function stillDue(tx: Db, { orderId, refund, isEmpty }: Ending): Promise<Paise> {
  const rows = await rowsOf(tx, onlineRow).execute(sql`
    SELECT ${leftToRefund}::float8 AS left, ${refundedSum}::float8 AS refunded
    FROM payments p WHERE p.order_id = ${orderId} AND p.state = 'paid'`)
  const { left, refunded } = requireRow(rows, 'Payment')
  return isEmpty ? left : Math.max(0, refund - refunded)
}

const swapText = (line: PickLine) => {
  const { replaced, worth } = swapValues(line)
  const { title, quantity, reason } = line.swap ?? { title: '', quantity: 0, reason: '' }
  return `${quantity} × ${title} for ${formatRupees(worth)} instead of ${line.title} for ${formatRupees(replaced)}: ${reason}`
}

/**
 * Requires a second person, if the store has this rule, when a picker would exceed the limit of refunds that one person
 * may make, or would swap in much more expensive goods. Call it before any write. At most three statements.
 * @returns paise that the picker refunds alone
 * @throws NeedsApproval; HttpError 409 when the pick is no longer what the second person saw
 */
export async function requireSecondPerson(
  tx: Db,
  ending: Ending,
  { staffId, approved, now }: { staffId: string; approved: ApprovedPick | undefined; now: Date },
): Promise<Paise> {
  const { orderId, order, lines, refund, seen, secondPerson, approvalFrom } = ending
  const destination = refundDestination({ ...order, isPaid: order.paymentStatus === 'paid' }, refund)
  const isChecked = secondPerson || approved !== undefined
  const repaid =
    destination === null ? 0 : destination === 'source' && isChecked ? await stillDue(tx, ending) : refund
  const swaps = lines.filter(isSwapAboveBound)
  const amount = swaps.reduce((sum, line) => sum + swapValues(line).worth, repaid)
  if (approved) {
    if (approved.seen === seen && approved.amount === amount) return 0
    throw new HttpError(409, 'This pick has changed since. End it again to ask for approval', {
      code: 'stale',
    })
  }
  if (!secondPerson || amount === 0) return repaid
  const isSmall = swaps.length === 0 && repaid < approvalFrom
  const before = isSmall ? await refundedAlone(tx, staffId, now) : 0
  if (isSmall && before + repaid < approvalFrom) return repaid
  const reason = [
    ...(repaid > 0 ? [`${formatRupees(repaid)} back to the ${destination}`] : []),
    ...(before > 0 ? [`${formatRupees(before)} refunded alone in the 24 hours before`] : []),
    ...swaps.map(swapText),
  ].join('. ')
  throw new NeedsApproval({ kind: 'pick', userId: order.userId, subject: orderId, amount, seen, reason })
}
