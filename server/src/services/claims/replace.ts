import { type ClaimedLine, claimState, replacedPieces } from '@kirana/domain/claims'
import { formatRupees, type Paise } from '@kirana/domain/money'
import { pricePaid } from '@kirana/domain/price'
import { packWeight } from '@kirana/domain/weight'
import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import { send } from '../../db/send.ts'
import type { Db } from '../../db/types.ts'
import { HttpError, requireRow } from '../../errors.ts'
import { insertOrder, lockCustomer, type Priced } from '../orders/insert.ts'
import { countReplaced } from '../orders/replacement.ts'
import { storedAddress } from '../shared/address.ts'
import { estimateOf, StoredOpening, storedOpening } from '../shared/opening.ts'
import { claimLineList, claimLines, refundOf } from './facts.ts'
import {
  conflict,
  lockClaim,
  type LockedClaim,
  orderChanged,
  refuseWaiting,
  requireDelivered,
  requireSame,
  wantedLines,
} from './lock.ts'
import { requireSecondPerson } from './second-person.ts'

const inputsRow = z.strictObject({
  inputs: z.strictObject({
    address: storedAddress,
    deliveryTime: z.string(),
    opening: z.nullable(StoredOpening),
    items: z.array(
      z.strictObject({
        variantId: z.string(),
        productId: z.string(),
        title: z.string(),
        category: z.string(),
        image: z.string(),
        amount: z.int(),
        unit: z.string(),
        sellingPrice: z.int(),
        specialPrice: z.int(),
        byWeight: z.boolean(),
        isTracked: z.boolean(),
      }),
    ),
  }),
})

/** The data for a replacement: the address of the claimed order, and the current variants of the catalogue. */
async function readInputs(tx: Db, orderId: string, variantIds: readonly string[]) {
  const rows = await rowsOf(tx, inputsRow).execute(sql`
    SELECT json_build_object('address', o.address, 'deliveryTime', y.delivery_time, 'opening', ${storedOpening},
      'items', (SELECT coalesce(json_agg(json_build_object('variantId', v.id, 'productId', p.id, 'title', p.title,
          'category', c.name, 'amount', v.quantity, 'unit', v.unit,
          'sellingPrice', v.selling_price, 'specialPrice', v.special_price, 'byWeight', v.by_weight, 'isTracked', s.on_hand IS NOT NULL,
          'image', coalesce((SELECT i.file FROM product_images i WHERE i.product_id = p.id ORDER BY i.position LIMIT 1), ''))),
          '[]')
        FROM variants v JOIN products p ON p.id = v.product_id AND p.archived_at IS NULL
        JOIN categories c ON c.id = p.category_id LEFT JOIN stock_levels s ON s.variant_id = v.id
        WHERE v.id IN (SELECT jsonb_array_elements_text(${JSON.stringify(variantIds)}::jsonb)::uuid))) AS inputs
    FROM orders o CROSS JOIN company y WHERE o.id = ${orderId}`)
  return requireRow(rows, 'Order').inputs
}
type Inputs = Awaited<ReturnType<typeof readInputs>>

/** The claimed pieces of one variant in one claimed line. */
type Wanted = { claimLine: number; variantId: string; title: string; pieces: number }

/** The pieces to deliver again, for each delivered row, in the order of the bill. */
function wantedPieces(claim: LockedClaim, lines: ReturnType<typeof wantedLines>): Wanted[] {
  const { rows } = claim.order
  const pieces = replacedPieces(claim.order, lines)
  return rows.flatMap(({ line, variantId, title }, i) => {
    const count = pieces[i] ?? 0
    return count > 0 ? [{ claimLine: line, variantId, title, pieces: count }] : []
  })
}

/** The replacement's order, with a total of ₹0. @throws HttpError 409 for an item that is no longer in the catalogue */
function priced(wanted: readonly Wanted[], { items, deliveryTime, opening }: Inputs): Priced {
  const lines = wanted.map(({ variantId, title, pieces }) => {
    const item = items.find((other) => other.variantId === variantId)
    if (!item) throw conflict(`${title} is no longer in the catalogue. Refund it instead`, 'unavailable')
    const { amount, unit, byWeight, isTracked } = item
    return {
      variantId,
      productId: item.productId,
      title: item.title,
      category: item.category,
      image: item.image,
      quantityText: `${amount / 1000} ${unit}`,
      quantity: pieces,
      price: 0,
      total: 0,
      coins: 0,
      weight: byWeight ? packWeight(amount, unit) : null,
      available: isTracked ? pieces : null,
    }
  })
  const free = {
    subtotal: 0,
    discount: 0,
    referralDiscount: 0,
    charges: [],
    chargesTotal: 0,
    roundOff: 0,
    total: 0,
  }
  return {
    lines,
    bill: { ...free, lineTotals: lines.map(() => 0) },
    rules: { coupon: null, referralPercent: 0, charges: [] },
    coupon: null,
    referral: null,
    coins: 0,
    deliveryTime: estimateOf(opening, deliveryTime),
  }
}

/**
 * Value of the replaced pieces in paise: the amount that refunding them would return. Pieces without an invoice, such
 * as those of a replacement, count at today's price.
 */
