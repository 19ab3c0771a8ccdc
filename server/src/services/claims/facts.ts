import {
  type ClaimedLine,
  claimRefund,
  type ClaimRefund,
  deliveredPieces,
  openPieces,
} from '@kirana/domain/claims'
import type { Paise } from '@kirana/domain/money'
import { deliveryStatuses, payers, paymentMethods } from '@kirana/domain/vocabulary'
import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { DoorUpi, doorUpi } from '../orders/status-upi.ts'
import { amountsOf, creditedOf, currentInvoice, storedInvoice } from '../invoices/partial-notes.ts'
import { HttpError } from '../../errors.ts'
import { billedLines } from '../shared/billed-lines.ts'
import { claimedCoins } from '../shared/claimed-coins.ts'
import { isFromDashboard, refundedSum } from '../shared/refund-rows.ts'

/** A row of the delivered bill. `position` is its place in the bill and in the invoice. */
const BilledRow = z.strictObject({
  position: z.int(),
  line: z.int(),
  variantId: z.string(),
  title: z.string(),
  quantityText: z.string(),
  image: z.string(),
  pieces: z.int(),
  total: z.int(),
  coins: z.int(),
})

const StoredClaimLine = z.strictObject({
  line: z.int(),
  pieces: z.int(),
  refunded: z.int(),
  replaced: z.int(),
  refused: z.int(),
})
export type StoredClaimLine = z.output<typeof StoredClaimLine>

/** The data of a delivered order that decides about refunds of its pieces. Amounts are paise. */
export const ClaimedOrder = z.strictObject({
  id: z.string(),
  orderId: z.string(),
  userId: z.string(),
  status: z.enum(deliveryStatuses),
  paymentMethod: z.enum(paymentMethods),
  paidBy: z.enum(payers),
  total: z.int(),
  claimed: z.int(),
  coins: z.int(),
  /** The owner of the referral code, and the coins that they were granted. */
  referrerId: z.nullable(z.string()),
  referralCoins: z.int(),
  /** Coins that were taken back for claims. */
  coinsTaken: z.int(),
  isErased: z.boolean(),
  rows: z.array(BilledRow),
  /** Pieces refunded so far, by line. */
  refunded: z.array(z.strictObject({ line: z.int(), pieces: z.int() })),
  /** Pieces refunded or replaced so far, by line. */
  decided: z.array(z.strictObject({ line: z.int(), pieces: z.int() })),
  isReplacement: z.boolean(),
  invoice: z.nullable(storedInvoice),
  upi: z.nullable(DoorUpi),
  online: z.nullable(
    z.strictObject({
      id: z.string(),
      /** The payment less all its refunds, including failed ones, which still have to be paid. */
      left: z.int(),
      /** Whether a refund made in the provider's dashboard is pending. */
      isMoving: z.boolean(),
    }),
  ),
})
export type ClaimedOrder = z.output<typeof ClaimedOrder>

/** SQL for order `o` as JSON (`ClaimedOrder`). */
export const claimedOrder: SQL = sql`json_build_object('id', o.id, 'orderId', o.order_id, 'userId', o.user_id,
  'status', o.status, 'paymentMethod', o.payment_method, 'paidBy', o.paid_by, 'total', o.total, 'claimed', o.claimed, 'coins', o.coins,
  'referrerId', o.referrer_id, 'referralCoins', o.referral_coins,
  'coinsTaken', ${claimedCoins(sql`o.id`)},
  'isErased', (SELECT u.erased_at IS NOT NULL FROM users u WHERE u.id = o.user_id),
  'rows', (SELECT json_agg(json_build_object('position', b.position, 'line', b.line, 'variantId', b.variant_id,
      'title', b.title, 'quantityText', b.quantity_text, 'image', n.image, 'pieces', b.pieces, 'total', b.total,
      'coins', b.pieces * coalesce(CASE WHEN b.variant_id = n.variant_id THEN n.coins ELSE s.swap_coins END, 0))
      ORDER BY b.position)
    FROM ${billedLines(sql`o.id`)} b JOIN order_lines n ON n.order_id = o.id AND n.line = b.line
    LEFT JOIN pick_lines s ON s.order_id = o.id AND s.line = b.line),
  'refunded', (SELECT coalesce(json_agg(json_build_object('line', r.line, 'pieces', r.pieces)), '[]')
    FROM (SELECT l.line, sum(l.refunded)::int AS pieces FROM claim_lines l WHERE l.order_id = o.id GROUP BY l.line) r),
  'decided', (SELECT coalesce(json_agg(json_build_object('line', r.line, 'pieces', r.pieces)), '[]')
    FROM (SELECT l.line, sum(l.refunded + l.replaced)::int AS pieces FROM claim_lines l
      WHERE l.order_id = o.id GROUP BY l.line) r),
  'isReplacement', o.is_replacement, 'invoice', ${currentInvoice},
  'upi', CASE WHEN o.paid_by = 'upi' THEN ${doorUpi} END,
  'online', (SELECT json_build_object('id', p.id, 'left', greatest(0, p.amount - ${refundedSum}),
      'isMoving', EXISTS (SELECT 1 FROM refunds r WHERE r.payment = p.id AND r.state = 'asked' AND ${isFromDashboard}))
    FROM payments p WHERE p.order_id = o.id AND p.state = 'paid'))`

