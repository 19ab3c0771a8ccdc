import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text as bodyOf } from 'node:stream/consumers'
import { type Answer, razorpayBooks, refuse, type Settings } from './razorpay/books.ts'
import { type Entity, paymentEntity, refundEntity } from './razorpay/entities.ts'
import { type Webhook, webhookSigner } from './razorpay/webhooks.ts'

export type { Webhook } from './razorpay/webhooks.ts'

/** `away`: 503. `slow`: no answer. `lost`: does what was asked, and hangs up before it answers. */
export type Reply = 'ok' | 'away' | 'slow' | 'lost'

/** The page of a list that a request asks for, newest first. */
function pageOf<T extends { created_at: number }>(all: ReadonlyMap<string, T>, { searchParams }: URL): T[] {
  const number = (name: string, otherwise: number) => Number(searchParams.get(name) ?? otherwise)
  const [from, to, skip] = [number('from', 0), number('to', Number.MAX_SAFE_INTEGER), number('skip', 0)]
  const found = [...all.values()].filter(({ created_at: at }) => at >= from && at <= to).toReversed()
  return found.slice(skip, skip + Math.min(number('count', 10), 100))
}

const collection = (items: Entity[]): Answer => [200, { entity: 'collection', count: items.length, items }]

/**
 * Razorpay on loopback: orders, payments, refunds and signed webhooks as they are documented. `pay` and `fail` are what
 * customers do; the webhooks wait in `webhooks` until a test delivers, repeats, reorders or drops them.
 */
export async function startRazorpay() {
  const account = { keyId: 'rzp_test_kirana', keySecret: 'key-secret', webhookSecret: 'webhook-secret' }
  const settings: Settings = { refundStatus: 'processed', hasReceipts: true, now: () => Date.now() }
  const signer = webhookSigner(account.webhookSecret, () => settings.now())
  const books = razorpayBooks(settings, (type, payload) => {
    const event = signer.webhook(type, payload)
    service.webhooks.push(event)
    return event
  })
  const { orders, payments, refunds } = books

  // Extends `settings` itself, so that `books` reads the values that a test sets on the service.
  const service = Object.assign(settings, {
    ...account,
    ...books,
    ...signer,
    url: '',
    /** The received requests, such as `POST /v1/orders`. */
    requests: [] as string[],
    /** The idempotency key of every request for a refund. */
    refundKeys: [] as unknown[],
    /** Webhooks that wait for delivery, in the order in which they happened. */
    webhooks: [] as Webhook[],
    /** How the next requests are answered. */
    reply: (_request: string): Reply => 'ok',
    /** The shop's owner refunds `amount` paise in the dashboard. */
    refundInDashboard: (paymentId: string, amount: number) => {
      const [status, body] = books.createRefund(paymentId, JSON.stringify({ amount }), undefined)
      if (status !== 200) throw new Error(`The dashboard refused: ${JSON.stringify(body)}`)
    },
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
  })

  function answerTo(request: IncomingMessage, url: URL, sent: string): Answer {
    const credentials = Buffer.from(`${account.keyId}:${account.keySecret}`).toString('base64')
    if (request.headers.authorization !== `Basic ${credentials}`)
      return refuse('The api key provided is invalid', 401)
    const [, version, kind = '', of = '', part = ''] = url.pathname.split('/')
    if (version !== 'v1') return refuse('The requested URL was not found on the server.', 404)
    const call = `${request.method} ${kind}${of && '/:id'}${part && `/${part}`}`
    switch (call) {
      case 'POST orders':
        return books.createOrder(JSON.parse(sent) as Entity)
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
        return books.createRefund(of, sent, request.headers['x-refund-idempotency'])
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
