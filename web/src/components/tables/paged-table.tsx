import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import type { About } from '#/components/feedback/states.tsx'
import { DataTable, type Column, type Sorting } from './data-table.tsx'
import { Pager } from './pager.tsx'

type Props<Row> = {
  name: string
  query: UseQueryResult<{ data: Row[]; totalPages: number }>
  columns: readonly Column<Row>[]
  /** 1-based. */
  page: number
  /** Rows per page, for the serial numbers. */
  size: number
  /** Goes to a page; `replace` replaces the history entry. */
  onPage: (page: number, replace: boolean) => void
  sorting?: Sorting
  isWide?: boolean
  toolbar?: ReactNode
  about: About
  /** Action of an empty list. */
  empty?: ReactNode
}

/** A table with a pager. */
export function PagedTable<Row extends { _id: string }>({ query, page, size, onPage, ...rest }: Props<Row>) {
  const pages = query.data?.totalPages ?? 0
  // Past the last page the response is empty, so show the skeleton while the last page loads. Placeholder rows belong
  // to the previous page, so their page count does not apply.
  const isPastEnd = !query.isPlaceholderData && pages > 0 && page > pages
  useEffect(() => {
    if (isPastEnd) onPage(pages, true)
  }, [isPastEnd, pages, onPage])
  return (
    <DataTable
      {...rest}
      query={query}
      rows={isPastEnd ? undefined : query.data?.data}
      rowId={({ _id }) => _id}
      firstSerial={(page - 1) * size + 1}
    >
      <Pager page={page} of={pages} onPage={(next) => onPage(next, false)} />
    </DataTable>
  )
}
