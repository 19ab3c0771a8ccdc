import {
  type ClaimDestination,
  type ClaimedLine,
  claimNumberText,
  type ClaimRefund,
  claimState,
  destinationsOf,
} from '@kirana/domain/claims'
import { formatRupees, type Paise } from '@kirana/domain/money'
import { refundWay } from '@kirana/domain/refunds'
import { splitReversal } from '@kirana/domain/wallet'
import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { send } from '../../db/send.ts'
import type { Db } from '../../db/types.ts'
import { HttpError } from '../../errors.ts'
import { amountsOf, partialNote, type StoredInvoice } from '../invoices/partial-notes.ts'
import { lockWallets } from '../orders/status-coins.ts'
import { requireVerifiedUpi } from '../orders/status-upi.ts'
import { takeBackPieces } from '../stock/of-claims.ts'
import { post, type Posting } from '../wallet/ledger.ts'
import { lockTill, publishCash, refuseBeyond } from '../wallet/till.ts'
import { type ClaimedOrder, leftOf, movedPieces, refundOf } from './facts.ts'
import {
  conflict,
  lockClaim,
  type LockedClaim,
  orderChanged,
  refuseWaiting,
  requireDelivered,
  requireSame,
  wantedLines,
  writeLines,
} from './lock.ts'
import { requireSecondPerson } from './second-person.ts'

/** @throws HttpError 409 if the state of the order does not allow this refund */
function refuseImpossible(order: ClaimedOrder, amount: Paise): asserts order is Refundable {
  requireDelivered(order)
  if (order.isReplacement)
    throw conflict(
      'A replacement costs nothing. Cancel it to open the claim that it replaces again, and refund that',
      'replacement',
    )
  if (order.online?.isMoving)
    throw conflict(
      "A refund made in the provider's dashboard is on its way. Try again when it has arrived",
      'moving',
    )
  requireVerifiedUpi(order)
  if (!order.invoice) throw conflict('This order has no invoice that can be credited in part', 'invoice')
  const left = leftOf(order)
  if (amount > left)
    throw conflict(
      left === 0 ? 'Nothing is left to refund of this order' : `Only ${formatRupees(left)} is left to refund`,
      'left',
    )
}
type Refundable = ClaimedOrder & { invoice: StoredInvoice }

export type ClaimRefundRequest = {
  claimId: string
  actionId: string
  to: ClaimDestination
  /** By default all open pieces. */
  lines?: readonly ClaimedLine[] | undefined
  /** The refunded pieces that can be sold again. */
  restock: readonly ClaimedLine[]
  /** The staff member who refunds the pieces or requested the refund. */
  staffId: string
  /** Paise that a second person has approved. */
  approved?: Paise | undefined
  by: string
  now: Date
}

export type ClaimRefundResult = {
  amount: Paise
  coins: number
  state: ReturnType<typeof claimState>
  /** Where the money goes: the wallet if the amount is too small for the provider, null if the amount is 0. */
  destination: ClaimDestination | null
  /** Coins that could not be taken back because they were spent. */
  coinsBorneByStore: number
  /** Paise that the staff member refunded without a second person, if the store has a limit for that. */
  refundedAlone: Paise
  order: string
  isRepeated: boolean
}

const destinationOf = (amount: Paise, to: ClaimDestination): ClaimRefundResult['destination'] =>
  amount === 0 ? null : to === 'source' ? refundWay(amount) : to

/** The audit entry of a refund. */
export const claimAudit = (object: string, { isRepeated: _, ...after }: ClaimRefundResult) => ({
  object,
  after,
})

/** The paise to credit for each row of the invoice, and for its rounding. */
function creditOf({ rows, invoice }: Refundable, refund: ClaimRefund) {
  const amounts = amountsOf(invoice.document).map((amount, i) =>
    i < rows.length ? (refund.rows[i]?.amount ?? 0) : refund.charges > 0 ? amount : 0,
  )
  return { rows: amounts, roundOff: refund.roundOff }
}

