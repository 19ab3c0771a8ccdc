import { MAX_REST_TO_WALLET } from '@kirana/domain/cash'
import { dropStates, fitsLimit, isOpenDrop } from '@kirana/domain/drops'
import { formatRupees } from '@kirana/domain/money'
import { deliveryStatuses } from '@kirana/domain/vocabulary'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import { send } from '../../db/send.ts'
import type { Db } from '../../db/types.ts'
import { HttpError, requireRow } from '../../errors.ts'
import { KeptRefusal } from '../../request/outcome.ts'
import { changeOrderStatus, lastChange, StaleStatus, type StatusChangeResult } from '../orders/status.ts'
import { lockRiders, publishDrop } from '../orders/status-drop.ts'
import type { Posting } from '../wallet/ledger.ts'
import { doorRefusal, type StartedDrop } from './door-code.ts'
import { eachBag } from './each-bag.ts'
import { collectable, needsCode, openCollectable } from './rows.ts'

type Rider = { id: string; name: string }
type Actor = { rider: Rider; now: Date }
const byRider = ({ name }: Rider) => `${name} (rider)`

const dropRow = z.strictObject({
  id: z.string(),
  state: z.enum(dropStates),
  status: z.enum(deliveryStatuses),
  userId: z.string(),
  isErased: z.boolean(),
  toCollect: z.int(),
  isTheirs: z.boolean(),
  startedAt: z.nullable(z.string()),
  photo: z.string(),
  needsCode: z.boolean(),
  wrongCodes: z.int(),
  takesUpi: z.boolean(),
  /** Whether the reported UTR belongs to a payout of the store. */
  isPayout: z.boolean(),
  /** The load of the drop's rider, including what this drop collects. */
  cash: z.strictObject({ inHand: z.int(), toCollect: z.int(), limit: z.int() }),
})
type Drop = z.output<typeof dropRow>

/**
 * The rider's open drop of an order. Locks both.
 * @throws HttpError 404 for an order that was never theirs; StaleStatus when the drop is no longer open
 */
async function openDrop(tx: Db, orderId: string, { rider }: Actor, utr = ''): Promise<Drop> {
  await send(tx, sql`SELECT 1 FROM orders WHERE id = ${orderId} FOR UPDATE`)
  await lockRiders(tx, orderId)
  const rows = await rowsOf(tx, z.strictObject({ drop: dropRow })).execute(sql`
    SELECT json_build_object('id', d.id, 'state', d.state, 'status', o.status, 'userId', o.user_id,
      'isErased', (SELECT u.erased_at IS NOT NULL FROM users u WHERE u.id = o.user_id),
      'toCollect', ${collectable}, 'isTheirs', d.rider_id = ${rider.id}::uuid, 'startedAt', d.started_at,
      'photo', d.photo, 'needsCode', ${needsCode}, 'wrongCodes', d.wrong_codes,
      'takesUpi', (SELECT upi_id <> '' FROM company),
      'isPayout', EXISTS (SELECT 1 FROM transactions t WHERE t.utr <> '' AND t.utr = ${utr}), 'cash', (
        SELECT json_build_object('inHand', r.in_hand, 'limit', r.cash_limit, 'toCollect', ${openCollectable})
        FROM riders r WHERE r.id = d.rider_id)) AS drop
    FROM orders o JOIN drops d ON d.order_id = o.id
    WHERE o.id = ${orderId} AND EXISTS (
      SELECT 1 FROM drops own WHERE own.order_id = o.id AND own.rider_id = ${rider.id}::uuid)
    ORDER BY d.attempt DESC LIMIT 1`)
  const { drop } = requireRow(rows, 'Order')
  if (drop.isTheirs && isOpenDrop(drop.state)) return drop
  throw new StaleStatus(await lastChange(tx, orderId))
}

/** Takes bags on the road. Each has its own result; a bag that is already on the road is unchanged. */
export const startDrops = (tx: Db, orders: readonly string[], actor: Actor) =>
  eachBag(tx, { orders, riderId: actor.rider.id }, async (nested, orderId) => {
    const { state } = await openDrop(nested, orderId, actor)
    if (state !== 'assigned') return null
    return changeOrderStatus(nested, {
      id: orderId,
      to: 'outForDelivery',
      by: byRider(actor.rider),
      now: actor.now,
    })
  })

