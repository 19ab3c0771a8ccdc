import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { messageOf } from '#/lib/api.ts'
import { Deletion } from './editable-table.tsx'
import { type About, EmptyState, ErrorLine, ErrorState } from '#/components/feedback/states.tsx'

type Props<Item> = {
  name: string
  query: UseQueryResult<Item[]>
  /** Height class of the skeleton cards. */
  shape: string
  nameOf: (item: Item) => string
  consequence: string
  onDelete: (item: Item) => Promise<unknown>
  about: About
  /** Action of an empty list. */
  empty: ReactNode
  /** Renders one card; `ask` opens the confirmation of its deletion. */
  children: (item: Item, ask: () => void, index: number) => ReactNode
}

/** A list of pictures or videos as cards, with confirmed deletion. */
export function CardGrid<Item>({ name, query, shape, about, empty, children, ...deletion }: Props<Item>) {
  const { data, error, isPending } = query
  const retry = () => void query.refetch()
  return (
    <section aria-label={name} aria-busy={isPending} className="card overflow-hidden">
      {error && data && <ErrorLine message={messageOf(error)} onRetry={retry} />}
      {error && !data && <ErrorState message={messageOf(error)} onRetry={retry} />}
      {data?.length === 0 && <EmptyState about={about}>{empty}</EmptyState>}
      <Deletion {...deletion}>
        {(ask) => (
          <ul className="grid gap-4 p-4 empty:hidden sm:grid-cols-2 xl:grid-cols-3">
            {isPending && [1, 2, 3].map((n) => <li key={n} className={`skeleton ${shape}`} />)}
            {data?.map((item, index) => children(item, () => ask(item), index))}
          </ul>
        )}
      </Deletion>
    </section>
  )
}
