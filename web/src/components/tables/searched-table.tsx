import { PAGE_SIZE } from '@kirana/domain/paging'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { About } from '#/components/feedback/states.tsx'
import { Button } from '#/ui/button.tsx'
import type { Column, Sorting } from './data-table.tsx'
import { PagedTable } from './paged-table.tsx'
import { SearchBox } from './search-box.tsx'

/** The state of a list in the URL: page and search. */
export type PageRef = { page: number; search: string }

type Props<Row> = {
  name: string
  query: UseQueryResult<{ data: Row[]; totalPages: number }>
  columns: readonly Column<Row>[]
  pageRef: PageRef
  /** Label of the search: 'Phone number'. */
  searchLabel: string
  searchMode: 'tel' | 'text'
  /** Goes to a page or search; `replace` replaces the history entry. */
  onPageRef: (pageRef: PageRef, replace: boolean) => void
  sorting?: Sorting
  /** `isWide` of the table. */
  isWide?: boolean
  /** More filters beside the search. */
  filters?: ReactNode
  about: About
  /** Action of an empty list without a search. */
  empty?: ReactNode
}

/** A paged table with a search, 20 rows per page. Its state is in the URL. */
export function SearchedTable<Row extends { _id: string }>(props: Props<Row>) {
  const { name, query, columns, pageRef, onPageRef } = props
  return (
    <PagedTable
      name={name}
      query={query}
      columns={columns}
      {...(props.sorting && { sorting: props.sorting })}
      {...(props.isWide && { isWide: true })}
      page={pageRef.page}
      size={PAGE_SIZE.orders}
      onPage={(page, replace) => onPageRef({ ...pageRef, page }, replace)}
      toolbar={
        <>
          <SearchBox
            label={props.searchLabel}
            inputMode={props.searchMode}
            value={pageRef.search}
            onSearch={(search) => onPageRef({ page: 1, search }, false)}
          />
          {props.filters}
        </>
      }
      about={pageRef.search === '' && props.about}
      empty={
        pageRef.search ? (
          <Button variant="outline" onClick={() => onPageRef({ page: 1, search: '' }, false)}>
            Clear the search
          </Button>
        ) : (
          props.empty
        )
      }
    />
  )
}
