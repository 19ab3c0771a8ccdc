import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { DataTable, type Column } from './data-table.tsx'
import { Pager } from './pager.tsx'

type Props<Row> = {
  name: string
  query: UseQueryResult<{ data: Row[]; totalPages: number }>
  columns: readonly Column<Row>[]
  /** From 1. */
  page: number
  /** Rows on one page; how many there are tells the serial numbers of the next. */
  size: number
  /** Goes to a page; `replace` leaves no way back to the present one. */
  onPage: (page: number, replace: boolean) => void
  toolbar?: ReactNode
  /** The way out of an empty list. */
  empty?: ReactNode
}

/** A list of many pages. */
export function PagedTable<Row extends { _id: string }>({ query, page, size, onPage, ...rest }: Props<Row>) {
  const pages = query.data?.totalPages ?? 0
  // Past the end the answer is empty: the skeleton stays while the last page is fetched instead.
  // Not while rows of the previous place stand in: their pages are not the ones of this place.
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