/**
 * Refunds pieces of a claim once: the money, the coins, the credit note, the pieces in stock and the claim in one
 * transaction. Locks follow the order of every change of an order (decision 035): order, payment, customer, levels,
 * wallet, series of credit notes.
 * @throws HttpError 404 for an unknown claim; 409 for a decided claim, or if less is left to refund, or if the action
 * is repeated with other values; 422 for pieces that are not open in it, or for more cash than the till holds;
 * NeedsApproval as `requireSecondPerson`
 */
export async function refundClaim(tx: Db, request: ClaimRefundRequest): Promise<ClaimRefundResult> {
  const { claimId, actionId, to, lines: wanted, restock, by, now } = request
  const claim = await lockClaim(tx, claimId, actionId, now)
  const { order, known, number } = claim
  if (known) {
    requireSame(known, {
      kind: 'refund',
      lines: wanted,
      restock,
      destination: destinationOf(known.amount, to),
    })
    return { ...repeated(claim), amount: known.amount, coins: known.coins }
  }
  const lines = wantedLines(claim, wanted)
  refuseWaiting(claim, 'claim-refund')
  const refund = order.invoice
    ? refundOf(order, lines)
    : { rows: [], charges: 0, roundOff: 0, amount: 0, coins: 0, completes: false }
  refuseImpossible(order, refund.amount)
  if (order.isErased)
    throw new HttpError(422, 'This customer is erased: nothing can go to their wallet', { code: 'erased' })
  if (to === 'source' && !order.online)
    throw new HttpError(422, 'Only an online payment can go back to its source', { code: 'source' })
  if (to === 'cash' && !destinationsOf(order.paidBy).includes(to))
    throw new HttpError(422, 'Only an order that was paid in cash can be refunded in cash', { code: 'cash' })
  const moved = movedPieces(order, refund, restock)
  const { amount } = refund
  const reason = `${formatRupees(amount)} back ${to === 'cash' ? 'in cash' : `to the ${to}`}`
  const asked = { to, lines, restock: [...restock] }
  const alone = await requireSecondPerson(tx, claim, { kind: 'claim-refund', amount, asked, reason }, request)
  const destination = destinationOf(amount, to)
  const decided = claim.lines.map((line) => {
    const pieces = lines.find((one) => one.line === line.line)?.pieces ?? 0
    return { ...line, refunded: line.refunded + pieces }
  })
  const state = claimState(decided)

  await send(
    tx,
    sql`UPDATE users SET total_payment = total_payment - ${refund.amount}::bigint WHERE id = ${order.userId}`,
  )
  await takeBackPieces(tx, order.id, moved, { by, now })
  const borne = await postRefund(tx, { claimId, actionId, order, refund, destination, by, now })
  const noteId = refund.amount > 0 ? await issueNote(tx, { order, refund, number, now }) : null
  await writeRefund(tx, request, { orderId: order.id, refund, destination, noteId, alone, moved })
  await send(
    tx,
    sql`UPDATE orders SET coins = coins - ${refund.coins}::bigint,
        referral_coins = CASE WHEN ${refund.completes} THEN 0 ELSE referral_coins END,
        claimed = claimed + ${order.online ? 0 : refund.amount}::bigint WHERE id = ${order.id}`,
  )
  await writeLines(tx, claimId, decided, { decided: 'refunded', state })
  await orderChanged(tx, order.id)
  return {
    ...repeated(claim),
    amount: refund.amount,
    coins: refund.coins,
    state,
    destination,
    coinsBorneByStore: borne,
    refundedAlone: alone,
    isRepeated: false,
  }
}

/** Issues the credit note of a refund. @returns its id */
async function issueNote(
  tx: Db,
  { order, refund, number, now }: { order: Refundable; refund: ClaimRefund; number: number; now: Date },
) {
  const noteId = v7()
  const reason = `Claim ${claimNumberText(number)}`
  const from = sql`(SELECT 1) AS one`
  await send(
    tx,
    sql`WITH ${partialNote(order.invoice, creditOf(order, refund), { noteId, reason, now, from })} SELECT 1`,
  )
  return noteId
}

type Written = {
  orderId: string
  refund: ClaimRefund
  destination: ClaimDestination | null
  noteId: string | null
  alone: Paise
  moved: ReturnType<typeof movedPieces>
}

