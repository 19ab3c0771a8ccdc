import { object, said, type Sentence } from './sentence.ts'
import { amount, counted, type Names, of, plainText } from './values.ts'

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
  'stock.edit': {
    label: 'Changed the shelf or barcodes',
    say: ({ object: id, after }, names) =>
      said(['changed the shelf or barcodes of ', ...variantOf(id, after, names)]),
  },
} satisfies Record<string, Sentence>
