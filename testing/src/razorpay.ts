import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text as bodyOf } from 'node:stream/consumers'
import {
  type Entity,
  type Order,
  orderEntity,
  type Payment,
  paymentEntity,
  type Refund,
  refundEntity,
} from './razorpay-entities.ts'

/** A webhook as it is sent: the bytes and the headers. */
export type Webhook = { type: string; body: string; headers: Record<string, string> }

/** `away`: 503. `slow`: no answer. `lost`: does what was asked, and hangs up before it answers. */
export type Reply = 'ok' | 'away' | 'slow' | 'lost'

/** The page of a list that a request asks for, newest first. */
function pageOf<T extends { created_at: number }>(all: ReadonlyMap<string, T>, { searchParams }: URL): T[] {
  const number = (name: string, otherwise: number) => Number(searchParams.get(name) ?? otherwise)
  const [from, to, skip] = [number('from', 0), number('to', Number.MAX_SAFE_INTEGER), number('skip', 0)]
  const found = [...all.values()].filter(({ created_at: at }) => at >= from && at <= to).toReversed()
  return found.slice(skip, skip + Math.min(number('count', 10), 100))
}

const id = (kind: string) => `${kind}_${randomUUID().replaceAll('-', '').slice(0, 14)}`

/**
 * Razorpay on loopback: orders, payments, refunds and signed webhooks as they are documented. `pay` and `fail` are what
 * customers do; the webhooks wait in `webhooks` until a test delivers, repeats, reorders or drops them.
 */
