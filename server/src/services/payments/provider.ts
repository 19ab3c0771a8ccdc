import type { IncomingHttpHeaders } from 'node:http'

/** A payment as the provider reports it. `amount` is in the smallest unit of `currency`: paise for INR. */
export type ProviderPayment = {
  paymentId: string
  /** The provider's order that was paid; null for a payment without one. */
  checkoutId: string | null
  amount: number
  currency: string
  /** `open`: neither captured nor failed yet. */
  status: 'captured' | 'failed' | 'open'
  /** What has been refunded so far. */
  refunded: number
  /** How the customer paid, as the provider names it: 'upi', 'card', 'netbanking', 'wallet'; '' if it does not say. */
  method: string
  /** What the provider keeps of it, with tax, in paise; null if it does not say. */
  fee: number | null
  /** Why it failed, in the provider's words. */
  error: string
}

export type ProviderRefund = {
  refundId: string
  paymentId: string
  /** The `receipt` that was sent; null for a refund made elsewhere. */
  receipt: string | null
  amount: number
  status: 'done' | 'failed' | 'open'
}

/** The provider's ids in a report, as far as they can be read. */
export type ReportedIds = { paymentId: string | null; checkoutId: string | null; refundId: string | null }

/** A report that cannot be read. */
export type Unreadable = ReportedIds & {
  /** A sentence for staff. */
  reason: string
  /** Equal for reports with the same bytes. */
  digest: string
  /** Ids, amounts and states as they were sent; no contact data. */
  about: Record<string, unknown>
}

/** A payment as the provider lists it, or why it cannot be read. */
export type ReadPayment =
  | { payment: ProviderPayment; unreadable: null }
  | { payment: null; unreadable: Unreadable }

/** A refund as the provider lists it, or why it cannot be read. */
export type ReadRefund =
  | { refund: ProviderRefund; unreadable: null }
  | { refund: null; unreadable: Unreadable }

/** A signed event: with its payment or refund, unreadable, or about something else. */
export type ProviderEvent = {
  id: string
  /** '' if it cannot be read. */
  type: string
  payment: ProviderPayment | null
  refund: ProviderRefund | null
  unreadable: Unreadable | null
}

/** The request to the provider failed. `isFinal`: it was rejected; otherwise the outcome is unknown. */
export class ProviderError extends Error {
  readonly isFinal: boolean
  constructor(message: string, isFinal: boolean) {
    super(message)
    this.isFinal = isFinal
  }
}

/** A payment service. Every function may throw ProviderError; call none of them inside a transaction. */
export type PaymentProvider = {
  name: string
  /** What the customer app needs besides the checkout's id. Public. */
  keyId: string
  /** How often open checkouts and refunds are polled. */
  checkSeconds: number
  /** Opens a checkout over `amount` paise and returns its id. */
  openCheckout: (order: { receipt: string; amount: number }) => Promise<string>
  paymentsOf: (checkoutId: string) => Promise<ReadPayment[]>
  paymentOf: (paymentId: string) => Promise<ProviderPayment>
  /** All payments that were started between two points in time. */
  paymentsBetween: (from: Date, to: Date) => AsyncIterable<ReadPayment>
  /** Refunds once per `requestKey`, however often it is called. */
  refund: (refund: {
    paymentId: string
    amount: number
    receipt: string
    requestKey: string
  }) => Promise<ProviderRefund>
  /** All refunds that were made between two points in time. */
  refundsBetween: (from: Date, to: Date) => AsyncIterable<ReadRefund>
  refundsOf: (paymentId: string) => Promise<ProviderRefund[]>
  refundOf: (refundId: string) => Promise<ProviderRefund>
  /** Throws HttpError 400 unless the signature matches the bytes of the body; nothing else. */
  readEvent: (raw: Buffer, headers: IncomingHttpHeaders) => ProviderEvent
}