function worthOf(
  { order }: LockedClaim,
  lines: readonly ClaimedLine[],
  wanted: readonly Wanted[],
  inputs: Inputs,
): Paise {
  if (order.invoice) return refundOf(order, lines).amount
  const prices = new Map(inputs.items.map((item) => [item.variantId, pricePaid(item)]))
  return wanted.reduce((sum, { variantId, pieces }) => sum + pieces * (prices.get(variantId) ?? 0), 0)
}

type ReplaceRequest = {
  claimId: string
  actionId: string
  /** By default all open pieces. */
  lines?: readonly ClaimedLine[] | undefined
  /** The staff member who replaces the pieces, or requested it. */
  staffId: string
  /** Paise that a second person has approved. */
  approved?: Paise | undefined
  by: string
  now: Date
}

const doneRow = z.strictObject({
  done: z.strictObject({ id: z.string(), orderId: z.string(), lines: claimLineList }),
})

/** The replacement that an earlier run of this action has placed, and the claim's pieces. */
async function replacementOf(tx: Db, claimId: string, actionId: string) {
  const rows = await rowsOf(tx, doneRow).execute(sql`
    SELECT json_build_object('id', o.id, 'orderId', o.order_id, 'lines', ${claimLines}) AS done
    FROM claims c JOIN claim_replacements r ON r.claim_id = c.id AND r.action_id = ${actionId}
    JOIN orders o ON o.id = r.order_id WHERE c.id = ${claimId} LIMIT 1`)
  const { lines, ...replacement } = requireRow(rows, 'Replacement').done
  return { state: claimState(lines), replacement }
}

/**
 * Replaces pieces of a claim once: an order of ₹0 for them is placed, whatever the store's hours and limits, and
 * reserves their stock. It counts as paid from the wallet, so nothing is collected. Locks the order, its payment and
 * the claim first, then the same rows as placing an order.
 * @throws HttpError 404 for an unknown claim; 409 for a claim that is decided or waits for approval, for an order that
 * is not delivered, for items out of stock or no longer in the catalogue, and for an action that is repeated with other
 * pieces; 422 for pieces that are not open in it, and for an erased customer; NeedsApproval as `requireSecondPerson`
 */
export async function replaceClaim(tx: Db, request: ReplaceRequest) {
  const { claimId, actionId, lines: chosen, staffId, by, now } = request
  const claim = await lockClaim(tx, claimId, actionId, now)
  const { order, known } = claim
  if (known) {
    requireSame(known, { kind: 'replace', lines: chosen })
    return { ...(await replacementOf(tx, claimId, actionId)), order: order.id, isRepeated: true }
  }
  const lines = wantedLines(claim, chosen)
  refuseWaiting(claim)
  requireDelivered(order)
  if (order.isErased)
    throw new HttpError(422, 'This customer is erased: nothing can be delivered to them', { code: 'erased' })
  const wanted = wantedPieces(claim, lines)
  const variantIds = wanted.map(({ variantId }) => variantId)
  const inputs = await readInputs(tx, order.id, variantIds)
  const quoted = priced(wanted, inputs)
  const amount = worthOf(claim, lines, wanted, inputs)
  const pieces = wanted.map(({ title, pieces: count }) => `${count} × ${title}`).join(', ')
  const reason = `${pieces}, worth ${formatRupees(amount)}`
  const decision = { kind: 'claim-replacement', amount, asked: { lines }, reason } as const
  // Same lock order as refunds: the staff member's lock before the customer's.
  const alone = await requireSecondPerson(tx, claim, decision, request)
  const customer = await lockCustomer(tx, order.userId)
  const id = v7()
  const items = quoted.lines.map(({ productId, variantId, quantity }) => ({ productId, variantId, quantity }))
  const placed = { id, order: { items, payment: 'wallet' as const }, customer, quoted, by, now }
  const done = await insertOrder(
    tx,
    { ...placed, address: inputs.address, checkout: null, unpaidShare: 0, isReplacement: true },
    async () => {
      await send(
        tx,
        sql`INSERT INTO claim_actions (claim_id, action_id, kind, refunded_alone, staff_id, by, created_at)
          VALUES (${claimId}, ${actionId}, 'replace', ${alone}, ${staffId}, ${by}, ${now.toISOString()})`,
      )
      const rows = wanted.map(({ claimLine }, i) => ({ line: i + 1, claim_line: claimLine }))
      await send(
        tx,
        sql`INSERT INTO claim_replacements (order_id, line, claim_id, action_id, claim_line)
          SELECT ${id}::uuid, w.line, ${claimId}::uuid, ${actionId}, w.claim_line
          FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS w(line smallint, claim_line smallint)`,
      )
      await countReplaced(tx, id)
      await orderChanged(tx, order.id)
      return replacementOf(tx, claimId, actionId)
    },
  )
  return { ...done, order: order.id, isRepeated: false }
}

type Replaced = Awaited<ReturnType<typeof replaceClaim>>

/** The audit entry of a replacement. */
export const replaceAudit = (object: string, { order, state, replacement }: Replaced) => ({
  object,
  after: { order, state, replacement: replacement.id },
})
