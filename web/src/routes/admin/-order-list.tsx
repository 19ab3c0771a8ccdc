import type { OrderRow } from '@kirana/contract/orders'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { DataTable, type Column } from '#/parts/data-table.tsx'
import { Pager } from '#/parts/pager.tsx'
import { SearchBox } from '#/parts/search-box.tsx'
import { Button } from '#/ui/button.tsx'

/** Orders on one page; how many there are tells the serial numbers of the next. */
const PAGE_SIZE = 20

/** What the address of a list of orders holds. */
export type Place = { page: number; search: string }

type Props<Row extends OrderRow> = {
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

/** The paged, searched table that all three lists of orders are. */
export function OrderList<Row extends OrderRow>(props: Props<Row>) {
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
