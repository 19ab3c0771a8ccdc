import { randomUUID } from 'node:crypto'

/** Orders, payments and refunds as Razorpay's API and webhooks describe them; amounts are in paise. */

export type Entity = Record<string, unknown>
export type Order = { id: string; amount: number; receipt: string; created_at: number }
export type Payment = {
  id: string
  order_id: string | null
  amount: number
  currency: string
  status: 'captured' | 'failed' | 'refunded'
  amount_refunded: number
  error_description: string | null
  created_at: number
}
export type Refund = {
  id: string
  payment_id: string
  amount: number
  receipt: string | null
  status: 'pending' | 'processed' | 'failed'
  created_at: number
}

export const orderEntity = (order: Order): Entity => ({
  ...order,
  entity: 'order',
  currency: 'INR',
  amount_paid: 0,
  amount_due: order.amount,
  status: 'created',
  attempts: 0,
  notes: [],
})
export const paymentEntity = (payment: Payment): Entity => ({
  ...payment,
  entity: 'payment',
  captured: payment.status !== 'failed',
  method: 'upi',
  vpa: 'ravi@upi',
  email: 'ravi@example.com',
  contact: '+919800000001',
  notes: [],
})
export const refundEntity = (refund: Refund): Entity => ({
  ...refund,
  entity: 'refund',
  currency: 'INR',
  notes: [],
  acquirer_data: { arn: null },
  speed_processed: 'normal',
})

/** A new id of a kind: 'pay_4f1c2a9b7d3e60'. */
export const newId = (kind: string) => `${kind}_${randomUUID().replaceAll('-', '').slice(0, 14)}`