/** Writes the decision and its pieces. */
async function writeRefund(
  tx: Db,
  { claimId, actionId, staffId, by, now }: ClaimRefundRequest,
  { orderId, refund, destination, noteId, alone, moved }: Written,
) {
  await send(
    tx,
    sql`INSERT INTO claim_actions (claim_id, action_id, kind, destination, amount, coins, refunded_alone, staff_id, note_id,
        by, created_at)
      VALUES (${claimId}, ${actionId}, 'refund', ${destination}, ${refund.amount}, ${refund.coins}, ${alone}, ${staffId},
        ${noteId}, ${by}, ${now.toISOString()})`,
  )
  await send(
    tx,
    sql`INSERT INTO claim_pieces (claim_id, action_id, order_id, position, pieces, restocked, amount)
      SELECT ${claimId}::uuid, ${actionId}, ${orderId}::uuid, m.position, m.pieces, m.restocked, m.amount
      FROM jsonb_to_recordset(${JSON.stringify(moved)}::jsonb)
        AS m("position" smallint, pieces int, restocked int, amount bigint)`,
  )
}

const repeated = ({ lines, order }: LockedClaim): ClaimRefundResult => ({
  amount: 0,
  coins: 0,
  state: claimState(lines),
  destination: null,
  coinsBorneByStore: 0,
  refundedAlone: 0,
  order: order.id,
  isRepeated: true,
})

type Paid = Pick<ClaimRefundRequest, 'claimId' | 'actionId' | 'by' | 'now'> & {
  order: ClaimedOrder
  refund: ClaimRefund
  destination: ClaimDestination | null
}

/**
 * Moves money and coins. The refund of the last delivered piece also takes back the reward for the referral code. A
 * refund of an online payment is a row of `refunds` even if it goes to the wallet, because the remaining payment is
 * computed from these rows.
 * @returns coins that the store bears
 */
async function postRefund(
  tx: Db,
  { claimId, actionId, order, refund, destination, by, now }: Paid,
): Promise<number> {
  const at = now.toISOString()
  if (order.online && destination) {
    const isWallet = destination === 'wallet'
    await send(
      tx,
      sql`INSERT INTO refunds (id, payment, cause, amount, state, settled_as, request_key, next_at, by, created_at)
        VALUES (${v7()}, ${order.online.id}, ${`claim ${claimId} ${actionId}`}, ${refund.amount},
          ${isWallet ? 'settled' : 'asked'}, ${isWallet ? 'wallet' : null}, gen_random_uuid(), ${isWallet ? null : at},
          ${by}, ${at})`,
    )
    await send(
      tx,
      sql`INSERT INTO live_events (type, subject) VALUES ('payment.changed', ${order.online.id})`,
    )
  }
  const posting = (
    kind: Posting['kind'],
    amounts: readonly number[],
    userId: string | null = order.userId,
  ): Posting => ({
    key: `claim:${claimId}:${actionId}:${kind}`,
    kind,
    userId,
    orderId: order.id,
    by,
    amounts,
  })
  const referrerId = refund.completes && order.referralCoins > 0 ? order.referrerId : null
  const balance =
    refund.coins > 0 || referrerId !== null
      ? await lockWallets(tx, { userId: order.userId, referrerId })
      : { customer: 0, referrer: 0 }
  const [taken, borne] = splitReversal(refund.coins, balance.customer)
  const reward = splitReversal(referrerId === null ? 0 : order.referralCoins, balance.referrer)
  const postings = [
    ...(refund.coins > 0 ? [posting('claim-coins', [taken, borne])] : []),
    ...(referrerId === null ? [] : [posting('referral-reversal', reward, referrerId)]),
    ...(destination === 'wallet' ? [posting('claim-refund', [refund.amount])] : []),
    ...(destination === 'cash' ? [posting('claim-cash', [refund.amount], null)] : []),
  ]
  if (destination === 'cash') {
    refuseBeyond(await lockTill(tx), refund.amount)
    await publishCash(tx, order.id)
  }
  await post(tx, postings, now)
  return borne + reward[1]
}
