import { counted } from '@kirana/domain/count'
import { formatRupees, type Paise } from '@kirana/domain/money'
import { type ManualOrderStatus, manualOrderStatuses, type PaymentMethod } from '@kirana/domain/vocabulary'
import { sql } from 'drizzle-orm'
import { validate } from 'uuid'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import { send } from '../../db/send.ts'
import type { Db } from '../../db/types.ts'
import { HttpError, requireRow } from '../../errors.ts'
import type { AskedOrder } from '../../tables/approvals.ts'
import { queuePush } from '../shared/queue-push.ts'
import { NeedsApproval, limitAlone } from '../shared/second-person.ts'
import { walletTooLow } from './insert.ts'
import { acceptedTotal, placeOrder } from './place.ts'

/** An order that staff place for a customer who called the store or sent a photographed list. */
export type OrderFor = AskedOrder & {
  customerId: string | null
  payment: PaymentMethod
  /** Paise: the total of the quote that was read to the customer. */
  expectedTotal: Paise
}

type ByStaff = {
  /** The staff member who places the order alone; absent once a second person has approved it. */
  staffId?: string
  /** For display: 'Asha (staff)'. */
  by: string
  isPushConfigured: boolean
  now: Date
}

type PlacedOrder = { orderId: string; totalPrice: Paise; products: readonly { quantity: number }[] }

const listRow = z.strictObject({
  list: z.strictObject({
    userId: z.string(),
    status: z.enum(manualOrderStatuses),
    order: z.nullable(z.strictObject({ _id: z.string(), order_id: z.string() })),
  }),
})

const ended: Record<Exclude<ManualOrderStatus, 'waiting'>, string> = {
  delivered: 'Delivered',
  canceled: 'Canceled',
}

/**
 * The customer of a photographed list that can be ordered. It locks the customer, as placing an order does, so that two
 * orders from one list are serialized, and then checks whether an order exists.
 * @throws HttpError 404; 409 when the list has ended, and `placed` when an order was placed from it
 */
async function customerOfList(tx: Db, id: string): Promise<string> {
  if (!validate(id)) throw new HttpError(404, 'Manual order not found')
  const [, rows] = await Promise.all([
    send(
      tx,
      sql`SELECT 1 FROM users WHERE id = (SELECT user_id FROM manual_orders WHERE id = ${id}) FOR NO KEY UPDATE`,
    ),
    rowsOf(tx, listRow).execute(sql`
      SELECT json_build_object('userId', m.user_id, 'status', m.status, 'order', (
        SELECT json_build_object('_id', o.id, 'order_id', o.order_id) FROM orders o
        WHERE o.manual_order_id = m.id AND o.status <> 'canceled')) AS list
      FROM manual_orders m WHERE m.id = ${id}`),
  ])
  const { userId, status, order } = requireRow(rows, 'Manual order').list
  if (order)
    throw new HttpError(409, `This list was ordered as ${order.order_id}`, { code: 'placed', data: order })
  if (status !== 'waiting')
    throw new HttpError(409, `This list is ${ended[status]}. Set it to Waiting to order from it`, {
      code: 'ended',
    })
  return userId
}

const moneyRow = z.strictObject({ money: z.int() })

/**
 * Requires a second person for a payment from the wallet if it reaches the store's limit of payouts, together with the
 * payments that the staff member made alone in the last 24 hours.
 * @returns paise that the staff member spends alone
 * @throws NeedsApproval; HttpError as `placeOrder`, because a request that cannot be fulfilled must not wait for
 * approval
 */