/** SQL for the lines of claim `c` as JSON. */
export const claimLines: SQL = sql`(SELECT coalesce(json_agg(json_build_object('line', l.line, 'pieces', l.pieces,
  'refunded', l.refunded, 'replaced', l.replaced, 'refused', l.refused) ORDER BY l.line), '[]')
  FROM claim_lines l WHERE l.claim_id = c.id)`
export const claimLineList = z.array(StoredClaimLine)

/** The amount of an order that can still be refunded, in paise. */
export function leftOf({ total, claimed, online, invoice, status }: ClaimedOrder): Paise {
  if (status !== 'delivered') return 0
  if (online) return Math.min(online.left, total - (invoice ? creditedOf(invoice) : 0))
  return total - claimed
}

/**
 * The open pieces of a claim that can be refunded or replaced: at most those delivered and not decided. In earlier
 * releases an order could be picked again after its claim, with fewer pieces; claims for the missing pieces can only be
 * refused.
 */
export function openLines(
  lines: readonly StoredClaimLine[],
  { rows, decided }: Pick<ClaimedOrder, 'rows' | 'decided'>,
): ClaimedLine[] {
  const delivered = deliveredPieces(rows)
  const decidedOf = new Map(decided.map(({ line, pieces }) => [line, pieces]))
  return lines.flatMap((claimed) => {
    const { line } = claimed
    const pieces = Math.min(openPieces(claimed), (delivered.get(line) ?? 0) - (decidedOf.get(line) ?? 0))
    return pieces > 0 ? [{ line, pieces }] : []
  })
}

/** The rows of the order's bill with the amount paid for each, after its share of the discounts. */
export function paidRows({ rows, invoice }: ClaimedOrder) {
  const lines = invoice?.document.lines ?? []
  return rows.map((row, i) => {
    const line = lines[i]
    if (line?.total !== row.total) throw new Error('The invoice has other lines than the order')
    return { ...row, paid: line.paid, discount: line.discount }
  })
}

/** The refund of these pieces of an order. */
export function refundOf(order: ClaimedOrder, claimed: readonly ClaimedLine[]): ClaimRefund {
  const { invoice, coins, coinsTaken, refunded } = order
  const amounts = invoice ? amountsOf(invoice.document) : []
  const charges = amounts.slice(order.rows.length).reduce((sum, amount) => sum + amount, 0)
  const roundOff = invoice?.document.roundOff ?? 0
  return claimRefund({ rows: paidRows(order), charges, roundOff, coins, coinsTaken, refunded }, claimed)
}

/** The refunded pieces of each row, and those that are returned to the shelves. @throws HttpError 422 */
export function movedPieces(order: ClaimedOrder, refund: ClaimRefund, restock: readonly ClaimedLine[]) {
  const left = new Map(restock.map(({ line, pieces }) => [line, pieces]))
  const moved = order.rows.flatMap(({ position, line, variantId }, i) => {
    const { pieces = 0, amount = 0 } = refund.rows[i] ?? {}
    if (pieces === 0) return []
    const restocked = Math.min(pieces, left.get(line) ?? 0)
    left.set(line, (left.get(line) ?? 0) - restocked)
    return [{ position, variantId, pieces, restocked, amount }]
  })
  if ([...left.values()].some((pieces) => pieces > 0))
    throw new HttpError(422, 'More pieces go back to the shelves than are refunded', { code: 'restock' })
  return moved
}
