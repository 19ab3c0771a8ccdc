import { type ChosenSwap, type PickLine, type PickProblem, pickProblem } from '@kirana/domain/pick'
import { pricePaid } from '@kirana/domain/price'
import { shortageMessage } from '@kirana/domain/stock'
import { isRecorded } from '@kirana/domain/touched-pick'
import { deliveryStatuses, pickActionKinds, pickStates, type ShortReason } from '@kirana/domain/vocabulary'
import { sql } from 'drizzle-orm'
import { validate } from 'uuid'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { HttpError } from '../../errors.ts'
import { onSale } from '../catalogue/product-rows.ts'
import { lastChange, StaleStatus } from '../orders/status.ts'
import { availablePieces } from '../shared/stock.ts'
import { outOfStock } from '../stock/of-orders.ts'
import { canceled, leaseEnd, taken } from './claim.ts'
import { pickLineFields, pickLinesOf, type Picker, StoredPickLine } from '../shared/pick-lines.ts'
import { hasRecorded } from '../orders/touched-pick.ts'

export type LineAction = {
  orderId: string
  line: number
  actionId: string
  found?: number | undefined
  short?: { quantity: number; reason: ShortReason } | null | undefined
  swap?:
    | { variantId: string; quantity: number; agreed?: number | null | undefined; reason?: string | undefined }
    | null
    | undefined
  grams?: number | null | undefined
}

const Held = z.strictObject({
  status: z.enum(deliveryStatuses),
  state: z.enum(pickStates),
  staffId: z.nullable(z.string()),
  by: z.string(),
})
type Held = z.output<typeof Held>

/**
 * Checks that the caller may change the pick.
 * @throws HttpError 409 when the order is canceled or no longer Confirmed, when another picker has it, or when the pick
 * was discarded
 */
export async function requireHeld(
  tx: Db,
  orderId: string,
  { status, state, staffId, by }: Held,
  picker: Picker,
) {
  if (status === 'canceled') throw canceled()
  if (state === 'done') throw new HttpError(409, 'This order is already picked', { code: 'done' })
  if (state === 'none') await refuseDiscarded(tx, orderId)
  if (status !== 'confirmed') throw new StaleStatus(await lastChange(tx, orderId))
  if (state === 'none') throw unclaimed()
  if (staffId !== picker.id) throw taken(by)
}

const discardRow = z.strictObject({ by: z.string() })

/** @throws HttpError 409 if the last action of the pick was to discard it */
async function refuseDiscarded(tx: Db, orderId: string) {
  const [discard] = await rowsOf(tx, discardRow).execute(sql`
    SELECT a.by FROM order_picks p JOIN pick_actions a ON a.order_id = p.order_id AND a.action_id = 'discard ' || p.step
    WHERE p.order_id = ${orderId} AND a.kind = 'discard'`)
  if (discard)
    throw new HttpError(409, `${discard.by} discarded what was picked of this order`, { code: 'discarded' })
}

export const unclaimed = () =>
  new HttpError(409, 'Nobody has claimed this order. Claim it and try again', { code: 'unclaimed' })

/** @throws HttpError 422 */
export function refuseProblem(problem: PickProblem | null): void {
  if (problem) throw new HttpError(422, problem.message, { code: problem.code })
}

type ActionKind = (typeof pickActionKinds)[number]

/**
 * Whether this action was done before. `known` is the kind of the stored action with the same id.
 * @throws HttpError 409 when its id was used for another action
 */
export function isRepeated(known: ActionKind | null, kind: ActionKind): boolean {
  if (known !== null && known !== kind)
    throw new HttpError(409, 'Another action of this order has this id', { code: 'action' })
  return known === kind
}

const Wanted = z.strictObject({
  variantId: z.string(),
  productId: z.string(),
  title: z.string(),
  amount: z.int(),
  unit: z.string(),
  sellingPrice: z.int(),
  specialPrice: z.int(),
  mrp: z.int(),
  coins: z.int(),
  available: z.nullable(z.int()),
})

const lockedRow = z.strictObject({
  locked: z.strictObject({
    ...Held.shape,
    known: z.nullable(z.enum(pickActionKinds)),
    line: z.nullable(StoredPickLine),
    wanted: z.nullable(Wanted),
  }),
})

/**
 * Locks the pick and reads the line and the variant that replaces it. The order is locked, too, so that a concurrent
 * cancelation waits and includes this line in the items to put back.
 */
async function lockLine(tx: Db, { orderId, line, actionId, swap }: LineAction, now: Date) {
  const variantId = swap && validate(swap.variantId) ? swap.variantId : null
  const rows = await rowsOf(tx, lockedRow).execute(sql`
    SELECT json_build_object('status', o.status, 'state', p.state, 'staffId', p.staff_id, 'by', p.by,
      'known', (SELECT a.kind FROM pick_actions a WHERE a.order_id = o.id AND a.action_id = ${actionId}),
      'line', (SELECT json_build_object(${pickLineFields}) FROM ${pickLinesOf}
        WHERE l.order_id = o.id AND l.line = ${line}),
      'wanted', (SELECT json_build_object('variantId', v.id, 'productId', p.id, 'title', p.title, 'amount', v.quantity,
          'unit', v.unit, 'sellingPrice', v.selling_price, 'specialPrice', v.special_price, 'mrp', v.mrp,
          'coins', p.loyalty_coins, 'available', ${availablePieces(now)})
        FROM variants v JOIN products p ON p.id = v.product_id AND ${onSale}
        LEFT JOIN stock_levels s ON s.variant_id = v.id WHERE v.id = ${variantId}::uuid)) AS locked
    FROM orders o JOIN order_picks p ON p.order_id = o.id WHERE o.id = ${orderId} FOR SHARE OF o FOR UPDATE OF p`)
  const [row] = rows
  if (!row) throw unclaimed()
  return row.locked
}

