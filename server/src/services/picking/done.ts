import { pickActionKinds, pickStates } from '@kirana/domain/vocabulary'
import type { BillRules } from '@kirana/domain/bill'
import { dayInKolkata } from '@kirana/domain/calendar'
import { linesClaimedBeyond } from '@kirana/domain/claims'
import { counted } from '@kirana/domain/count'
import { zeroKinds } from '@kirana/domain/gst'
import {
  billedAs,
  billedLines,
  type BilledLine,
  lineState,
  type PickLine,
  pickedStock,
  pickProblem,
} from '@kirana/domain/pick'
import { pickedBill, type PickedBill } from '@kirana/domain/picked-bill'
import { type SQL, sql } from 'drizzle-orm'
import { validate } from 'uuid'
import * as z from 'zod/mini'
import { rowsOf, whole } from '../../db/rows.ts'
import { run, send } from '../../db/send.ts'
import type { Db } from '../../db/types.ts'
import { HttpError } from '../../errors.ts'
import type { Supply } from '../invoices/data.ts'
import { rateOn } from '../invoices/issue.ts'
import { lockReplacedClaim } from '../orders/replacement.ts'
import { requireVerifiedUpi } from '../orders/status-upi.ts'
import { applyChange, refuseWhileReplaced, statusAudit, type StatusChangeResult } from '../orders/status.ts'
import { stateBeforeEnd } from '../orders/ended-pick.ts'
import { type LockedOrder, lockedOrder, LockedOrderRow, type PickOutcome } from '../orders/status-write.ts'
import { takePicked } from '../stock/of-picks.ts'
import { isRepeated, refuseProblem, requireHeld, unclaimed } from './lines.ts'
import {
  lineActions,
  pickLineFields,
  pickLinesOf,
  type Picker,
  StoredPickLine,
} from '../shared/pick-lines.ts'
import { type ApprovedPick, requireSecondPerson } from './second-person.ts'

const SwapTax = z.strictObject({
  line: z.int(),
  hsn: z.string(),
  rate: z.nullable(z.int()),
  zeroKind: z.enum(zeroKinds),
})
const LockedPick = z.strictObject({
  state: z.enum(pickStates),
  staffId: z.nullable(z.string()),
  by: z.string(),
  /** The kind of the stored action with this id. */
  known: z.nullable(z.enum(pickActionKinds)),
  /** Number of recorded settings of its lines. */
  settings: z.int(),
  secondPerson: z.boolean(),
  approvalFrom: z.int(),
  rules: z.nullable(whole<BillRules>()),
  placedTotal: z.nullable(z.int()),
  lines: z.array(StoredPickLine),
  swapTaxes: z.array(SwapTax),
  /** The pieces of each line with a claim that is not refused, if the order was delivered before. */
  claimed: z.array(z.strictObject({ line: z.int(), pieces: z.int() })),
})
type LockedPick = z.output<typeof LockedPick>
const lockedRow = z.strictObject({ order_row: LockedOrderRow, pick: LockedPick })

/**
 * Locks the order and its pick, and then reads them, so that all earlier actions are seen.
 * @throws HttpError 409 if the order is not claimed
 */
async function lockPick(tx: Db, orderId: string, actionId: string, now: Date) {
  const day = sql`${dayInKolkata(now)}::date`
  const [locked, , rows] = await Promise.all([
    run(
      tx,
      sql`SELECT 1 FROM orders o JOIN order_picks p ON p.order_id = o.id WHERE o.id = ${orderId} FOR UPDATE OF o, p`,
    ),
    lockReplacedClaim(tx, orderId),
    rowsOf(tx, lockedRow).execute(sql`
      SELECT ${lockedOrder('prepared', now)} AS order_row, json_build_object('state', p.state, 'staffId', p.staff_id,
        'by', p.by,
        'known', (SELECT a.kind FROM pick_actions a WHERE a.order_id = o.id AND a.action_id = ${actionId}),
        'settings', ${lineActions}, 'secondPerson', y.second_person, 'approvalFrom', y.payout_approval_from,
        'rules', o.rules, 'placedTotal', o.placed_total,
        'lines', (SELECT json_agg(json_build_object(${pickLineFields}) ORDER BY l.line) FROM ${pickLinesOf}
          WHERE l.order_id = o.id),
        'swapTaxes', (SELECT coalesce(json_agg(json_build_object('line', k.line, 'hsn', p.hsn, 'rate', ${rateOn(day)},
            'zeroKind', p.zero_kind)), '[]')
          FROM pick_lines k JOIN products p ON p.id = k.swap_product WHERE k.order_id = o.id),
        'claimed', (SELECT coalesce(json_agg(c), '[]') FROM (
          SELECT l.line, sum(l.pieces - l.refused)::int AS pieces FROM claim_lines l
          WHERE l.order_id = o.id GROUP BY l.line ORDER BY l.line) c)) AS pick
      FROM orders o JOIN order_picks p ON p.order_id = o.id LEFT JOIN coupon_uses c ON c.order_id = o.id
        CROSS JOIN company y WHERE o.id = ${orderId}`),
  ])
  const [row] = rows
  if (!row || locked.rows.length === 0) throw unclaimed()
  return { order: row.order_row, pick: row.pick }
}

