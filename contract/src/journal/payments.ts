import { object, plain, said, type Sentence } from './sentence.ts'
import { of, plainText, rupees } from './values.ts'

const money = (value: unknown) => rupees(value, {}, () => null)

const mismatch: Record<string, string> = {
  late: 'paid after the order was closed',
  twice: 'paid a second time',
  amount: 'not the amount of the order',
  currency: 'not in rupees',
  unknown: 'for an order that is not in this store',
}

/** Online payments and what goes back of them. */
export const paymentSentences = {
  'payments.retryRefund': {
    label: 'Retried a refund',
    say: ({ object: id }, names) => said(['asked again for ', ...object('refund', id, names)]),
  },
  'payments.settleRefund': {
    label: 'Settled a refund by hand',
    say: ({ object: id, after }, names) =>
      said(['settled ', ...object('refund', id, names), ` by hand: ${plainText(of(after).reason)}`]),
  },
  'payments.refunded': {
    label: 'Refunded a payment in the provider’s dashboard',
    say: ({ object: id, after }, names) => {
      const { amount: back, isCanceled } = of(after)
      const order = names('order', id)
      return said([
        `refunded ${money(back)} of `,
        ...(order ? object('order', id, names) : object('payment', id, names)),
        ` in the dashboard${isCanceled ? ', which canceled the order' : ''}`,
      ])
    },
  },
  'payments.refund': {
    label: 'Refunded a payment without an order',
    say: ({ object: id, after }, names) =>
      said([
        'refunded ',
        ...object('payment', id, names),
        names('payment', id) ? '' : ` of ${money(of(after).amount)}`,
      ]),
  },
  'payments.settle': {
    label: 'Settled a payment without an order',
    say: ({ object: id }, names) => said(['marked ', ...object('payment', id, names), ' as dealt with']),
  },
  'payments.settleFault': plain(
    'Handled a report of the payment provider',
    'marked a report of the payment provider as handled',
  ),
  'payments.razorpay': plain('Received an event of a payment', 'sent an event of a payment'),
  'payments.unmatched': {
    label: 'Received a payment without an order',
    say: ({ object: id, after }, names) => {
      const { amount: paid, mismatch: why } = of(after)
      const order = names('order', id) ? [' for ', ...object('order', id, names)] : []
      const reason = mismatch[plainText(why)]
      return said([`received ${money(paid)}`, ...order, reason ? `: ${reason}` : ''])
    },
  },
} satisfies Record<string, Sentence>
