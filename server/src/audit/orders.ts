import { deliveryStatusNames } from '@kirana/contract/wire/shapes'
import { counted } from '@kirana/domain/count'
import { formatRupees } from '@kirana/domain/money'
import { progressText } from '@kirana/domain/touched-pick'
import type { Fields } from './changes.ts'
import { does, type Entry, says, type Template } from './sentence.ts'
import { amount, count, day, list, oneOf, rupees, stored, text } from './values.ts'

const reason = { reason: ['Reason', text] } satisfies Fields
/** The person who approved the change, if it needed approval. */
export const approvedBy = { approvedBy: ['Approved by', text] } satisfies Fields
export const because = (reason: unknown) => (text(reason) === '' ? '' : `: ${text(reason)}`)

const statusWords = oneOf(
  Object.fromEntries(Object.entries(deliveryStatusNames).map(([word, name]) => [name, word])),
)
const manualStatus = oneOf({ waiting: 'Waiting', delivered: 'Delivered', canceled: 'Canceled' })

/** 'Asha: 3 of 5 pieces found, 1 missing (3 × Milk, 1 × Rice missing)' */
function pickedSoFar(value: unknown) {
  const { by, found, missing, ordered, lines } = stored(value)
  if (lines === undefined) return ''
  const each = list(lines).flatMap((line) => {
    const { title, found, missing, swap } = stored(line)
    const { title: other, quantity } = stored(swap)
    return [
      amount(found) > 0 && `${amount(found)} × ${text(title)}`,
      amount(missing) > 0 && `${amount(missing)} × ${text(title)} missing`,
      swap && `${amount(quantity)} × ${text(other)} for ${text(title)}`,
    ].filter(Boolean)
  })
  const progress = { found: amount(found), missing: amount(missing), ordered: amount(ordered) }
  return `${text(by)}: ${progressText(progress)} (${each.join(', ')})`
}

/**
 * Fields that change together with an order's status. Payment statuses have the texts of the lists (specification,
 * section 4).
 */
export const orderFields = {
  paymentStatus: ['Payment Status', oneOf({ paid: 'Success', due: 'Awaiting', failed: 'Failed' })],
  paidBy: ['Paid by', oneOf({ wallet: 'Wallet', upi: 'UPI' })],
  cashCollectedBy: ['Cash collected by', text],
  sourceRefund: ['Refund to the source', rupees],
  coinsBorneByStore: ['Coins borne by the store', count],
  ...approvedBy,
  discardedPick: ['Discarded pick', pickedSoFar],
  keptPick: ['Picked so far', pickedSoFar],
  override: ['Without the door code', text],
  ...reason,
} satisfies Fields

/** 'set order OD261122-0007 from Confirmed to Prepeared'; null if the status did not change. */
const sets = (label: string, kind: 'order' | 'manualOrder', words: typeof statusWords, fields?: Fields) =>
  says(
    label,
    ({ before, after, the }) => {
      const [from, to] = [words(before.status), words(after.status)]
      return from === to ? null : ['set ', the(kind), ` from ${from} to ${to}`]
    },
    fields,
  )

const wayBack = oneOf({ source: 'to its source', wallet: 'to the wallet', cash: 'in cash' })

/** `sets` for a call about orders. */
export const setsStatus = (label: string) => sets(label, 'order', statusWords, orderFields)

function picked({ before, after, the }: Entry) {
  if (after.status === 'canceled') return ['found nothing of ', the('order')]
  const missing = list(after.missing).map((line) => {
    const { title, quantity, reason } = stored(line)
    return `${amount(quantity)} × ${text(title)}${because(reason)}`
  })
  const swapped = list(after.swapped).map((line) => {
    const { title, quantity, by, pieces, reason } = stored(line)
    return `${amount(quantity)} × ${text(title)} for ${amount(pieces)} × ${text(by)}${because(reason)}`
  })
  const [from, to] = [before.total, after.total]
  return [
    'picked ',
    the('order'),
    missing.length > 0 ? `, missing ${missing.join(', ')}` : '',
    swapped.length > 0 ? `, swapped ${swapped.join(', ')}` : '',
    from === to ? '' : `, total ${formatRupees(amount(from))} to ${formatRupees(amount(to))}`,
  ]
}

/** The action that a second person decides about: 'the payout of the withdrawal of ₹500 for Meera'. */
function asked({ after, the }: Entry) {
  const { kind, amount: size } = after
  if (kind === 'coins') return [`${counted(amount(size), 'coin')} for `, ...the('customer')]
  if (kind === 'cash-refund') return [`the refund of ${rupees(size) || 'the cash'} of `, ...the('order')]
  if (kind === 'cancel-refund') return [`the refund of ${rupees(size)} by canceling `, ...the('order')]
  if (kind === 'claim-refund') return [`the refund of ${rupees(size)} for `, ...the('claim')]
  if (kind === 'claim-replacement')
    return [`the replacement of pieces worth ${rupees(size)} for `, ...the('claim')]
  if (kind === 'pick')
    return ['the end of picking ', ...the('order'), `, ${rupees(size)} in refunds and swaps`]
  if (kind === 'payout-refusal') return ['the refusal of ', ...the('withdrawal')]
  if (kind === 'wallet-order') return [`an order of ${rupees(size)} from the wallet of `, ...the('customer')]
  if (kind === 'write-off') return [`the write-off of ${rupees(size)} that `, ...the('rider'), ' owes']
  return ['the payout of ', ...the('withdrawal')]
}
/** 'placed order OD261122-0007 for ₹212.22 for the customer' */
const placesOrder = ({ after, the }: Entry) => [
  'placed ',
  ...the('order'),
  ` for the customer, ${rupees(after.total)}${after.payment === 'wallet' ? ' from the wallet' : ''}`,
]
const asker = ({ after }: Entry) => (text(after.askedBy) ? `, asked for by ${text(after.askedBy)}` : '')

