import type { IncomingHttpHeaders } from 'node:http'

/** A payment in a report of the provider. `amount` is in the smallest unit of `currency`: paise for INR. */
export type ProviderPayment = {
  paymentId: string
  /** The provider's order that was paid; null for a payment without an order. */
  checkoutId: string | null
  amount: number
  currency: string
  /** `open`: neither captured nor failed yet. */
  status: 'captured' | 'failed' | 'open'
  /** The amount refunded so far. */
  refunded: number
  /** The provider's name of the payment method: 'upi', 'card', 'netbanking', 'wallet'; '' if it is not reported. */
  method: string
  /** The provider's fee, with tax, in paise; null if it is not reported. */
  fee: number | null
  /** The provider's description of the failure. */
  error: string
}

export type ProviderRefund = {
  refundId: string
  paymentId: string
  /** The `receipt` of the request; null for a refund that was not requested here. */
  receipt: string | null
  amount: number
  status: 'done' | 'failed' | 'open'
}

/** The readable ids of the provider in a report. */
export type ReportedIds = { paymentId: string | null; checkoutId: string | null; refundId: string | null }

/** A report that cannot be read. */
export type Unreadable = ReportedIds & {
  /** A sentence for staff. */
  reason: string
  /** Equal for reports with the same bytes. */
  digest: string
  /** The ids, amounts and states in the report; no contact data. */
  about: Record<string, unknown>
}

/** A payment in the provider's list, or the reason why it cannot be read. */
export type ReadPayment =
  | { payment: ProviderPayment; unreadable: null }
  | { payment: null; unreadable: Unreadable }

/** A refund in the provider's list, or the reason why it cannot be read. */
export type ReadRefund =
  | { refund: ProviderRefund; unreadable: null }
  | { refund: null; unreadable: Unreadable }

/** A signed event: with a payment or refund, unreadable, or about another object. */
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
  /** The public key, which the customer app needs besides the checkout's id. */
  keyId: string
  /** Interval of polling open checkouts and refunds. */
  checkSeconds: number
  /** Opens a checkout over `amount` paise and returns its id. */
  openCheckout: (order: { receipt: string; amount: number }) => Promise<string>
  paymentsOf: (checkoutId: string) => Promise<ReadPayment[]>
  paymentOf: (paymentId: string) => Promise<ProviderPayment>
  /** All payments that were started between two points in time. */
  paymentsBetween: (from: Date, to: Date) => AsyncIterable<ReadPayment>
  /** Refunds once per `requestKey`, even if it is called repeatedly. */
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
  /** Throws only HttpError 400, if the signature does not match the bytes of the body. */
  readEvent: (raw: Buffer, headers: IncomingHttpHeaders) => ProviderEvent
}