type Action = { orderId: string; actionId: string }

/**
 * Claims an action of the phone; false when it was done before. A concurrent repetition waits for the first call. A
 * rejected action leaves no row, because its transaction is rolled back.
 * @throws HttpError 409 when the id belongs to another action
 */
async function claimAction(
  tx: Db,
  kind: 'deliver' | 'fail',
  { orderId, actionId }: Action,
  { rider, now }: Actor,
) {
  const { rows } = await tx.execute(sql`
    INSERT INTO rider_actions (rider_id, action_id, kind, order_id, created_at)
    SELECT ${rider.id}, ${actionId}, ${kind}, id, ${now.toISOString()}::timestamptz FROM orders WHERE id = ${orderId}
    ON CONFLICT DO NOTHING RETURNING 1`)
  if (rows.length > 0) return true
  const earlier = await rowsOf(tx, z.strictObject({ isSame: z.boolean() })).execute(sql`
    SELECT kind = ${kind} AND order_id = ${orderId} AS "isSame" FROM rider_actions
    WHERE rider_id = ${rider.id} AND action_id = ${actionId}`)
  if (!requireRow(earlier, 'Order').isSame)
    throw new HttpError(409, 'This action was used for another order', { code: 'action' })
  return false
}

type Delivery = Action & {
  paidBy: 'cash' | 'upi' | 'none'
  /** Paise that the customer handed over. */
  received?: number | undefined
  toWallet?: boolean | undefined
  /** The 12 digits of a payment by UPI. */
  utr?: string | undefined
  doorCode?: string | undefined
  /** The reason for delivering without the door code. */
  override?: string | undefined
}

/**
 * The result of a delivery: the change (null when the action was done before), or the rejection of a wrong code, which
 * is counted.
 */
type Delivered = { change: StatusChangeResult | null; override: string } | KeptRefusal

/**
 * Delivers a bag; a bag that is not on the road yet starts and ends at once. Cash beyond the bill is added to the
 * customer's wallet if they agree (`toWallet`) and the rider's cash limit allows it. Otherwise the rider gives change,
 * and nothing is posted.
 * @returns the change and the reason for a missing door code, or a `KeptRefusal`, which keeps the count of a wrong code
 * @throws HttpError 404, 409 as `openDrop`; 422 when the payment does not match the amount to collect, or if the
 * required door code is missing; as `changeOrderStatus`
 */
export async function deliver(
  tx: Db,
  delivery: Delivery,
  actor: Actor & { codeOf: (drop: StartedDrop) => string },
): Promise<Delivered> {
  if (!(await claimAction(tx, 'deliver', delivery, actor))) return { change: null, override: '' }
  const { orderId } = delivery
  const { rider, now } = actor
  const drop = await openDrop(tx, orderId, actor, delivery.utr)
  checkPayment(drop, delivery)
  const rest = restOf(drop, delivery)
  const refusal = await doorRefusal(tx, actor.codeOf, drop, delivery)
  if (refusal?.isCounted) return refuseAndCount(tx, delivery, actor, refusal.error)
  if (refusal) throw refusal.error
  const override = drop.needsCode ? (delivery.override ?? '') : ''
  const by = byRider(rider)
  const change: Posting[] =
    rest > 0
      ? [
          {
            key: `drop:${drop.id}:${delivery.actionId}:change`,
            kind: 'cash-change',
            userId: drop.userId,
            riderId: rider.id,
            orderId,
            by,
            amounts: [rest, rest],
          },
        ]
      : []
  const delivered = await changeOrderStatus(tx, {
    id: orderId,
    to: 'delivered',
    rider,
    upi: delivery.utr === undefined ? undefined : { utr: delivery.utr, riderId: rider.id },
    postings: change,
    by,
    now,
  })
  if (override) await send(tx, sql`UPDATE drops SET override = ${override} WHERE id = ${drop.id}`)
  return { change: delivered, override }
}

