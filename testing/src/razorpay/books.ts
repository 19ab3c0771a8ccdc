import {
  type Entity,
  newId,
  type Order,
  orderEntity,
  type Payment,
  paymentEntity,
  type Refund,
  refundEntity,
} from './entities.ts'

export type Answer = [status: number, body: object]
export const refuse = (description: string, status = 400): Answer => [
  status,
  { error: { code: 'BAD_REQUEST_ERROR', description, source: 'business', step: 'NA', reason: 'NA' } },
]

/** What tests may change at any time. */
export type Settings = {
  /** The state of a new refund; a pending one waits for `finish`. */
  refundStatus: Refund['status']
  /** Whether refunds are reported with the receipt that was sent. */
  hasReceipts: boolean
  /** The clock of payments, in ms. */
  now: () => number
}

/** The orders, payments and refunds of an account with Razorpay's rules. Calls `publish` for each event. */
export function razorpayBooks<Event>(
  settings: Settings,
  publish: (type: string, payload: Record<string, Entity>) => Event,
) {
  const orders = new Map<string, Order>()
  const payments = new Map<string, Payment>()
  const refunds = new Map<string, Refund>()
  const answered = new Map<string, { sent: string; refund: Refund }>()

  /** A customer pays, by default the amount of the order, which may be unknown here. Publishes two events. */
  function pay(orderId: string | null, paid: { amount?: number; currency?: string } = {}): Payment {
    const order = orderId === null ? undefined : orders.get(orderId)
    const payment: Payment = {
      id: newId('pay'),
      order_id: orderId,
      amount: paid.amount ?? order?.amount ?? 100,
      currency: paid.currency ?? 'INR',
      status: 'captured',
      amount_refunded: 0,
      error_description: null,
      created_at: Math.floor(settings.now() / 1000),
    }
    payments.set(payment.id, payment)
    publish('payment.captured', { payment: paymentEntity(payment) })
    if (order) publish('order.paid', { payment: paymentEntity(payment), order: orderEntity(order) })
    return payment
  }

  function fail(orderId: string): Payment {
    const payment: Payment = {
      id: newId('pay'),
      order_id: orderId,
      amount: orders.get(orderId)?.amount ?? 100,
      currency: 'INR',
      status: 'failed',
      amount_refunded: 0,
      error_description: 'Payment was declined by the bank',
      created_at: Math.floor(settings.now() / 1000),
    }
    payments.set(payment.id, payment)
    publish('payment.failed', { payment: paymentEntity(payment) })
    return payment
  }

  /** Completes a pending refund, or lets it fail. */
  function finish(refundId: string, status: 'processed' | 'failed') {
    const refund = refunds.get(refundId)
    if (!refund) throw new Error(`No refund ${refundId}`)
    refund.status = status
    settle(refund.payment_id)
    return publish(`refund.${status}`, refundPayload(refund))
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

  function createOrder(sent: Entity): Answer {
    const { amount, currency, receipt } = sent
    if (!Number.isInteger(amount) || Number(amount) < 100)
      return refuse('Order amount less than minimum amount allowed')
    if (currency !== 'INR') return refuse('Currency is not supported')
    if (typeof receipt !== 'string' || receipt.length > 40)
      return refuse('The receipt may not be greater than 40 characters.')
    const order = {
      id: newId('order'),
      amount: Number(amount),
      receipt,
      created_at: Math.floor(settings.now() / 1000),
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
      id: newId('rfnd'),
      payment_id: paymentId,
      amount,
      receipt: (settings.hasReceipts ? receipt : null) ?? null,
      status: settings.refundStatus,
      created_at: Math.floor(settings.now() / 1000),
    }
    refunds.set(refund.id, refund)
    if (key !== undefined) answered.set(String(key), { sent, refund })
    settle(paymentId)
    publish('refund.created', refundPayload(refund))
    if (refund.status !== 'pending') publish(`refund.${refund.status}`, refundPayload(refund))
    return [200, refundEntity(refund)]
  }

  return { orders, payments, refunds, pay, fail, finish, refundedOf, createOrder, createRefund }
}
