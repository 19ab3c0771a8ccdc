import { orderSorts, payoutStates } from '@kirana/domain/vocabulary'
import type { UseQueryResult } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { asOneOf, asPage, asText } from '#/lib/address.ts'
import type { Column } from '#/components/tables/data-table.tsx'
import type { DialogState } from '#/components/tables/editable-table.tsx'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { RefreshButton } from '#/components/tables/refresh-button.tsx'
import { SearchedTable } from '#/components/tables/searched-table.tsx'
import { Button } from '#/ui/button.tsx'
import { payoutColumns, type Account, type Chip, type Payout } from './columns.tsx'

/** The state of the list in the URL, and the function that changes it; `replace` replaces the history entry. */
export function usePayoutAddress() {
  const address: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const shown = {
    page: asPage(address.page),
    search: asText(address.search),
    state: asOneOf(payoutStates, address.state),
    sort: asOneOf(orderSorts, address.sort),
    from: asText(address.from),
    to: asText(address.to),
  }
  const go = (
    next: Partial<Record<'search' | 'state' | 'sort' | 'from' | 'to', string>> & { page?: number },
    replace = false,
  ) => {
    const { page, ...filter } = { ...shown, ...next }
    void navigate({ to: '.', search: { ...filter, page: page === 1 ? undefined : String(page) }, replace })
  }
  return { ...shown, go }
}

type Props<Row> = {
  title: string
  query: UseQueryResult<{ data: Row[]; totalPages: number }>
  address: ReturnType<typeof usePayoutAddress>
  filters?: ReactNode
  /** Buttons beside Refresh. */
  actions?: ReactNode
  searchLabel?: string
  /** Explains the list while it has no rows. */
  about: string
  /** The row's receiving account. */
  accountOf: (row: Row) => Account
  chipOf: (row: Row) => Chip | null
  /** Columns between the shared ones and the last. */
  more?: readonly Column<Row>[]
  /** Header of the last column, which holds the row's button. */
  last: string
  /** Whether that button only shows the record, without changing it. */
  isRecord?: boolean
  button: (row: Row, open: () => void) => ReactNode
  /** The dialog that the button opens. */
  children: (row: Row, dialog: DialogState) => ReactNode
}

/** Requested or paid withdrawals: the same columns except the last (specification, section 2). */
export function Payouts<Row extends Payout & { _id: string }>(props: Props<Row>) {
  const {
    title,
    query,
    address,
    filters,
    actions,
    searchLabel = 'Phone number',
    about,
    accountOf,
    chipOf,
    more = [],
    last,
    isRecord = false,
    button,
    children,
  } = props
  const { page, search, sort, state, from, to, go } = address
  const isFiltered = [state, from, to].some(Boolean)
  const [opened, setOpened] = useState<{ row: Row; open: boolean } | null>(null)
  return (
    <>
      <PageHeader title={title}>
        <RefreshButton query={query} />
        {actions}
      </PageHeader>
      <SearchedTable
        name={title}
        query={query}
        isWide
        pageRef={{ page, search }}
        searchLabel={searchLabel}
        searchMode={searchLabel === 'Phone number' ? 'tel' : 'text'}
        onPageRef={go}
        sorting={{ sort, onSort: (next) => go({ sort: next, page: 1 }, true) }}
        filters={filters}
        about={!isFiltered && about}
        empty={
          isFiltered && (
            <Button variant="outline" onClick={() => go({ state: '', from: '', to: '', page: 1 })}>
              Show all
            </Button>
          )
        }
        columns={[
          ...payoutColumns(accountOf, chipOf),
          ...more,
          {
            id: 'last',
            header: last,
            isRecord,
            phone: 'action',
            cell: (row) => button(row, () => setOpened({ row, open: true })),
          },
        ]}
      />
      {opened &&
        children(opened.row, {
          open: opened.open,
          onOpenChange: (open) => setOpened({ ...opened, open }),
        })}
    </>
  )
}
