import { progressText } from '@kirana/domain/touched-pick'
import { deliveryStatusNames } from '../wire/shapes.ts'
import { changesOf, field, type Fields } from './changes.ts'
import { object, said, type Sentence } from './sentence.ts'
import { amount, count, list, of, oneOf, plainText, rupees, text, type Show } from './values.ts'

const statusWords = Object.fromEntries(
  Object.entries(deliveryStatusNames).map(([word, name]) => [name, word]),
)
export const status = oneOf(statusWords)
export const shown = (show: typeof status, value: unknown) => show(value, {}, () => null)

/** Payment statuses as the order lists show them (specification, section 4). */
const paymentStatus = oneOf({ paid: 'Success', due: 'Awaiting', failed: 'Failed' })

/** 'Asha: 3 of 5 pieces found, 1 missing (3 × Milk, 1 × Rice missing)' */
const pickedSoFar: Show = (value) => {
  const { by, found, missing, ordered, lines } = of(value)
  if (lines === undefined) return ''
  const each = list(lines).map((one) => {
    const { title, found, missing, swap } = of(one)
    const { title: other, quantity } = of(swap)
    return [
      amount(found) > 0 && `${amount(found)} × ${plainText(title)}`,
      amount(missing) > 0 && `${amount(missing)} × ${plainText(title)} missing`,
      swap && `${amount(quantity)} × ${plainText(other)} for ${plainText(title)}`,
    ]
  })
  const progress = { found: amount(found), missing: amount(missing), ordered: amount(ordered) }
  return `${plainText(by)}: ${progressText(progress)} (${each.flat().filter(Boolean).join(', ')})`
}

export const orderFields = {
  paymentStatus: field('Payment Status', paymentStatus),
  paidBy: field('Paid by', oneOf({ wallet: 'Wallet' })),
  cashCollectedBy: field('Cash collected by', text),
  sourceRefund: field('Refund to the source', rupees),
  coinsBorneByStore: field('Coins borne by the store', count),
  approvedBy: field('Approved by', text),
  discardedPick: field('Discarded pick', pickedSoFar),
  keptPick: field('Picked so far', pickedSoFar),
  reason: field('Reason', text),
} satisfies Fields

/** A change of an order's status and what came with it; null when it stayed. */
export const setStatus: Sentence['say'] = ({ object: id, before, after }, names) => {
  const [from, to] = [shown(status, of(before).status), shown(status, of(after).status)]
  if (from === to) return null
  const changed = changesOf(orderFields, before, after, names)
  return said(['set ', ...object('order', id, names), ` from ${from} to ${to}`], changed)
}
