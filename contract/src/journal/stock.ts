import { counted } from '@kirana/domain/count'
import { formatRupees } from '@kirana/domain/money'
import { changesOf, field } from './changes.ts'
import { object, plain, said, type Sentence } from './sentence.ts'
import { amount, list, type Names, of, plainText, text } from './values.ts'

/** '500 GM of Rice'; the entry's object is the product, and `pack` says which variant. */
const variantOf = (productId: string, values: unknown, names: Names) => [
  `${plainText(of(values).pack)} of `,
  ...object('product', productId, names),
]
const because = (reason: unknown) => (plainText(reason) === '' ? '' : `: ${plainText(reason)}`)

export const stockSentences = {
  'stock.count': {
    label: 'Counted stock',
    say: ({ object: id, after }, names) => {
      const { onHand, reason } = of(after)
      return onHand === null
        ? said(['stopped tracking the stock of ', ...variantOf(id, after, names), because(reason)])
        : said([
            `counted ${counted(amount(onHand), 'piece')}, `,
            ...variantOf(id, after, names),
            because(reason),
          ])
    },
  },
  'stock.receive': {
    label: 'Received stock',
    say: ({ object: id, after }, names) =>
      said([`received ${counted(amount(of(after).quantity), 'piece')}, `, ...variantOf(id, after, names)]),
  },
  'stockFiles.import': {
    label: 'Imported stock',
    // One entry for the file, and one for each variant that it changed.
    say: ({ object: id, after }, names) => {
      const { changed, counted: found, received, shelf } = of(after)
      if (id === 'stock') return said([`changed the stock with ${counted(amount(changed), 'row')} of a file`])
      const parts = [
        typeof found === 'number' && `counted ${counted(found, 'piece')}`,
        typeof received === 'number' && `received ${counted(received, 'piece')}`,
        typeof shelf === 'string' && `set the shelf to ${shelf}`,
      ]
      return said([`${parts.filter(Boolean).join(', ')} with a file, `, ...variantOf(id, after, names)])
    },
  },
  'stock.edit': {
    label: 'Changed the shelf or barcodes',
    say: ({ object: id, after }, names) =>
      said(['changed the shelf or barcodes of ', ...variantOf(id, after, names)]),
  },
  'pick.claim': plain('Claimed an order', 'claimed an order to pick it'),
  'pick.line': plain('Picked a line', 'picked a line of an order'),
  'pick.release': plain('Released an order', 'let go of an order that is being picked'),
  'pickRecords.putBack': plain('Put items back', 'put the items of a canceled order back'),
  'pick.done': {
    label: 'Picked an order',
    say: ({ object: id, before, after }, names) => {
      const [from, to] = [of(before).total, of(after).total]
      const isEmpty = of(after).status === 'canceled'
      const missing = list(of(after).missing).map((one) => {
        const { title, quantity, reason } = of(one)
        return `${amount(quantity)} × ${plainText(title)}${because(reason)}`
      })
      const swapped = list(of(after).swapped).map((one) => {
        const { title, quantity, by, pieces, reason } = of(one)
        return `${amount(quantity)} × ${plainText(title)} for ${amount(pieces)} × ${plainText(by)}${because(reason)}`
      })
      const what = isEmpty
        ? ['found nothing of ', ...object('order', id, names)]
        : ['picked ', ...object('order', id, names)]
      const { changes } = changesOf({ approvedBy: field('Approved by', text) }, null, after, names)
      const parts = [
        ...what,
        missing.length > 0 && !isEmpty ? `, missing ${missing.join(', ')}` : '',
        swapped.length > 0 && !isEmpty ? `, swapped ${swapped.join(', ')}` : '',
        from !== to && !isEmpty ? `, total ${formatRupees(amount(from))} to ${formatRupees(amount(to))}` : '',
      ]
      return said(parts, { changes })
    },
  },
} satisfies Record<string, Sentence>
