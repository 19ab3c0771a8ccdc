import { PAGE_SIZE } from '@kirana/domain/paging'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '#/ui/button.tsx'
import type { Column } from './data-table.tsx'
import { PagedTable } from './paged-table.tsx'
import { SearchBox } from './search-box.tsx'

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
  const { name, query, columns, place, onPlace } = props
  return (
    <PagedTable
      name={name}
      query={query}
      columns={columns}
      page={place.page}
      size={PAGE_SIZE.orders}
      onPage={(page, replace) => onPlace({ ...place, page }, replace)}
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
    />
  )
}
