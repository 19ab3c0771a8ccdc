import { counted } from '@kirana/domain/count'
import { changesOf, field } from './changes.ts'
import { link, object, type Part, said, type Entry, type Sentence } from './sentence.ts'
import { amount, list, of, plainText, rupees, text, type Names } from './values.ts'

/** What it is about: 'the payout of the withdrawal of ₹500 for Meera'. The entry's object is what would be changed. */
function subject({ object: id, after }: Entry, names: Names): (string | Part)[] {
  const { kind, amount: size } = of(after)
  if (kind === 'coins') return [`${counted(amount(size), 'coin')} for `, link('customer', id, names)]
  if (kind === 'cash-refund')
    return [`the refund of ${rupees(size, {}, names) || 'the cash'} of `, ...object('order', id, names)]
  if (kind === 'pick')
    return [
      'the end of picking ',
      ...object('order', id, names),
      `, ${rupees(size, {}, names)} in refunds and swaps`,
    ]
  return ['the payout of ', ...object('withdrawal', id, names)]
}

const asker = ({ after }: Entry) => {
  const { askedBy } = of(after)
  return plainText(askedBy) && `, asked for by ${plainText(askedBy)}`
}

const why = (label: string, value: unknown, names: Names) =>
  changesOf({ why: field(label, text) }, null, { why: value }, names)

/** What a second person decides on. */
export const approvalSentences = {
  'approvals.ask': {
    label: 'Asked for approval',
    say: (entry, names) => {
      const { documents, reason } = of(entry.after)
      const files = list(documents).length
      return said(
        [
          'asked for approval of ',
          ...subject(entry, names),
          files > 0 ? ` with ${counted(files, 'document')}` : '',
        ],
        why('Reason', reason, names),
      )
    },
  },
  'approvals.approve': {
    label: 'Approved what another person asked for',
    say: (entry, names) => {
      const { failed } = of(entry.after)
      const verb = failed ? 'approved, without effect, ' : 'approved '
      return said([verb, ...subject(entry, names), asker(entry)], why('Why not', failed, names))
    },
  },
  'approvals.refuse': {
    label: 'Refused what another person asked for',
    say: (entry, names) =>
      said(
        ['refused ', ...subject(entry, names), asker(entry)],
        why('Reason', of(entry.after).answer, names),
      ),
  },
} satisfies Record<string, Sentence>
