import type { Webhook } from '@kirana/testing/razorpay'
import { deliverTo } from '../payments/online.ts'
import { oneOf, type Shop, signInAgain } from './shop.ts'
import type { Step } from './steps.ts'

const onlineKinds = ['pay', 'webhook', 'dashboard', 'bank', 'run', 'wait'] as const
type OnlineStep = Extract<Step, { kind: (typeof onlineKinds)[number] }>
export const isOnline = (step: Step): step is OnlineStep => onlineKinds.some((kind) => kind === step.kind)

/** Refunds a payment in the dashboard: the store learns of it from the provider alone. */
async function refundInDashboard(
  { o: { razorpay } }: Shop,
  { nth, percent, isPending }: Extract<OnlineStep, { kind: 'dashboard' }>,
) {
  const captured = [...razorpay.payments.values()].filter(({ status }) => status === 'captured')
  const payment = oneOf(captured, nth)
  if (!payment) return
  const left = payment.amount - razorpay.refundedOf(payment.id)
  razorpay.refundStatus = isPending ? 'pending' : 'processed'
  const credentials = Buffer.from(`${razorpay.keyId}:${razorpay.keySecret}`).toString('base64')
  await fetch(`${razorpay.url}/v1/payments/${payment.id}/refund`, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/json' },
    body: JSON.stringify({ amount: Math.max(100, Math.floor((left * percent) / 100)) }),
  })
  razorpay.refundStatus = 'processed'
}

/** Delivers webhooks at once. */
async function deliver({ o: { t } }: Shop, webhooks: readonly Webhook[]) {
  const answers = await Promise.all(webhooks.map((webhook) => deliverTo(t, webhook)))
  return answers.map(({ statusCode, body }) => ({ status: statusCode, message: body }))
}

/**
 * Carries out a step of the customer, the provider or the clock. Returns the store's response, if the step calls it.
 */
export async function online(step: OnlineStep, there: Shop): Promise<{ status: number; message: string }[]> {
  const { o, orders } = there
  const { t, razorpay } = o
  switch (step.kind) {
    case 'pay': {
      const order = oneOf(
        orders.filter(({ checkoutId }) => checkoutId !== ''),
        step.nth,
      )
      if (!order) return []
      const amount = razorpay.orders.get(order.checkoutId)?.amount ?? 100
      if (step.how === 'fail') razorpay.fail(order.checkoutId)
      else razorpay.pay(order.checkoutId, { amount: amount - (step.how === 'less' ? 1 : 0) })
      return step.isHeard ? deliver(there, razorpay.webhooks.splice(0)) : []
    }
    case 'webhook': {
      const webhook = oneOf(razorpay.webhooks, step.nth)
      if (!webhook) return []
      razorpay.webhooks.splice(razorpay.webhooks.indexOf(webhook), 1)
      const deliveries = { lost: 0, once: 1, twice: 2 }[step.fate]
      return deliver(
        there,
        Array.from({ length: deliveries }, () => webhook),
      )
    }
    case 'dashboard':
      await refundInDashboard(there, step)
      return []
    case 'bank': {
      const pending = [...razorpay.refunds.values()].filter(({ status }) => status === 'pending')
      const refund = oneOf(pending, step.nth)
      if (refund) razorpay.finish(refund.id, step.status)
      return []
    }
    case 'run':
      await o.run()
      return []
    case 'wait':
      t.clock.pass(step.minutes)
      // Some process polls within the hour.
      if (step.minutes > 16) await o.run()
      await signInAgain(o, there)
      return []
  }
}
