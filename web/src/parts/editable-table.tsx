import { useState, type ReactNode } from 'react'
import { Button } from '#/ui/button.tsx'
import { ConfirmDelete } from './confirm.tsx'
import { DataTable, type Column } from './data-table.tsx'

/** What a form dialog needs to know of its list: whether it is open, and to say so when it closes. */
export type Opening = { open: boolean; onOpenChange: (open: boolean) => void }

type DeletionProps<Row> = {
  nameOf: (row: Row) => string
  consequence?: string
  onDelete: (row: Row) => Promise<unknown>
  children: (ask: (row: Row) => void) => ReactNode
}

/** Hands out a function that asks whether a row is to be deleted, by its name, and deletes it then. */
export function Deletion<Row>({ nameOf, consequence, onDelete, children }: DeletionProps<Row>) {
  const [doomed, setDoomed] = useState<{ row: Row; open: boolean; isSent: boolean } | null>(null)
  const remove = (row: Row) => {
    setDoomed({ row, open: true, isSent: true })
    // Refused or not, the popup says how it went: nothing is left to ask.
    const close = () => setDoomed({ row, open: false, isSent: false })
    onDelete(row).then(close, close)
  }
  return (
    <>
      {children((row) => setDoomed({ row, open: true, isSent: false }))}
      {doomed && (
        <ConfirmDelete
          name={nameOf(doomed.row)}
          {...(consequence !== undefined && { consequence })}
          open={doomed.open}
          onOpenChange={(open) => setDoomed({ ...doomed, open })}
          onDelete={() => remove(doomed.row)}
          busy={doomed.isSent}
        />
      )}
    </>
  )
}

type Props<Row> = Omit<DeletionProps<Row>, 'children'> & {
  name: string
  query: {
    data: Row[] | undefined
    error: Error | null
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  columns: readonly Column<Row>[]
  serial?: string
  toolbar?: ReactNode
  empty?: ReactNode
  /** The dialog that edits a row. */
  children: (row: Row, opening: Opening) => ReactNode
}

/** A list with Edit and Delete in every row, named after the row, and the dialogs behind them. */
export function EditableTable<Row extends { _id: string }>({
  name,
  query,
  columns,
  serial,
  toolbar,
  empty,
  children,
  ...deletion
}: Props<Row>) {
  const [edited, setEdited] = useState<{ row: Row; open: boolean } | null>(null)
  const button = (what: string, row: Row, onClick: () => void) => (
    <Button look="outline" size="small" aria-label={`${what} ${deletion.nameOf(row)}`} onClick={onClick}>
      {what}
    </Button>
  )
  return (
    <Deletion {...deletion}>
      {(ask) => (
        <>
          <DataTable
            name={name}
            rows={query.data}
            rowId={({ _id }) => _id}
            query={query}
            toolbar={toolbar}
            empty={empty}
            {...(serial !== undefined && { serial })}
            columns={[
              ...columns,
              {
                id: 'edit',
                header: 'Edit',
                phone: 'half',
                cell: (row) => button('Edit', row, () => setEdited({ row, open: true })),
              },
              {
                id: 'delete',
                header: 'Delete',
                phone: 'half',
                cell: (row) => button('Delete', row, () => ask(row)),
              },
            ]}
          />
          {edited &&
            children(edited.row, {
              open: edited.open,
              onOpenChange: (open) => setEdited({ ...edited, open }),
            })}
        </>
      )}
    </Deletion>
  )
}
