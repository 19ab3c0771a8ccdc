import { nextCheck } from '@kirana/domain/payment'
import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { rowsOf } from '../../db/rows.ts'
import * as z from 'zod/mini'
import type { Db } from '../../db/types.ts'
import { HttpError, requireRow } from '../../errors.ts'
import { type HeldTurn, withoutTurn } from '../../request/held-turn.ts'
import { places } from '../../request/places.ts'
import type { OpenedCheckout } from '../orders/insert.ts'
import { type NewOrder, payableTotal } from '../orders/place.ts'
import { type PaymentProvider, ProviderError } from './provider.ts'

/** @throws HttpError 503 if the provider did not respond or rejected the request */
function rethrowAway(error: unknown): never {
  if (!(error instanceof ProviderError)) throw error
  throw new HttpError(503, 'Online payment can’t be reached. Please try again, or pay by cash or wallet', {
    code: 'payment-away',
    retryAfter: 5,
  })
}

const unavailable = () => new HttpError(422, 'Online payment is not available. Please pay by cash or wallet')

/**
 * Limits concurrent calls that open a checkout. While the provider hangs, further customers get 503 immediately, and
 * the process does not accumulate connections.
 */
const opening = places({ total: 200 })
/** A customer who retries on several devices needs fewer. */
const MAX_OF_CUSTOMER = 10
/** Prevents accounts of one network from taking all places. Many customers of a mobile operator share an address. */
const MAX_OF_NETWORK = 60

/**
 * Opens a checkout for an order that is about to be placed, outside any transaction and with the database turn
 * released. The id sent to the provider as the receipt becomes the order's id. If the order is not placed, the checkout
 * is never shown, so it cannot be paid.
 * @throws HttpError 422 without a provider, 503 if it does not respond, 429 or 503 if too many are being opened, and
 * the errors of placing the order
 */
export async function openCheckout(
  db: Db,
  provider: PaymentProvider | null,
  placing: { order: NewOrder; customerId: string; network: string; minutes: number; now: Date },
  turn: HeldTurn,
): Promise<OpenedCheckout> {
  if (!provider) throw unavailable()
  const { order, customerId, network, minutes, now } = placing
  const amount = await payableTotal(db, order, customerId, now)
  const id = v7()
  const most = { [customerId]: MAX_OF_CUSTOMER, [`network ${network}`]: MAX_OF_NETWORK }
  const release = opening.take(most, false)
  const ask = () => provider.openCheckout({ receipt: id, amount }).catch(rethrowAway).finally(release)
  const checkoutId = await withoutTurn(turn, ask).finally(release)
  const expiresAt = new Date(now.getTime() + minutes * 60_000)
  const checkAt = nextCheck(expiresAt, now, provider.checkSeconds)
  return { id, provider: provider.name, checkoutId, amount, expiresAt, checkAt }
}

/** The data with which the customer app opens the provider's checkout; `amount` is paise. */
export const checkoutView = (
  { provider, checkoutId, amount, expiresAt }: Omit<OpenedCheckout, 'id' | 'checkAt'>,
  keyId: string,
) => ({ provider, keyId, orderId: checkoutId, amount, currency: 'INR' as const, expiresAt })

/** If the checkout is not open, its columns are null. */
const checkoutRow = z.discriminatedUnion('isOpen', [
  z.strictObject({
    isPaid: z.boolean(),
    isOpen: z.literal(true),
    checkoutId: z.string(),
    amount: z.int(),
    expiresAt: z.string(),
  }),
  z.strictObject({
    isPaid: z.boolean(),
    isOpen: z.literal(false),
    checkoutId: z.null(),
    amount: z.null(),
    expiresAt: z.null(),
  }),
])

/**
 * The open checkout of a customer's own order, to continue the payment.
 * @throws HttpError 404 for another customer's order; 409 if it is paid, closed, expired or not an online order
 */
export async function findCheckout(
  db: Db,
  provider: PaymentProvider | null,
  { orderId, owner, now }: { orderId: string; owner: string; now: Date },
) {
  const rows = await rowsOf(db, checkoutRow).execute(sql`
    SELECT o.payment_status = 'paid' AS "isPaid", p.id IS NOT NULL AS "isOpen", p.checkout_id AS "checkoutId",
      p.amount::float8 AS amount, to_json(p.expires_at) AS "expiresAt"
    FROM orders o LEFT JOIN payments p ON p.order_id = o.id AND p.state IN ('created', 'failed')
      AND p.expires_at > ${now.toISOString()}::timestamptz
    WHERE o.id = ${orderId} AND o.user_id = ${owner}`)
  const { isPaid, isOpen, checkoutId, amount, expiresAt } = requireRow(rows, 'Order')
  if (isPaid) throw new HttpError(409, 'This order is already paid', { code: 'paid' })
  if (!isOpen)
    throw new HttpError(409, 'This order can’t be paid online any more. Please order again', {
      code: 'closed',
    })
  if (!provider) throw unavailable()
  return checkoutView(
    { provider: provider.name, checkoutId, amount, expiresAt: new Date(expiresAt) },
    provider.keyId,
  )
}