/** Keeps the count of wrong codes but deletes the action, so that its id may be sent again with the right code. */
async function refuseAndCount(
  tx: Db,
  { orderId, actionId }: Action,
  { rider }: Actor,
  error: HttpError,
): Promise<KeptRefusal> {
  await send(tx, sql`DELETE FROM rider_actions WHERE rider_id = ${rider.id} AND action_id = ${actionId}`)
  await publishDrop(tx, orderId)
  return new KeptRefusal(error)
}

/**
 * Checks that the reported payment matches the amount to collect.
 * @throws HttpError 422; 409 `utr` for the UTR of a payout of the store
 */
function checkPayment({ toCollect, takesUpi, isPayout }: Drop, { paidBy, received, utr }: Delivery) {
  const refuse = (message: string, code: string) => {
    throw new HttpError(422, message, { code })
  }
  if (paidBy === 'none' && toCollect > 0) refuse(`Collect ${formatRupees(toCollect)} first`, 'unpaid')
  if (paidBy !== 'none' && toCollect === 0) refuse('This order is paid: there is nothing to collect', 'paid')
  if (paidBy !== 'cash' && received !== undefined) refuse('Nothing is to be received', 'paid')
  if (paidBy === 'upi' && !takesUpi) refuse('This store takes no UPI at the door', 'upi')
  if ((paidBy === 'upi') !== (utr !== undefined))
    refuse('A payment by UPI has a UTR, others have none', 'utr')
  if (isPayout) throw new HttpError(409, `The UTR ${utr} is of a payment by the store`, { code: 'utr' })
}

/**
 * The part of the cash, in paise, that is added to the wallet. The rider's cash limit bounds it, because the customer
 * can spend it before the rider hands in the cash.
 * @throws HttpError 422
 */
function restOf({ toCollect, isErased, cash }: Drop, { received, toWallet = false }: Delivery): number {
  if (received === undefined) return 0
  if (received < toCollect)
    throw new HttpError(422, `${formatRupees(received)} is less than ${formatRupees(toCollect)}`, {
      code: 'too-little',
    })
  if (toWallet && isErased)
    throw new HttpError(422, 'This customer is erased: nothing can go to their wallet', { code: 'erased' })
  const rest = toWallet ? received - toCollect : 0
  if (rest > MAX_REST_TO_WALLET)
    throw new HttpError(422, `At most ${formatRupees(MAX_REST_TO_WALLET)} beyond the bill go to the wallet`, {
      code: 'too-much',
    })
  if (!fitsLimit(cash, rest)) throw restOverLimit(cash)
  return rest
}

function restOverLimit({ inHand, toCollect, limit }: Drop['cash']) {
  const room = Math.max(0, limit - inHand - toCollect)
  const most = room > 0 ? `At most ${formatRupees(room)}` : 'Nothing'
  return new HttpError(
    422,
    `${most} can go to the wallet within your cash limit of ${formatRupees(limit)}. Give change instead`,
    { code: 'too-much' },
  )
}

/**
 * Records why a bag could not be delivered. The order stays Out for Delivary, and the rider keeps the bag until it is
 * taken back into the store. If the rider reports it again, the new reason replaces the earlier one, and so does a photo.
 * @param action.keep inserts the photo's row and returns its key; '' without a photo
 * @returns the change of status, if the bag was not on the road yet, and the key of a photo that was replaced, for
 * `releaseFiles`; null when the action was done before
 * @throws HttpError 404, 409 as `openDrop`
 */
export async function failDrop(
  tx: Db,
  action: Action & { reason: string; keep: () => Promise<string> },
  actor: Actor,
) {
  if (!(await claimAction(tx, 'fail', action, actor))) return null
  const { orderId, reason } = action
  const { rider, now } = actor
  const drop = await openDrop(tx, orderId, actor)
  const by = byRider(rider)
  const change =
    drop.status === 'outForDelivery'
      ? null
      : await changeOrderStatus(tx, { id: orderId, to: 'outForDelivery', by, now })
  const photo = await action.keep()
  await send(
    tx,
    sql`UPDATE drops SET state = 'failed', fail_reason = ${reason},
        photo = CASE WHEN ${photo} = '' THEN photo ELSE ${photo} END
      WHERE id = ${drop.id}`,
  )
  await publishDrop(tx, orderId)
  return { change, replaced: photo !== '' && drop.photo !== '' ? [drop.photo] : [] }
}
