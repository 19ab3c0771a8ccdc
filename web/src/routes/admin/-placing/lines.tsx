import type { Quote } from '@kirana/contract/store/orders'
import { MAX_QUANTITY } from '@kirana/domain/cart'
import { Minus, Plus, Trash2 } from 'lucide-react'
import { counted, rupees } from '#/lib/format.ts'
import { IconButton } from '#/ui/button.tsx'
import { Input } from '#/ui/field.tsx'
import { LinePicture } from '../-lists/line-picture.tsx'
import type { Cart, CartLine } from './cart.ts'

/** The lines of the order, with the prices of the quote. */
export function CartLines({ cart, quote }: { cart: Cart; quote: Quote | undefined }) {
  const pieces = cart.lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <section aria-labelledby="cart" className="card overflow-hidden">
      <header className="flex items-baseline gap-2 border-b border-line px-4 py-3">
        <h2 id="cart" className="text-lg font-semibold">
          Items
        </h2>
        <span role="status" className="numbers text-sm text-muted">
          {pieces > 0 && counted(pieces, 'piece')}
        </span>
      </header>
      {cart.lines.length === 0 ? (
        <p className="px-4 py-6 text-muted">Nothing yet. Search a product and press it.</p>
      ) : (
        <ul className="divide-y divide-line">
          {cart.lines.map((line) => (
            <Line
              key={line.variantId}
              line={line}
              quoted={quote?.lines.find(({ variantId }) => variantId === line.variantId)}
              onQuantity={(quantity) => cart.setQuantity(line.variantId, quantity)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

type LineProps = {
  line: CartLine
  quoted: Quote['lines'][number] | undefined
  onQuantity: (quantity: number) => void
}

function Line({ line, quoted, onQuantity }: LineProps) {
  const { title, pack, image, quantity } = line
  const isShort = quoted !== undefined && quoted.quantity === quantity && quoted.available < quantity
  const name = `${title}, ${pack}`
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
      <LinePicture file={image} size="size-10" />
      <div className="min-w-28 flex-1">
        <p className="font-medium break-words">{title}</p>
        <p className="numbers text-sm text-muted">
          {pack}
          {quoted && ` · ${rupees(quoted.price)}`}
        </p>
        {isShort && <p className="text-sm text-bad">{counted(quoted.available, 'piece')} can be ordered</p>}
      </div>
      <div className="ml-auto flex items-center gap-1">
        <IconButton
          label={quantity === 1 ? `Remove ${name}` : `One less of ${name}`}
          variant="outline"
          onClick={() => onQuantity(quantity - 1)}
        >
          {quantity === 1 ? <Trash2 aria-hidden /> : <Minus aria-hidden />}
        </IconButton>
        <Input
          aria-label={`Pieces of ${name}`}
          inputMode="numeric"
          className="numbers w-16 px-1 text-center"
          value={quantity}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => {
            const typed = Number(target.value)
            if (Number.isInteger(typed) && typed >= 1 && typed <= MAX_QUANTITY) onQuantity(typed)
          }}
        />
        <IconButton
          label={`One more of ${name}`}
          variant="outline"
          aria-disabled={quantity >= MAX_QUANTITY}
          onClick={() => quantity < MAX_QUANTITY && onQuantity(quantity + 1)}
        >
          <Plus aria-hidden />
        </IconButton>
        <span className="numbers min-w-20 text-right font-medium">
          {quoted?.quantity === quantity ? rupees(quoted.totalPrice) : '…'}
        </span>
      </div>
    </li>
  )
}