export async function startRazorpay() {
  const account = { keyId: 'rzp_test_kirana', keySecret: 'key-secret', webhookSecret: 'webhook-secret' }
  const orders = new Map<string, Order>()
  const payments = new Map<string, Payment>()
  const refunds = new Map<string, Refund>()
  const answered = new Map<string, { sent: string; refund: Refund }>()

  const service = {
    ...account,
    url: '',
    orders,
    payments,
    refunds,
    /** Requests that came, as `POST /v1/orders`. */
    requests: [] as string[],
    /** The idempotency key of every request for a refund. */
    refundKeys: [] as unknown[],
    /** Webhooks that wait for delivery, in the order in which they happened. */
    webhooks: [] as Webhook[],
    /** How the next requests are answered. */
    reply: (_request: string): Reply => 'ok',
    /** The state of a new refund; a pending one waits for `finish`. */
    refundStatus: 'processed' as Refund['status'],
    /** Whether refunds are reported with the receipt that was sent. */
    hasReceipts: true,
    /** The clock of payments, in ms. */
    now: () => Date.now(),
    pay,
    fail,
    finish,
    refundInDashboard,
    sign,
    signed,
    webhook,
    /** What every payment was refunded, in paise. */
    refundedOf: (paymentId: string) => refundedOf(paymentId),
    account: () => ({ ...account, url: service.url, checkSeconds: 180 }),
    environment: () => ({
      RAZORPAY_KEY_ID: account.keyId,
      RAZORPAY_KEY_SECRET: account.keySecret,
      RAZORPAY_WEBHOOK_SECRET: account.webhookSecret,
      RAZORPAY_URL: service.url,
    }),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }

  function sign(body: string, secret = account.webhookSecret) {
    return createHmac('sha256', secret).update(body).digest('hex')
  }

  /** A webhook of any bytes, signed. */
  function signed(body: string): Omit<Webhook, 'type'> {
    return {
      body,
      headers: {
        'content-type': 'application/json',
        'x-razorpay-signature': sign(body),
        'x-razorpay-event-id': id('evt'),
      },
    }
  }

  function webhook(type: string, payload: Record<string, Entity>): Webhook {
    const entities = Object.fromEntries(Object.entries(payload).map(([name, entity]) => [name, { entity }]))
    const body = JSON.stringify({
      entity: 'event',
      account_id: 'acc_Kirana',
      event: type,
      contains: Object.keys(payload),
      payload: entities,
      created_at: Math.floor(service.now() / 1000),
    })
    return { type, ...signed(body) }
  }

  const say = (type: string, payload: Record<string, Entity>) => {
    const said = webhook(type, payload)
    service.webhooks.push(said)
    return said
  }

  /** A customer pays; by default what the order asks for. `orderId` may be unknown here. Says so in two webhooks. */
  function pay(orderId: string | null, paid: { amount?: number; currency?: string } = {}): Payment {
    const order = orderId === null ? undefined : orders.get(orderId)
    const payment: Payment = {
      id: id('pay'),
      order_id: orderId,
      amount: paid.amount ?? order?.amount ?? 100,
      currency: paid.currency ?? 'INR',
      status: 'captured',
      amount_refunded: 0,
      error_description: null,
      created_at: Math.floor(service.now() / 1000),
    }
    payments.set(payment.id, payment)
    say('payment.captured', { payment: paymentEntity(payment) })
    if (order) say('order.paid', { payment: paymentEntity(payment), order: orderEntity(order) })
    return payment
  }

  function fail(orderId: string): Payment {
    const payment: Payment = {
      id: id('pay'),
      order_id: orderId,
      amount: orders.get(orderId)?.amount ?? 100,
      currency: 'INR',
      status: 'failed',
      amount_refunded: 0,
      error_description: 'Payment was declined by the bank',
      created_at: Math.floor(service.now() / 1000),
    }
    payments.set(payment.id, payment)
    say('payment.failed', { payment: paymentEntity(payment) })
    return payment
  }

  /** What the bank makes of a pending refund. */
  function finish(refundId: string, status: 'processed' | 'failed') {
    const refund = refunds.get(refundId)
    if (!refund) throw new Error(`No refund ${refundId}`)
    refund.status = status
    settle(refund.payment_id)
    return say(`refund.${status}`, refundPayload(refund))
  }

  /** The shop's owner refunds `amount` paise in the dashboard. */
  function refundInDashboard(paymentId: string, amount: number) {
    const [status, body] = createRefund(paymentId, JSON.stringify({ amount }), undefined)
    if (status !== 200) throw new Error(`The dashboard refused: ${JSON.stringify(body)}`)
  }

  const refundedOf = (paymentId: string) =>
    [...refunds.values()]
      .filter(({ payment_id: of, status }) => of === paymentId && status !== 'failed')
      .reduce((sum, { amount }) => sum + amount, 0)

  function settle(paymentId: string) {
    const payment = payments.get(paymentId)
    if (!payment || payment.status === 'failed') return
    payment.amount_refunded = refundedOf(paymentId)
    payment.status = payment.amount_refunded >= payment.amount ? 'refunded' : 'captured'
  }

  const refundPayload = (refund: Refund) => {
    const payment = payments.get(refund.payment_id)
    return { refund: refundEntity(refund), ...(payment && { payment: paymentEntity(payment) }) }
  }

  type Answer = [status: number, body: object]
  const refuse = (description: string, status = 400): Answer => [
    status,
    { error: { code: 'BAD_REQUEST_ERROR', description, source: 'business', step: 'NA', reason: 'NA' } },
  ]
  const collection = (items: Entity[]): Answer => [200, { entity: 'collection', count: items.length, items }]

  function createOrder(sent: Entity): Answer {
    const { amount, currency, receipt } = sent
    if (!Number.isInteger(amount) || Number(amount) < 100)
      return refuse('Order amount less than minimum amount allowed')
    if (currency !== 'INR') return refuse('Currency is not supported')
    if (typeof receipt !== 'string' || receipt.length > 40)
      return refuse('The receipt may not be greater than 40 characters.')
    const order = {
      id: id('order'),
      amount: Number(amount),
      receipt,
      created_at: Math.floor(service.now() / 1000),
    }
    orders.set(order.id, order)
    return [200, orderEntity(order)]
  }

  function createRefund(paymentId: string, sent: string, key: unknown): Answer {
    if (key !== undefined && !/^[\w-]{10,}$/.test(String(key)))
      return refuse('The idempotency key is not valid')
    const before = key === undefined ? undefined : answered.get(String(key))
    if (before)
      return before.sent === sent
        ? [200, refundEntity(before.refund)]
        : refuse('Different request body sent for the same idempotency key')
    const payment = payments.get(paymentId)
    if (!payment || payment.status === 'failed') return refuse('The id provided does not exist')
    const { amount, receipt } = JSON.parse(sent) as { amount: number; receipt?: string }
    const left = payment.amount - refundedOf(paymentId)
    if (left === 0) return refuse('The payment has been fully refunded already')
    if (amount < 100) return refuse('The amount must be at least INR 1.00')
    if (amount > left) return refuse('The total refund amount is greater than the refund payment amount')
    const refund: Refund = {
      id: id('rfnd'),
      payment_id: paymentId,
      amount,
      receipt: (service.hasReceipts ? receipt : null) ?? null,
      status: service.refundStatus,
      created_at: Math.floor(service.now() / 1000),
    }
    refunds.set(refund.id, refund)
    if (key !== undefined) answered.set(String(key), { sent, refund })
    settle(paymentId)
    say('refund.created', refundPayload(refund))
    if (refund.status !== 'pending') say(`refund.${refund.status}`, refundPayload(refund))
    return [200, refundEntity(refund)]
  }

  function answerTo(request: IncomingMessage, url: URL, sent: string): Answer {
    const credentials = Buffer.from(`${account.keyId}:${account.keySecret}`).toString('base64')
    if (request.headers.authorization !== `Basic ${credentials}`)
      return refuse('The api key provided is invalid', 401)
    const [, version, kind = '', of = '', part = ''] = url.pathname.split('/')
    if (version !== 'v1') return refuse('The requested URL was not found on the server.', 404)
    const call = `${request.method} ${kind}${of && '/:id'}${part && `/${part}`}`
    switch (call) {
      case 'POST orders':
        return createOrder(JSON.parse(sent) as Entity)
      case 'GET orders/:id/payments':
        return orders.has(of)
          ? collection([...payments.values()].filter((payment) => payment.order_id === of).map(paymentEntity))
          : refuse('The id provided does not exist')
      case 'GET payments':
        return collection(pageOf(payments, url).map(paymentEntity))
      case 'GET refunds':
        return collection(pageOf(refunds, url).map(refundEntity))
      case 'GET payments/:id': {
        const payment = payments.get(of)
        return payment ? [200, paymentEntity(payment)] : refuse('The id provided does not exist')
      }
      case 'GET refunds/:id': {
        const refund = refunds.get(of)
        return refund ? [200, refundEntity(refund)] : refuse('The id provided does not exist')
      }
      case 'POST payments/:id/refund':
        return createRefund(of, sent, request.headers['x-refund-idempotency'])
      case 'GET payments/:id/refunds':
        return collection(
          [...refunds.values()].filter((refund) => refund.payment_id === of).map(refundEntity),
        )
    }
    return refuse('The requested URL was not found on the server.', 404)
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const sent = await bodyOf(request)
    const url = new URL(request.url ?? '', 'http://localhost')
    const name = `${request.method} ${url.pathname}`
    service.requests.push(name)
    if (name.endsWith('/refund')) service.refundKeys.push(request.headers['x-refund-idempotency'])
    const reply = service.reply(name)
    if (reply === 'slow') return
    const [status, body] =
      reply === 'away'
        ? refuse('We are facing some trouble completing your request', 503)
        : answerTo(request, url, sent)
    if (reply === 'lost') return void request.socket.destroy()
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  }

  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  service.url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return service
}

export type RazorpayServer = Awaited<ReturnType<typeof startRazorpay>>
