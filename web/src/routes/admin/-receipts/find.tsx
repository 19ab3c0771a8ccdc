import { stock, type StockRow } from '@kirana/contract/stock'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState, type RefObject } from 'react'
import { messageOf, queryClient, read } from '#/lib/api.ts'
import { useDebounced } from '#/lib/browser/debounced.ts'
import { ErrorLine } from '#/components/feedback/states.tsx'
import { Input } from '#/ui/field.tsx'
import { LinePicture } from '../-lists/line-picture.tsx'
import { nameOf } from '../-stock/words.tsx'

/** Maximum results. The user can type more to find others. */
const SHOWN = 8

const searchFor = (search: string) =>
  read(stock.list, { params: { page: 1 }, query: { search, filter: '' as const } })

/** The variant with a barcode; null if none has it. */
export async function findBarcode(code: string): Promise<StockRow | null> {
  const { data } = await queryClient.fetchQuery({ ...searchFor(code), staleTime: 0 })
  return data.find(({ barcodes }) => barcodes.includes(code)) ?? null
}

type Props = {
  input?: RefObject<HTMLInputElement | null>
  onChoose: (row: StockRow) => void
  /** Called on Enter in the field with its text: a scanned code or a name. */
  onEnter?: (text: string) => void
}

/** Finds variants by title, shelf or barcode. A press selects one. */
export function FindVariant({ input, onChoose, onEnter }: Props) {
  const [text, setText] = useState('')
  const search = useDebounced(text.trim())
  const query = useQuery({
    ...searchFor(search),
    placeholderData: keepPreviousData,
    enabled: search !== '',
  })
  const rows = search === '' ? [] : (query.data?.data ?? []).slice(0, SHOWN)
  const choose = (row: StockRow) => {
    setText('')
    onChoose(row)
  }
  return (
    <search className="flex flex-col gap-2">
      <Input
        {...(input && { ref: input })}
        type="search"
        aria-label="Product or barcode"
        placeholder="Product or barcode"
        autoComplete="off"
        maxLength={100}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          const typed = text.trim()
          if (event.key !== 'Enter' || typed === '') return
          event.preventDefault()
          const [only, ...others] = rows
          if (search === typed && !query.isPlaceholderData && only && others.length === 0) return choose(only)
          if (!onEnter) return
          setText('')
          onEnter(typed)
        }}
      />
      {query.isError && <ErrorLine message={messageOf(query.error)} onRetry={() => void query.refetch()} />}
      {search !== '' && rows.length === 0 && !query.isFetching && (
        <p role="status" className="text-sm text-muted">
          No data found
        </p>
      )}
      {rows.length > 0 && (
        <ul aria-label="Products found" className="flex flex-col gap-1.5">
          {rows.map((row) => (
            <li key={row.variantId}>
              <button
                type="button"
                onClick={() => choose(row)}
                className="flex min-h-12 w-full items-center gap-3 rounded-control border border-line bg-surface px-2 py-1.5 text-left hover:bg-sunken dark:hover:bg-raised"
              >
                <LinePicture file={row.image} size="size-10" />
                <span className="min-w-0 flex-1 break-words">
                  <span className="font-medium">{nameOf(row)}</span>
                  {row.shelf && <span className="block text-sm text-muted">{row.shelf}</span>}
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