const mismatches: Record<string, string> = {
  late: 'paid after the order was closed',
  twice: 'paid a second time',
  amount: 'not the amount of the order',
  currency: 'not in rupees',
  unknown: 'for an order that is not in this store',
}

/** Orders, picking, payments and approvals. */
export const orders = {
  orders: {
    changeStatus: sets('Set a delivery status', 'order', statusWords, orderFields),
    export: says('Downloaded orders', ({ object, after: { status, from, to }, the }) => {
      const days = [from && `from ${day(from)}`, to && `to ${day(to)}`].filter(Boolean).join(' ')
      return [
        `downloaded ${statusWords(status) ? `${statusWords(status)} ` : ''}orders`,
        ...(object ? [' of ', the('customer')] : []),
        days && ` ${days}`,
      ]
    }),
  },
  pick: {
    claim: does('Claimed an order', 'claimed an order to pick it'),
    claimRound: does('Claimed orders', 'claimed several orders to pick them together'),
    sign: does('Renewed a claim', 'renewed the claim of an order'),
    line: does('Picked a line', 'picked a line of an order'),
    release: does('Released an order', 'let go of an order that is being picked'),
    override: sets('Set a delivery status over a pick', 'order', statusWords, orderFields),
    done: says('Picked an order', picked, approvedBy),
  },
  pickRecords: { putBack: does('Put items back', 'put the items of a canceled order back') },
  staffOrders: {
    place: says('Placed an order for a customer', placesOrder, approvedBy),
    placeList: says('Placed the order of a manual order', placesOrder, approvedBy),
  },
  manualOrders: {
    changeStatus: sets('Set the status of a manual order', 'manualOrder', manualStatus),
  },
  claims: {
    add: does('Opened a claim', 'opened', 'claim', { lateReason: ['Late because', text] }),
    refund: says(
      'Refunded a claim',
      ({ after, the }) => {
        return [
          ...(amount(after.amount) > 0
            ? [`refunded ${rupees(after.amount)} ${wayBack(after.destination)} for `]
            : ['closed ']),
          ...the('claim'),
        ]
      },
      { coins: ['Coins taken back', count], coinsBorneByStore: ['Coins borne by the store', count] },
    ),
    replace: does('Replaced a claim', 'replaced pieces of', 'claim'),
    refuse: does('Refused a claim', 'refused', 'claim', reason),
  },
  gst: {
    register: says('Downloaded a sales register', ({ after: { month } }) => [
      `downloaded the sales register of ${text(month)}`,
    ]),
    gstr1: says('Downloaded GSTR-1', ({ after: { month } }) => [`downloaded GSTR-1 of ${text(month)}`]),
    workbook: says('Downloaded the workbook of GST', ({ after: { month } }) => [
      `downloaded the workbook of GST of ${text(month)}`,
    ]),
    tally: says('Downloaded vouchers for Tally', ({ after: { month } }) => [
      `downloaded the vouchers of ${text(month)} for Tally`,
    ]),
    setFiled: says(
      'Filed or unlocked a month of GST',
      ({ after: { month, filed } }) => [
        filed ? `marked the GST of ${text(month)} as filed` : `unlocked the GST of ${text(month)}`,
      ],
      { reason: ['Reason', text] },
    ),
  },
  approvals: {
    ask: says(
      'Asked for approval',
      (entry) => {
        const files = list(entry.after.documents).length
        return [
          'asked for approval of ',
          asked(entry),
          files > 0 ? ` with ${counted(files, 'document')}` : '',
        ]
      },
      reason,
    ),
    approve: says(
      'Approved what another person asked for',
      (entry) => [
        entry.after.failed ? 'approved, without effect, ' : 'approved ',
        asked(entry),
        asker(entry),
      ],
      { failed: ['Why not', text] },
    ),
    refuse: says(
      'Refused what another person asked for',
      (entry) => ['refused ', asked(entry), asker(entry)],
      { answer: ['Reason', text] },
    ),
  },
  payments: {
    retryRefund: does('Retried a refund', 'asked again for', 'refund'),
    settleRefund: says('Settled a refund by hand', ({ after, the }) => [
      'settled ',
      the('refund'),
      ` by hand: ${text(after.reason)}`,
    ]),
    refunded: says(
      'Refunded a payment in the provider’s dashboard',
      ({ object, after: { amount: back, isCanceled }, names, the }) => [
        `refunded ${rupees(back)} of `,
        the(names('order', object) ? 'order' : 'payment'),
        ` in the dashboard${isCanceled ? ', which canceled the order' : ''}`,
      ],
    ),
    refund: says('Refunded a payment without an order', ({ object, after, names, the }) => [
      'refunded ',
      the('payment'),
      names('payment', object) ? '' : ` of ${rupees(after.amount)}`,
    ]),
    settle: says('Settled a payment without an order', ({ the }) => [
      'marked ',
      the('payment'),
      ' as dealt with',
    ]),
    settleFault: does(
      'Handled a report of the payment provider',
      'marked a report of the payment provider as handled',
    ),
    razorpay: does('Received an event of a payment', 'sent an event of a payment'),
    unmatched: says('Received a payment without an order', ({ object, after, names, the }) => [
      `received ${rupees(after.amount)}`,
      ...(names('order', object) ? [' for ', the('order')] : []),
      because(mismatches[text(after.mismatch)]),
    ]),
  },
} satisfies Record<string, Record<string, Template>>
