import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { HttpError } from '../../errors.ts'
import { type PaymentProvider, ProviderError } from './provider.ts'
import {
  Id,
  parsed,
  Payment,
  readPayment,
  readRefund,
  readSignedEvent,
  Refund,
  storable,
} from './razorpay-reports.ts'

const items = <T extends z.ZodMiniType>(item: T) => z.object({ items: z.array(item) })
const Order = z.object({ id: Id })
const Failure = z.object({ error: z.object({ description: z._default(z.string(), '') }) })

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

/**
 * Makes one call as `account`: POST with a body, otherwise GET.
 * @throws ProviderError, whose `isFinal` is false if a retry can succeed
 */
const callAs = ({ keyId, keySecret, url }: RazorpayAccount, timeoutMs: number) => {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`
  return async function call<S extends z.ZodMiniType>(
    schema: S,
    path: string,
    sent?: { body: object; headers?: Record<string, string> },
  ): Promise<z.output<S>> {
    const response = await fetch(`${url}/v1${path}`, {
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
        `Razorpay: ${storable(description ?? '', 300) || status}`,
        status < 500 && !transient.includes(status),
      )
    }
    const { data } = z.safeParse(schema, json)
    if (data === undefined) throw new ProviderError('Razorpay gave an answer that could not be read', false)
    return data
  }
}

/** Razorpay's HTTP API. Only eight calls are needed, so there is no client library. */
export function openRazorpay(account: RazorpayAccount, { timeoutMs = 5_000 } = {}): PaymentProvider {
  const call = callAs(account, timeoutMs)

  /** All payments or refunds of a period, page by page. */
  async function* listed<T>(path: string, read: (json: unknown) => T, from: Date, to: Date) {
    const seconds = (at: Date) => Math.floor(at.getTime() / 1000)
    for (let skip = 0; ; skip += pageSize) {
      const query = `from=${seconds(from)}&to=${seconds(to)}&count=${pageSize}&skip=${skip}`
      const found = await call(items(z.unknown()), `${path}?${query}`)
      yield* found.items.map(read)
      if (found.items.length < pageSize) return
    }
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
      const found = await call(items(z.unknown()), `/orders/${encodeURIComponent(checkoutId)}/payments`)
      return found.items.map(readPayment)
    },
    paymentOf: (paymentId) => call(Payment, `/payments/${encodeURIComponent(paymentId)}`),
    paymentsBetween: (from, to) => listed('/payments', readPayment, from, to),
    refundsBetween: (from, to) => listed('/refunds', readRefund, from, to),
    refund: ({ paymentId, amount, receipt, requestKey }) =>
      call(Refund, `/payments/${encodeURIComponent(paymentId)}/refund`, {
        body: { amount, speed: 'normal', receipt },
        headers: { 'x-refund-idempotency': requestKey },
      }),
    async refundsOf(paymentId) {
      const path = `/payments/${encodeURIComponent(paymentId)}/refunds?count=${pageSize}`
      return (await call(items(Refund), path)).items
    },
    refundOf: (refundId) => call(Refund, `/refunds/${encodeURIComponent(refundId)}`),
    readEvent(raw, headers) {
      if (!isSigned(raw, headers['x-razorpay-signature']))
        throw new HttpError(400, 'The signature is not valid', { code: 'signature' })
      const id = headers['x-razorpay-event-id']
      return readSignedEvent(raw, typeof id === 'string' && id ? storable(id, 200) : null)
    },
  }
}
