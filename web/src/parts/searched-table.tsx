import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '#/ui/button.tsx'
import { DataTable, type Column } from './data-table.tsx'
import { Pager } from './pager.tsx'
import { SearchBox } from './search-box.tsx'

/** Rows on one page; how many there are tells the serial numbers of the next. */
const PAGE_SIZE = 20

/** What the address of such a list holds. */
export type Place = { page: number; search: string }

type Props<Row> = {
  name: string
  query: UseQueryResult<{ data: Row[]; totalPages: number }>
  columns: readonly Column<Row>[]
  place: Place
  /** Names what is searched: 'Phone number'. */
  searchLabel: string
  searchMode: 'tel' | 'text'
  /** Goes to a place of the list; `replace` leaves no way back to the present one. */
  onPlace: (place: Place, replace: boolean) => void
  /** More filters beside the search. */
  filters?: ReactNode
  /** The way out of an empty list that is not searched. */
  empty?: ReactNode
}

/** A list of many pages, 20 rows each, with a search; its place is kept in the address. */
export function SearchedTable<Row extends { _id: string }>(props: Props<Row>) {
  const { query, place, onPlace } = props
  const pages = query.data?.totalPages ?? 0
  // Past the end the answer is empty: the skeleton stays while the last page is fetched instead.
  const isPastEnd = pages > 0 && place.page > pages
  return (
    <DataTable
      name={props.name}
      rows={isPastEnd ? undefined : query.data?.data}
      columns={props.columns}
      rowId={(row) => row._id}
      query={query}
      firstSerial={(place.page - 1) * PAGE_SIZE + 1}
      toolbar={
        <>
          <SearchBox
            label={props.searchLabel}
            inputMode={props.searchMode}
            value={place.search}
            onSearch={(search) => onPlace({ page: 1, search }, false)}
          />
          {props.filters}
        </>
      }
      empty={
        place.search ? (
          <Button look="outline" onClick={() => onPlace({ page: 1, search: '' }, false)}>
            Clear the search
          </Button>
        ) : (
          props.empty
        )
      }
    >
      <Pager page={place.page} of={pages} onPage={(page) => onPlace({ ...place, page }, isPastEnd)} />
    </DataTable>
  )
}