async function requireSecondPerson(
  tx: Db,
  order: OrderFor,
  { customerId, staffId, now }: { customerId: string; staffId: string | undefined; now: Date },
): Promise<Paise> {
  const { payment, expectedTotal: amount } = order
  if (payment !== 'wallet' || staffId === undefined || amount === 0) return 0
  // The customer is locked before the staff member, in the same order as for a list.
  const [, { isAbove, before, limit }] = await Promise.all([
    send(tx, sql`SELECT 1 FROM users WHERE id = ${customerId} FOR NO KEY UPDATE`),
    limitAlone(tx, { staffId, amount, now }),
  ])
  if (limit === null) return 0
  if (!isAbove) return amount
  await acceptedTotal(tx, { ...order, referCode: '', pincode: '' }, customerId, now)
  const rows = await rowsOf(tx, moneyRow).execute(
    sql`SELECT money::float8 AS money FROM wallets WHERE user_id = ${customerId}`,
  )
  if (requireRow(rows, 'Customer').money < amount) throw walletTooLow()
  const { items, coupon, addressId, address, manualOrderId } = order
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0)
  const reason = [
    `${counted(pieces, 'piece')}${manualOrderId === null ? '' : ' from a photographed list'}`,
    ...(before > 0 ? [`${formatRupees(before)} spent alone from wallets in the 24 hours before`] : []),
  ].join('. ')
  throw new NeedsApproval({
    kind: 'wallet-order',
    userId: customerId,
    subject: customerId,
    amount,
    reason,
    order: { items, coupon, addressId, address, manualOrderId },
  })
}

const words: Record<Exclude<PaymentMethod, 'online'>, string> = {
  cod: 'to pay when it comes',
  wallet: 'paid from your wallet',
}

/** A closed store rejects orders by staff, too, but as a conflict (409), because their request is valid. */
const closedForStaff = (error: unknown) =>
  error instanceof HttpError && error.code === 'closed'
    ? new HttpError(409, error.message, { code: 'closed' })
    : error

/**
 * Places an order for a customer by the rules of the store API (`placeOrder`), and queues a push message to them.
 * @param read reads the placed order, in the same round trip that writes it
 * @returns the order, and paise that the staff member spent alone from the wallet; 0 if no limit applies
 * @throws HttpError as `placeOrder`, but 409 while the store is closed; 404 for an unknown customer or list; 409
 * `placed`; 422 for an online payment; NeedsApproval
 */
export async function placeOrderFor<T extends PlacedOrder>(
  tx: Db,
  order: OrderFor,
  { staffId, by, isPushConfigured, now }: ByStaff,
  read: (id: string) => Promise<T>,
): Promise<{ order: T; spentAlone: Paise }> {
  const { payment, manualOrderId } = order
  if (payment === 'online')
    throw new HttpError(422, 'Only the customer can pay online. Choose cash on delivery or the wallet', {
      code: 'payment',
    })
  const customerId = manualOrderId === null ? order.customerId : await customerOfList(tx, manualOrderId)
  if (!validate(customerId) || customerId === null) throw new HttpError(404, 'Customer not found')
  try {
    const spentAlone = await requireSecondPerson(tx, order, { customerId, staffId, now })
    const asked = { ...order, referCode: '', pincode: '' }
    const placed = await placeOrder(tx, asked, { customerId, by, manualOrderId, now }, read)
    if (manualOrderId !== null)
      await send(
        tx,
        sql`INSERT INTO live_events (type, subject) VALUES ('manual-order.changed', ${manualOrderId})`,
      )
    const pieces = placed.products.reduce((sum, { quantity }) => sum + quantity, 0)
    await queuePush(tx, {
      userId: customerId,
      title: `Order ${placed.orderId} is placed`,
      body: `${counted(pieces, 'item')} for ${formatRupees(placed.totalPrice)}, ${words[payment]}`,
      by,
      now,
      isConfigured: isPushConfigured,
    })
    return { order: placed, spentAlone }
  } catch (error) {
    throw closedForStaff(error)
  }
}

const ownerRow = z.strictObject({ userId: z.string() })

/** Returns the customer for whom staff price a cart: `userId`, or the sender of the list. @throws HttpError 404 */
export async function requireCustomer(
  db: Db,
  { userId, manualOrderId }: { userId?: string | undefined; manualOrderId?: string | undefined },
): Promise<string> {
  const id = userId ?? manualOrderId
  const what = userId === undefined ? 'Manual order' : 'Customer'
  if (!validate(id)) throw new HttpError(404, `${what} not found`)
  const rows = await rowsOf(db, ownerRow).execute(
    userId === undefined
      ? sql`SELECT user_id AS "userId" FROM manual_orders WHERE id = ${id}`
      : sql`SELECT id AS "userId" FROM users WHERE id = ${id} AND erased_at IS NULL`,
  )
  return requireRow(rows, what).userId
}
