import type { UseQueryResult } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { DataTable } from '#/parts/data-table.tsx'
import type { Opening } from '#/parts/editable-table.tsx'
import { PageHeader } from '#/parts/page-header.tsx'
import { RefreshButton } from '#/parts/refresh-button.tsx'
import { payoutColumns, type Account, type Payout } from './-withdrawal-columns.tsx'

type Props<Row> = {
  title: string
  query: UseQueryResult<Row[]>
  /** Where a row's money goes. */
  accountOf: (row: Row) => Account
  /** Header of the last column, and the row's button in it. */
  last: string
  button: (row: Row, open: () => void) => ReactNode
  /** The dialog behind the button. */
  children: (row: Row, opening: Opening) => ReactNode
}

/** Withdrawals that are asked for and those that are paid: the same columns but the last (specification, section 2). */
export function Payouts<Row extends Payout & { _id: string }>(props: Props<Row>) {
  const { title, query, accountOf, last, button, children } = props
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
        columns={[
          ...payoutColumns(accountOf),
          {
            id: 'last',
            header: last,
            phone: 'wide',
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