/**
 * The swap to store. Price and coins are the current ones, or the stored ones if the same variant was chosen before.
 */
function swapOf(
  { quantity, agreed = null, reason = '' }: NonNullable<LineAction['swap']>,
  wanted: z.output<typeof Wanted> | null,
  before: ChosenSwap | null,
): ChosenSwap {
  if (!wanted) throw new HttpError(422, 'This product cannot be sold any more', { code: 'unavailable' })
  const { amount, unit, available, sellingPrice, specialPrice, ...chosen } = wanted
  const quantityText = `${amount / 1000} ${unit}`
  if (available !== null && available < quantity)
    throw outOfStock(422, [shortageMessage({ title: wanted.title, quantityText, quantity, available })])
  if (before?.variantId === wanted.variantId) return { ...before, quantity, agreed, reason }
  return {
    ...chosen,
    quantityText,
    quantity,
    agreed,
    reason,
    price: pricePaid({ sellingPrice, specialPrice }),
  }
}

/**
 * Sets the result of a line, in two statements; an action counts once. Renews the lease.
 * @throws HttpError 409 as `requireHeld`; 422 for an invalid result
 */
export async function setLine(tx: Db, action: LineAction, picker: Picker, now: Date) {
  const { orderId, actionId } = action
  if (!validate(orderId)) throw unclaimed()
  const { known, line: before, wanted, ...held } = await lockLine(tx, action, now)
  if (isRepeated(known, 'line')) return
  await requireHeld(tx, orderId, held, picker)
  if (!before) throw new HttpError(404, 'Line not found')
  const { ordered } = before
  const { grams = null, short = null } = action
  const shortPieces = short?.quantity ?? 0
  const line: PickLine = {
    ...before,
    found: action.found ?? (grams === null ? 0 : ordered - shortPieces),
    short: shortPieces,
    reason: short?.reason ?? '',
    grams,
    swap: action.swap ? swapOf(action.swap, wanted, before.swap) : null,
  }
  refuseProblem(pickProblem(line))
  await writeLine(tx, { orderId, actionId, line }, picker, now)
}

async function writeLine(
  tx: Db,
  { orderId, actionId, line }: { orderId: string; actionId: string; line: PickLine },
  { id, name }: Picker,
  now: Date,
) {
  const { found, short, reason, grams, swap } = line
  const isTouched = sql`(${isRecorded(line)}::boolean OR ${hasRecorded(orderId, line.line)})`
  await tx.execute(sql`
    WITH action AS (
      INSERT INTO pick_actions (order_id, action_id, by, created_at)
      VALUES (${orderId}, ${actionId}, ${name}, ${now.toISOString()}) ON CONFLICT DO NOTHING RETURNING order_id
    ), line AS (
      INSERT INTO pick_lines (order_id, line, found, short, reason, grams, swap_variant, swap_product, swap_title,
        swap_quantity_text, swap_quantity, swap_price, swap_mrp, swap_coins, swap_agreed, swap_reason)
      SELECT order_id, ${line.line}::int, ${found}::int, ${short}::int, ${reason}, ${grams}::int, ${swap?.variantId ?? null}::uuid,
        ${swap?.productId ?? null}::uuid, ${swap?.title ?? ''}, ${swap?.quantityText ?? ''}, ${swap?.quantity ?? 0}::int,
        ${swap?.price ?? 0}::bigint, ${swap?.mrp ?? 0}::bigint, ${swap?.coins ?? 0}::int,
        ${swap?.agreed ?? null}::bigint, ${swap?.reason ?? ''} FROM action
      ON CONFLICT (order_id, line) DO UPDATE SET found = excluded.found, short = excluded.short,
        reason = excluded.reason, grams = excluded.grams, swap_variant = excluded.swap_variant,
        swap_product = excluded.swap_product, swap_title = excluded.swap_title,
        swap_quantity_text = excluded.swap_quantity_text, swap_quantity = excluded.swap_quantity,
        swap_price = excluded.swap_price, swap_mrp = excluded.swap_mrp, swap_coins = excluded.swap_coins,
        swap_agreed = excluded.swap_agreed, swap_reason = excluded.swap_reason
    ), event AS (
      INSERT INTO live_events (type, subject) SELECT 'pick.changed', order_id FROM action
    )
    UPDATE order_picks p SET until = ${leaseEnd(now, isTouched)}, step = p.step + 1,
      recorded_by = CASE WHEN ${isTouched} THEN ${id}::uuid END
    FROM action WHERE p.order_id = action.order_id`)
}
