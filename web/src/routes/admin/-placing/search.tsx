import { storeProducts } from '@kirana/contract/store/products'
import { pricePaid } from '@kirana/domain/price'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus, Search } from 'lucide-react'
import { useRef, useState } from 'react'
import { messageOf, read } from '#/lib/api.ts'
import { useDebounced } from '#/lib/browser/debounced.ts'
import { rupees } from '#/lib/format.ts'
import { ErrorLine } from '#/components/feedback/states.tsx'
import { Badge } from '#/components/tables/badges.tsx'
import { Input } from '#/ui/field.tsx'
import { LinePicture } from '../-lists/line-picture.tsx'
import { type Cart, lineOf } from './cart.ts'

/** Maximum results. The user can type more of the name to find others. */
const SHOWN = 12

/** Searches products like the customer app. A press on a variant adds a piece; Enter adds the first one. */
export function ProductSearch({ cart }: { cart: Cart }) {
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const search = useDebounced(text.trim())
  const query = useQuery({
    ...read(storeProducts.list, { query: { search } }),
    placeholderData: keepPreviousData,
    enabled: search !== '',
  })
  const found = search === '' ? [] : (query.data?.products ?? [])
  const variants = found
    .flatMap((product) => product.variant.map((variant) => ({ product, variant })))
    .slice(0, SHOWN)
  const isCurrent = search === text.trim() && !query.isFetching
  const add = ({ product, variant }: (typeof variants)[number]) => {
    cart.add(lineOf(product, variant))
    input.current?.select()
  }
  return (
    <search className="card flex flex-col gap-3 p-4">
      <div className="relative">
        <Search aria-hidden size={16} className="absolute top-1/2 left-3 -translate-y-1/2 text-muted" />
        <Input
          ref={input}
          type="search"
          aria-label="Product name"
          placeholder="Product name"
          autoComplete="off"
          maxLength={100}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            const [first] = variants
            if (event.key === 'Enter' && isCurrent && first?.variant.inStock) add(first)
          }}
          className="pl-9"
        />
      </div>
      {query.isError && <ErrorLine message={messageOf(query.error)} onRetry={() => void query.refetch()} />}
      <p role="status" className={variants.length > 0 ? 'sr-only' : 'text-sm text-muted'}>
        {search === ''
          ? 'Type a part of a name from the list'
          : isCurrent && (variants.length === 0 ? 'No data found' : `${variants.length} found`)}
      </p>
      {variants.length > 0 && (
        <ul aria-label="Products found" className="flex flex-col gap-1.5">
          {variants.map((one) => (
            <li key={one.variant.variantId}>
              <button
                type="button"
                disabled={!one.variant.inStock}
                onClick={() => add(one)}
                className="flex min-h-12 w-full items-center gap-3 rounded-control border border-line bg-surface px-2 py-1.5 text-left hover:bg-sunken disabled:cursor-not-allowed disabled:opacity-55 dark:hover:bg-raised"
              >
                <LinePicture file={one.product.images[0] ?? ''} size="size-10" />
                <span className="min-w-0 flex-1">
                  <span className="block break-words font-medium">{one.product.title}</span>
                  <span className="numbers flex flex-wrap items-center gap-x-2 text-sm text-muted">
                    {one.variant.value} {one.variant.unit} · {rupees(pricePaid(one.variant))}
                    {!one.variant.inStock && <Badge tone="bad">Out of stock</Badge>}
                    {one.variant.inStock && one.variant.left !== undefined && (
                      <Badge tone="warn">{one.variant.left} left</Badge>
                    )}
                  </span>
                </span>
                <Plus aria-hidden size={18} className="shrink-0" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </search>
  )
}
