import { counted } from '@kirana/domain/count'
import { because } from './orders.ts'
import { type Entry, says, type Template } from './sentence.ts'
import { amount, text } from './values.ts'

/** 'counted 5 pieces, 500 GM of the product Rice'; the entry's object is the product, `pack` its variant. */
const ofVariant = (verb: string, { after, the }: Entry) => [
  `${verb}${text(after.pack)} of `,
  ...the('product'),
]

const pieces = (value: unknown) => counted(amount(value), 'piece')

export const stock = {
  stock: {
    count: says('Counted stock', (entry) => {
      const { onHand, reason } = entry.after
      const verb = onHand === null ? 'stopped tracking the stock of ' : `counted ${pieces(onHand)}, `
      return [ofVariant(verb, entry), because(reason)]
    }),
    receive: says('Received stock', (entry) =>
      ofVariant(`received ${pieces(entry.after.quantity)}, `, entry),
    ),
    edit: says('Changed the shelf or barcodes', (entry) =>
      ofVariant('changed the shelf or barcodes of ', entry),
    ),
    writeOff: says('Wrote stock off', (entry) => [
      ofVariant(`wrote off ${pieces(entry.after.quantity)}, `, entry),
      because([text(entry.after.reason), text(entry.after.note)].filter(Boolean).join(', ')),
    ]),
  },
  receipts: {
    add: says('Received a delivery', ({ after }) => [
      `received ${pieces(after.pieces)} in ${counted(amount(after.lines), 'line')} from ${text(after.supplier)}, bill ${text(after.billNumber)}`,
    ]),
  },
  stockFiles: {
    // One entry for the file, and one for each variant that it changed.
    import: says('Imported stock', (entry) => {
      const { changed, counted: onHand, received, shelf, byWeight } = entry.after
      if (entry.object === 'stock')
        return [`changed the stock with ${counted(amount(changed), 'row')} of a file`]
      const done = [
        typeof onHand === 'number' && `counted ${pieces(onHand)}`,
        typeof received === 'number' && `received ${pieces(received)}`,
        typeof shelf === 'string' && `set the shelf to ${shelf}`,
        typeof byWeight === 'boolean' && `set it to be sold ${byWeight ? 'by weight' : 'by the piece'}`,
      ].filter(Boolean)
      return ofVariant(`${done.join(', ')} with a file, `, entry)
    }),
  },
} satisfies Record<string, Record<string, Template>>