/** The supply of the invoice: the picked items, each with the rate of its own product. */
function pickedSupply(
  ordered: Supply | null,
  { bill, billed, pick }: { bill: PickedBill; billed: readonly BilledLine[]; pick: LockedPick },
): Supply | null {
  if (!ordered) return null
  const orderedTax = new Map(pick.lines.map(({ line }, i) => [line, ordered.lines[i]]))
  const swapTax = new Map(pick.swapTaxes.map((tax) => [tax.line, tax]))
  return {
    ...ordered,
    subtotal: bill.subtotal,
    discount: bill.discount,
    referralDiscount: bill.referralDiscount,
    roundOff: bill.roundOff,
    total: bill.total,
    lines: billed.map(({ line, isSwap, title, quantityText, quantity, price, total }) => {
      const tax = isSwap ? swapTax.get(line) : orderedTax.get(line)
      const { hsn = '', rate = null, zeroKind = 'nil' as const } = tax ?? {}
      return { title, quantityText, quantity, price, total, hsn, rate, zeroKind }
    }),
    // The stored rules have the same charges as the order, in the same order.
    charges: ordered.charges.map((charge, i) => ({ ...charge, amount: bill.charges[i]?.amount ?? 0 })),
  }
}

const insertLines = (orderId: string, billed: readonly BilledLine[]): SQL => sql`
  INSERT INTO picked_lines (order_id, position, line, product_id, variant_id, title, quantity_text, quantity, price,
    total, pieces, is_swap, grams)
  SELECT ${orderId}::uuid, w.* FROM jsonb_to_recordset(${JSON.stringify(
    billed.map(({ productId, variantId, quantityText, isSwap, ...line }, i) => ({
      ...line,
      position: i + 1,
      product_id: productId,
      variant_id: variantId,
      quantity_text: quantityText,
      is_swap: isSwap,
    })),
  )}::jsonb) AS w(position int, line int, product_id uuid, variant_id uuid, title text, quantity_text text,
    quantity int, price bigint, total bigint, pieces int, is_swap boolean, grams int)`

type Finished = {
  orderId: string
  actionId: string
  order: LockedOrder
  pick: LockedPick
  bill: PickedBill
  billed: readonly BilledLine[]
  /** The picker and the approver, for the history. */
  by: string
  /** Paise that the picker refunds without a second person. */
  refundedAlone: number
  picker: Picker
  now: Date
}

function outcomeOf(finished: Finished): PickOutcome {
  const { orderId, actionId, order, pick, bill, billed, by, refundedAlone, picker, now } = finished
  const { isEmpty } = bill
  const refund = isEmpty ? 0 : bill.refund
  const isOnline = order.paymentMethod === 'online'
  // If the order is unpaid, there is no refund, because less is due.
  const walletRefund = !isOnline && order.paymentStatus === 'paid' ? refund : 0
  const onlineRefund = isOnline ? refund : 0
  const isAsOrdered = pick.lines.every((line) => lineState(line) === 'found')
  const at = now.toISOString()
  return {
    write: async (tx) => {
      if (!isEmpty)
        await send(
          tx,
          sql`UPDATE order_picks SET discarded = ${stateBeforeEnd(orderId, order.step + 1, walletRefund + onlineRefund)}
            WHERE order_id = ${orderId}`,
        )
      await takePicked(tx, orderId, pickedStock(pick.lines), { isEmpty, by, now })
      await send(tx, insertLines(orderId, billed))
      await send(
        tx,
        sql`INSERT INTO pick_actions (order_id, action_id, kind, by, created_at)
          VALUES (${orderId}, ${actionId}, 'done', ${picker.name}, ${at})`,
      )
      await send(
        tx,
        sql`UPDATE order_picks SET state = 'done', until = NULL, step = step + 1, done_at = ${at},
          refunded_alone = ${refundedAlone} WHERE order_id = ${orderId}`,
      )
    },
    hasOtherItems: !isAsOrdered && !isEmpty,
    // If nothing was found, the order is canceled with its original bill.
    bill: isEmpty
      ? sql``
      : sql`, subtotal = ${bill.subtotal}, discount = ${bill.discount}, referral_discount = ${bill.referralDiscount},
        charges = ${JSON.stringify(bill.charges)}::jsonb, charges_total = ${bill.chargesTotal}, round_off = ${bill.roundOff},
        total = ${bill.total}, coins = ${bill.coins}`,
    supply: isEmpty ? null : pickedSupply(order.supply, { bill, billed, pick }),
    walletRefund,
    onlineRefund,
  }
}

