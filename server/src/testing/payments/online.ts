import { api } from '@kirana/contract'
import { type RazorpayServer, startRazorpay, type Webhook } from '@kirana/testing/razorpay'
import type { Config } from '../../config/config.ts'
import { type TestApp, testApp } from '../app.ts'
import type { TestDatabase } from '../database.ts'
import { factories } from '../factories.ts'

/** Sends a webhook to the app as the provider does. */
export const deliverTo = (t: TestApp, { body, headers }: Omit<Webhook, 'type'>) =>
  t.app.inject({ method: 'POST', url: '/api/v1/payments/razorpay/webhook', headers, payload: body })

/** What staff see of online payments. */
function staffViews(t: TestApp) {
  const asStaff = () => t.signIn.staff()
  return {
    /** The order's page. */
    detail: async (orderId: string) => {
      const { data } = await t.call(api.orders.get, { params: { orderId } }, await asStaff())
      return data[0]
    },
    /** The first page of payments. */
    listPayments: async () => {
      const { data } = await t.call(api.payments.list, { params: { page: 1 }, query: {} }, await asStaff())
      return data.data
    },
    /** The open faults. */
    listFaults: async () => (await t.call(api.payments.faults, {}, await asStaff())).data,
  }
}

/** Refunds a payment in the provider's dashboard. */
async function refundInDashboard(razorpay: RazorpayServer, paymentId: string, amount: number) {
  const credentials = Buffer.from(`${razorpay.keyId}:${razorpay.keySecret}`).toString('base64')
  await fetch(`${razorpay.url}/v1/payments/${paymentId}/refund`, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}` },
    body: JSON.stringify({ amount }),
  })
}

/** The app with a payment provider on loopback whose clock is the app's. Call `stop` at the end. */
export async function onlineApp(
  options: {
    config?: Partial<Config>
    database?: TestDatabase
    razorpay?: RazorpayServer
    providerTimeoutMs?: number
  } = {},
) {
  const razorpay = options.razorpay ?? (await startRazorpay())
  const t = await testApp({
    ...options,
    config: { razorpay: razorpay.account(), paymentMinutes: 15, ...options.config },
  })
  razorpay.now = () => t.context.now().getTime()
  const make = factories(t)

  /** An empty store at its usual time, and a provider that accepts requests and has no orders or payments. */
  async function reset() {
    await t.database.reset()
    t.clock.set('2026-11-21T13:00:00+05:30')
    for (const list of [razorpay.webhooks, razorpay.requests, razorpay.refundKeys]) list.length = 0
    for (const known of [razorpay.orders, razorpay.payments, razorpay.refunds]) known.clear()
    razorpay.reply = () => 'ok'
    razorpay.refundStatus = 'processed'
    razorpay.hasReceipts = true
  }

  /** Delivers the waiting webhooks in their order and removes them from the list. */
  async function deliver() {
    const waiting = razorpay.webhooks.splice(0)
    for (const webhook of waiting) {
      const { statusCode } = await deliverTo(t, webhook)
      if (statusCode !== 200) throw new Error(`${webhook.type} was answered ${statusCode}`)
    }
  }

  /** Places an online order and returns it with its checkout. */
  async function placeOnline(ordered: Omit<Parameters<typeof make.tryOrder>[0] & object, 'payment'> = {}) {
    await make.aPincode()
    const customer = ordered.customer ?? (await make.aCustomer())
    const { status, message, data } = await make.tryOrder({ ...ordered, customer, payment: 'online' })
    if (status !== 200 || !data.checkout) throw new Error(`No checkout: ${status} ${message}`)
    return { order: data, checkout: data.checkout, customer }
  }

  /** An online order that is paid. */
  async function paidOnline(ordered: Parameters<typeof placeOnline>[0] = {}) {
    const placed = await placeOnline(ordered)
    const payment = razorpay.pay(placed.checkout.orderId)
    await deliver()
    return { ...placed, payment }
  }

  /** Sends refunds that are due and asks for open checkouts. */
  const run = () => t.context.payments.run()

  const stop = async () => {
    await t.close()
    if (!options.razorpay) await razorpay.stop()
  }
  return {
    t,
    make,
    razorpay,
    reset,
    deliver,
    refundElsewhere: (paymentId: string, amount: number) => refundInDashboard(razorpay, paymentId, amount),
    placeOnline,
    paidOnline,
    run,
    ...staffViews(t),
    stop,
  }
}

export type OnlineApp = Awaited<ReturnType<typeof onlineApp>>
