import type { UseQueryResult } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { type Column, DataTable } from '#/components/tables/data-table.tsx'
import type { DialogState } from '#/components/tables/editable-table.tsx'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { RefreshButton } from '#/components/tables/refresh-button.tsx'
import { useSort } from '#/components/tables/use-sort.ts'
import { payoutColumns, type Account, type Payout } from './columns.tsx'

type Props<Row> = {
  title: string
  query: UseQueryResult<Row[]>
  /** The row's receiving account. */
  accountOf: (row: Row) => Account
  /** Columns between the shared ones and the last. */
  more?: readonly Column<Row>[]
  /** Header of the last column, which holds the row's button. */
  last: string
  button: (row: Row, open: () => void) => ReactNode
  /** The dialog that the button opens. */
  children: (row: Row, dialog: DialogState) => ReactNode
}

/** Requested or paid withdrawals: the same columns except the last (specification, section 2). */
export function Payouts<Row extends Payout & { _id: string }>(props: Props<Row>) {
  const { title, query, accountOf, more = [], last, button, children } = props
  const sorting = useSort()
  const [opened, setOpened] = useState<{ row: Row; open: boolean } | null>(null)
  return (
    <>
      <PageHeader title={title}>
        <RefreshButton query={query} />
      </PageHeader>
      <DataTable
        name={title}
        rows={query.data}
        rowId={({ _id }) => _id}
        query={query}
        isWide
        sorting={sorting}
        columns={[
          ...payoutColumns(accountOf),
          ...more,
          {
            id: 'last',
            header: last,
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