export type PickResult = StatusChangeResult & {
  total: { from: number; to: number }
  missing: { title: string; quantity: number; reason: string }[]
  swapped: { title: string; quantity: number; by: string; pieces: number; reason?: string }[]
}

/** The audit entry of the end of a pick. */
export function pickAudit({ total, missing, swapped, ...changed }: PickResult) {
  const { before, after } = statusAudit(changed)
  return {
    before: { ...before, total: total.from },
    after: { ...after, total: total.to, missing, swapped },
  }
}

const missingOf = (lines: readonly PickLine[]) =>
  lines.flatMap(({ title, ordered, found, reason }) =>
    found < ordered ? [{ title, quantity: ordered - found, reason }] : [],
  )

const swappedOf = (lines: readonly PickLine[]) =>
  lines.flatMap(({ title, ordered, found, swap }) =>
    swap
      ? [
          {
            title,
            quantity: ordered - found,
            by: swap.title,
            pieces: swap.quantity,
            ...(swap.reason && { reason: swap.reason }),
          },
        ]
      : [],
  )

/** @throws HttpError 409 `claimed` if fewer pieces of a line are packed than are claimed */
function refuseBelowClaimed({ lines, claimed }: LockedPick, billed: readonly BilledLine[]) {
  const [beyond] = linesClaimedBeyond(billed, claimed)
  if (!beyond) return
  const title = lines.find(({ line }) => line === beyond.line)?.title ?? ''
  const covered = `Claims cover ${counted(beyond.pieces, 'piece')} of ${title}`
  throw new HttpError(409, `${covered}. Pack as many, or refuse the claim first`, { code: 'claimed' })
}

/**
 * Ends picking: sets the order to Prepeared with the bill and the invoice of the picked items, moves stock, and refunds
 * missing items. If nothing was found, the order is canceled.
 * @returns null when the same action has ended it before
 * @throws HttpError 409 as `requireHeld` and `requireVerifiedUpi`, `claimed` as `refuseBelowClaimed`, `claim` if
 * nothing was found and a replacement of its pieces is not canceled; 422 while lines are open, or when a line is
 * invalid (`pickProblem`), because earlier releases stored such lines; NeedsApproval as `requireSecondPerson`
 */
export async function finishPick(
  tx: Db,
  { orderId, actionId, approved }: { orderId: string; actionId: string; approved?: ApprovedPick },
  picker: Picker,
  now: Date,
): Promise<PickResult | null> {
  if (!validate(orderId)) throw unclaimed()
  const { order, pick } = await lockPick(tx, orderId, actionId, now)
  if (isRepeated(pick.known, 'done')) return null
  await requireHeld(tx, orderId, { ...pick, status: order.status }, picker)
  const open = pick.lines.filter((line) => lineState(line) === 'open').length
  if (open > 0)
    throw new HttpError(422, open === 1 ? '1 line is still open' : `${open} lines are still open`, {
      code: 'open',
    })
  for (const line of pick.lines) refuseProblem(pickProblem(line))
  const { rules, placedTotal, lines } = pick
  const bill = pickedBill({ rules, placedTotal: placedTotal ?? order.total, lines: lines.map(billedAs) })
  const billed = bill.isEmpty ? [] : billedLines(lines, bill)
  if (bill.isEmpty) refuseWhileReplaced(order)
  else refuseBelowClaimed(pick, billed)
  // If nothing was found, an unverified UPI payment counts as not made, so there is no refund.
  const isNeverPaid = bill.isEmpty && order.upi?.isVerified === false
  const refund = isNeverPaid ? 0 : bill.isEmpty ? order.total : bill.refund
  if (refund > 0) requireVerifiedUpi(order)
  const ending = { ...pick, orderId, order, refund, isEmpty: bill.isEmpty, seen: pick.settings }
  const refundedAlone = await requireSecondPerson(tx, ending, { staffId: picker.id, approved, now })
  const to = bill.isEmpty ? ('canceled' as const) : ('prepared' as const)
  const by = approved?.by ?? `${picker.name} (staff)`
  const change = { id: orderId, to, by, now }
  const finished = { orderId, actionId, order, pick, bill, billed, by, refundedAlone, picker, now }
  const changed = await applyChange(tx, change, order, outcomeOf(finished))
  return {
    ...changed,
    total: { from: order.total, to: bill.total },
    missing: missingOf(lines),
    swapped: swappedOf(lines),
  }
}
