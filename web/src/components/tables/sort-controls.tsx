import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { directionOf, valueOf, type AnySort, type Sortable, type SortValue } from './sort.ts'

/**
 * The next sort order: amounts and dates start descending, texts ascending. Then comes the other direction, then the
 * list's default order.
 */
function nextOf(sort: AnySort, current: SortValue): SortValue {
  const isDescendingFirst = sort.kind !== 'text'
  const [first, second] = [valueOf(sort, isDescendingFirst), valueOf(sort, !isDescendingFirst)]
  return current === first ? second : current === second ? '' : first
}

type Props = { sort: AnySort; current: SortValue; onSort: (sort: SortValue) => void }

const icons = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown }

/** Below Tailwind's `md`, where lists are cards. */
const query = matchMedia('(max-width: 767.98px)')

const subscribe = (onChange: () => void) => {
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** Whether the window is as narrow as a phone, for cases that CSS alone cannot handle. */
const useNarrow = () => useSyncExternalStore(subscribe, () => query.matches)

/** The button in a column's header that sorts by it. */
export function SortButton({ header, sort, current, onSort }: Props & { header: string }) {
  const Icon = icons[directionOf(sort, current) ?? 'none']
  // Phones have `SortSelect` instead; only assistive technology reads their headers.
  if (useNarrow()) return header
  return (
    <button
      type="button"
      className="group/sort -mx-1 inline-flex items-center gap-1 rounded-sm px-1 text-start hover:text-ink coarse:min-h-9"
      onClick={() => onSort(nextOf(sort, current))}
    >
      {header}
      <Icon
        aria-hidden
        size={14}
        className={`shrink-0 ${Icon === ChevronsUpDown ? 'opacity-50 group-hover/sort:opacity-100' : 'text-ink'}`}
      />
    </button>
  )
}

const words = {
  amount: ['highest first', 'lowest first'],
  date: ['newest first', 'oldest first'],
  text: ['Z to A', 'A to Z'],
} as const

/** The sort control for phones. */
export function SortSelect({
  columns,
  current,
  onSort,
}: {
  columns: readonly Sortable<never>[]
  current: SortValue
  onSort: (sort: SortValue) => void
}) {
  const choices = columns.flatMap(({ header, sort }) => {
    if (!sort) return []
    const both = [true, false].map((isDescending) => ({
      value: valueOf(sort, isDescending),
      label: `${header}: ${words[sort.kind][isDescending ? 0 : 1]}`,
    }))
    return sort.kind === 'text' ? both.toReversed() : both
  })
  if (choices.length === 0) return null
  const hasOwnOrder = choices.some(({ value }) => value === '')
  return (
    <select
      aria-label="Sort"
      className="field order-last w-auto min-w-40 flex-1 self-end md:hidden"
      value={choices.some(({ value }) => value === current) ? current : ''}
      onChange={({ target }) => onSort(target.value)}
    >
      {!hasOwnOrder && <option value="">Sort</option>}
      {choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}
