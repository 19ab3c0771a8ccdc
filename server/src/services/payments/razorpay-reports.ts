import { MAX_REPORTED_AMOUNT } from '@kirana/domain/payment'
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type {
  ProviderEvent,
  ProviderPayment,
  ProviderRefund,
  ReadPayment,
  ReadRefund,
  ReportedIds,
  Unreadable,
} from './provider.ts'

/** The schemas of Razorpay's webhooks and responses. They limit all lengths and amounts, because no later code does. */

export const Id = z.string().check(z.regex(/^[\w-]{1,60}$/))
const amount = z.int().check(z.gte(1), z.lte(MAX_REPORTED_AMOUNT))
const isInPayment = ({
  amount: paid,
  amount_refunded: refunded,
}: {
  amount: number
  amount_refunded: unknown
}) => Number(refunded) <= paid
const PaymentEntity = z
  .object({
    id: Id,
    order_id: z._default(z.nullable(Id), null),
    amount,
    currency: z._default(z.string().check(z.regex(/^[A-Z]{3}$/)), 'INR'),
    status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
    amount_refunded: z._default(z.nullable(z.int().check(z.gte(0))), 0),
    method: z.catch(z._default(z.string().check(z.regex(/^[a-z_]{1,20}$/)), ''), ''),
    /** Includes the tax on the fee. */
    fee: z.catch(z._default(z.nullable(z.int().check(z.gte(0), z.lte(MAX_REPORTED_AMOUNT))), null), null),
    error_description: z.catch(z.nullable(z.string()), null),
  })
  .check(z.refine(isInPayment, { path: ['amount_refunded'] }))
const RefundEntity = z.object({
  id: Id,
  payment_id: Id,
  amount,
  receipt: z._default(z.nullable(z.string()), null),
  status: z._default(z.nullable(z.enum(['pending', 'processed', 'failed'])), 'pending'),
})

/** A payment that is `refunded` was captured before. */
const paymentStatuses = {
  created: 'open',
  authorized: 'open',
  captured: 'captured',
  refunded: 'captured',
  failed: 'failed',
} as const
const refundStatuses = { pending: 'open', processed: 'done', failed: 'failed' } as const

/** The first `max` characters, without characters that PostgreSQL cannot store. */
export const storable = (text: string, max: number) => text.slice(0, max).replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ')

export const Payment = z.pipe(
  PaymentEntity,
  z.transform((payment): ProviderPayment => ({
    paymentId: payment.id,
    checkoutId: payment.order_id,
    amount: payment.amount,
    currency: payment.currency,
    status: paymentStatuses[payment.status],
    refunded: payment.amount_refunded ?? 0,
    method: payment.method,
    fee: payment.fee,
    error: storable(payment.error_description ?? '', 200),
  })),
)
export const Refund = z.pipe(
  RefundEntity,
  z.transform((refund): ProviderRefund => ({
    refundId: refund.id,
    paymentId: refund.payment_id,
    receipt: refund.receipt === null ? null : storable(refund.receipt, 100),
    amount: refund.amount,
    status: refundStatuses[refund.status ?? 'pending'],
  })),
)

/** The value at a path of nested objects; undefined if there is none. */
const at = (json: unknown, ...path: string[]) =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? Reflect.get(value, key)
        : undefined,
    json,
  )

const digestOf = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

const keptFields = ['id', 'order_id', 'payment_id', 'amount', 'amount_refunded', 'currency', 'status']
const keptValue = z.union([z.number(), z.boolean(), z.null(), z.string().check(z.regex(/^[\w.-]{0,60}$/))])

/** The short fields of an entity that may be stored; none of them has contact data. */
const keptOf = (entity: unknown) =>
  Object.fromEntries(
    keptFields.flatMap((name) => {
      const { data } = z.safeParse(keptValue, at(entity, name))
      return data === undefined ? [] : [[name, data]]
    }),
  )

type Entities = { payment?: unknown; refund?: unknown; order?: unknown }

function unreadable(reason: string, digest: string, { payment, refund, order }: Entities = {}): Unreadable {
  const id = (...candidates: unknown[]) =>
    candidates.map((one) => z.safeParse(Id, one).data).find((one) => one !== undefined) ?? null
  const ids: ReportedIds = {
    paymentId: id(at(payment, 'id'), at(refund, 'payment_id')),
    checkoutId: id(at(payment, 'order_id'), at(order, 'id')),
    refundId: id(at(refund, 'id')),
  }
  const entities = Object.entries({ payment, refund, order }).filter(([, entity]) => entity !== undefined)
  const about = Object.fromEntries(entities.map(([name, entity]) => [name, keptOf(entity)]))
  return { ...ids, reason, digest, about }
}

/** The first field that cannot be read, such as 'payment.amount'. */
const reasonOf = (name: string, { issues }: z.core.$ZodError) =>
  `Can’t be read: ${[name, ...(issues[0]?.path ?? [])].join('.')}`

export function readPayment(json: unknown): ReadPayment {
  const { data, error } = z.safeParse(Payment, json)
  if (data) return { payment: data, unreadable: null }
  const digest = digestOf(JSON.stringify(json))
  return { payment: null, unreadable: unreadable(reasonOf('payment', error), digest, { payment: json }) }
}

export function readRefund(json: unknown): ReadRefund {
  const { data, error } = z.safeParse(Refund, json)
  if (data) return { refund: data, unreadable: null }
  const digest = digestOf(JSON.stringify(json))
  return { refund: null, unreadable: unreadable(reasonOf('refund', error), digest, { refund: json }) }
}

export function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

/** The subject of events by type. The store may not need events of other types. */
const subjects = new Map<string, 'payment' | 'refund'>([
  ['payment.captured', 'payment'],
  ['payment.failed', 'payment'],
  ['order.paid', 'payment'],
  ['refund.created', 'refund'],
  ['refund.processed', 'refund'],
  ['refund.failed', 'refund'],
])
const EventType = z.string().check(z.regex(/^[\w.]{1,100}$/))

/** Reads a signed event. `id` is the id of the event; without it, events with the same bytes count as one. */
export function readSignedEvent(raw: Buffer, id: string | null): ProviderEvent {
  const digest = digestOf(raw)
  const json = parsed(raw.toString('utf8'))
  const type = z.safeParse(EventType, at(json, 'event')).data ?? ''
  const entity = (name: string) => at(json, 'payload', name, 'entity')
  const entities = { payment: entity('payment'), refund: entity('refund'), order: entity('order') }
  const event = { id: id ?? digest, type, payment: null, refund: null, unreadable: null }
  const fault = (reason: string) => ({ ...event, unreadable: unreadable(reason, digest, entities) })
  if (type === '') return fault(json === null ? 'The webhook is not JSON' : 'Can’t be read: event')
  const names = (['payment', 'refund'] as const).filter(
    (name) => subjects.get(type) === name || at(json, 'payload', name) !== undefined,
  )
  const payment = names.includes('payment') ? z.safeParse(Payment, entities.payment) : null
  if (payment?.error) return fault(reasonOf('payment', payment.error))
  const refund = names.includes('refund') ? z.safeParse(Refund, entities.refund) : null
  if (refund?.error) return fault(reasonOf('refund', refund.error))
  return { ...event, payment: payment?.data ?? null, refund: refund?.data ?? null }
}
