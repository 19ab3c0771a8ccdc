import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { HttpError } from '../../errors.ts'
import { type PaymentProvider, ProviderError, type ProviderPayment, type ProviderRefund } from './provider.ts'

const text = z._default(z.nullable(z.string()), null)
const Payment = z.object({
  id: z.string(),
  order_id: text,
  amount: z.int(),
  currency: z._default(z.string(), 'INR'),
  status: z.string(),
  amount_refunded: z._default(z.nullable(z.int()), 0),
  error_description: text,
})
const Refund = z.object({
  id: z.string(),
  payment_id: z.string(),
  amount: z.int(),
  receipt: text,
  status: z._default(z.string(), 'pending'),
})
const items = <T extends z.ZodMiniType>(item: T) => z.object({ items: z.array(item) })
const Order = z.object({ id: z.string() })
const Failure = z.object({ error: z.object({ description: z._default(z.string(), '') }) })
const Event = z.object({
  event: z.string(),
  payload: z._default(
    z.object({
      payment: z.optional(z.object({ entity: Payment })),
      refund: z.optional(z.object({ entity: Refund })),
    }),
    {},
  ),
})
/** An event of another type, such as a settlement; it is acknowledged, and its name is stored. */
const OtherEvent = z.object({ event: z.string() })

/** `refunded` was captured before. */
const paymentStatuses: Record<string, ProviderPayment['status']> = {
  captured: 'captured',
  refunded: 'captured',
  failed: 'failed',
}
const refundStatuses: Record<string, ProviderRefund['status']> = { processed: 'done', failed: 'failed' }

const toPayment = (payment: z.output<typeof Payment>): ProviderPayment => ({
  paymentId: payment.id,
  checkoutId: payment.order_id,
  amount: payment.amount,
  currency: payment.currency,
  status: paymentStatuses[payment.status] ?? 'open',
  refunded: payment.amount_refunded ?? 0,
  error: payment.error_description ?? '',
})
const toRefund = (refund: z.output<typeof Refund>): ProviderRefund => ({
  refundId: refund.id,
  paymentId: refund.payment_id,
  receipt: refund.receipt,
  amount: refund.amount,
  status: refundStatuses[refund.status] ?? 'open',
})

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

/** Statuses after which a retry may succeed: too many requests, the same request in progress, wrong credentials. */
const transient = [401, 403, 408, 409, 425, 429]
const pageSize = 100

export type RazorpayAccount = {
  keyId: string
  keySecret: string
  webhookSecret: string
  url: string
  checkSeconds: number
}

/** Razorpay's HTTP API; five calls need no client library. */
export function openRazorpay(account: RazorpayAccount, { timeoutMs = 5_000 } = {}): PaymentProvider {
  const authorization = `Basic ${Buffer.from(`${account.keyId}:${account.keySecret}`).toString('base64')}`

  async function call<S extends z.ZodMiniType>(
    schema: S,
    path: string,
    sent?: { body: object; headers?: Record<string, string> },
  ): Promise<z.output<S>> {
    const response = await fetch(`${account.url}/v1${path}`, {
      method: sent ? 'POST' : 'GET',
      headers: { authorization, ...(sent && { 'content-type': 'application/json' }), ...sent?.headers },
      ...(sent && { body: JSON.stringify(sent.body) }),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    }).catch((error: unknown) => {
      throw new ProviderError(
        `Razorpay did not answer: ${error instanceof Error ? error.message : String(error)}`,
        false,
      )
    })
    const { status } = response
    const json = parsed(await response.text().catch(() => ''))
    if (!response.ok) {
      const { description } = z.safeParse(Failure, json).data?.error ?? {}
      throw new ProviderError(
        `Razorpay: ${description || status}`,
        status < 500 && !transient.includes(status),
      )
    }
    const { data } = z.safeParse(schema, json)
    if (data === undefined) throw new ProviderError('Razorpay gave an answer that could not be read', false)
    return data
  }

  function isSigned(raw: Buffer, signature: unknown) {
    const expected = createHmac('sha256', account.webhookSecret).update(raw).digest()
    const given = Buffer.from(typeof signature === 'string' ? signature : '', 'hex')
    return given.length === expected.length && timingSafeEqual(given, expected)
  }

  return {
    name: 'razorpay',
    keyId: account.keyId,
    checkSeconds: account.checkSeconds,
    async openCheckout({ receipt, amount }) {
      const body = { amount, currency: 'INR', receipt, payment_capture: true, partial_payment: false }
      return (await call(Order, '/orders', { body })).id
    },
    async paymentsOf(checkoutId) {
      const found = await call(items(Payment), `/orders/${encodeURIComponent(checkoutId)}/payments`)
      return found.items.map(toPayment)
    },
    async *paymentsBetween(from, to) {
      const seconds = (at: Date) => Math.floor(at.getTime() / 1000)
      for (let skip = 0; ; skip += pageSize) {
        const query = `from=${seconds(from)}&to=${seconds(to)}&count=${pageSize}&skip=${skip}`
        const found = await call(items(Payment), `/payments?${query}`)
        yield* found.items.map(toPayment)
        if (found.items.length < pageSize) return
      }
    },
    async refund({ paymentId, amount, receipt, requestKey }) {
      return toRefund(
        await call(Refund, `/payments/${encodeURIComponent(paymentId)}/refund`, {
          body: { amount, speed: 'normal', receipt },
          headers: { 'x-refund-idempotency': requestKey },
        }),
      )
    },
    async refundsOf(paymentId) {
      const found = await call(
        items(Refund),
        `/payments/${encodeURIComponent(paymentId)}/refunds?count=${pageSize}`,
      )
      return found.items.map(toRefund)
    },
    readEvent(raw, headers) {
      if (!isSigned(raw, headers['x-razorpay-signature']))
        throw new HttpError(400, 'The signature is not valid', { code: 'signature' })
      const json = parsed(raw.toString('utf8'))
      const event = z.safeParse(Event, json).data
      const type = event?.event ?? z.safeParse(OtherEvent, json).data?.event
      if (type === undefined) throw new HttpError(400, 'The event could not be read')
      const id = headers['x-razorpay-event-id']
      return {
        // Without the header, the same bytes are the same event.
        id: typeof id === 'string' && id ? id.slice(0, 200) : createHash('sha256').update(raw).digest('hex'),
        type: type.slice(0, 100),
        payment: event?.payload.payment ? toPayment(event.payload.payment.entity) : null,
        refund: event?.payload.refund ? toRefund(event.payload.refund.entity) : null,
      }
    },
  }
}
