import { useEffect, useState, type ReactNode } from 'react'
import { Button } from '#/ui/button.tsx'
import type { About } from '#/components/feedback/states.tsx'
import { ConfirmDelete } from '#/components/feedback/lazy.ts'
import { DataTable, type Column } from './data-table.tsx'
import { useSort } from './use-sort.ts'

/** Open state of a dialog, controlled by its list. */
export type DialogState = { open: boolean; onOpenChange: (open: boolean) => void }

type DeletionProps<Row> = {
  nameOf: (row: Row) => string
  consequence?: string
  onDelete: (row: Row) => Promise<unknown>
  children: (ask: (row: Row) => void) => ReactNode
}

/** Provides `ask(row)`, which opens a confirmation that names the row and deletes it. */
export function Deletion<Row>({ nameOf, consequence, onDelete, children }: DeletionProps<Row>) {
  const [target, setTarget] = useState<{ row: Row; open: boolean; isDeleting: boolean } | null>(null)
  useEffect(() => ConfirmDelete.preload(), [])
  const remove = (row: Row) => {
    setTarget({ row, open: true, isDeleting: true })
    // Close on success and on failure, because the popup shows the outcome.
    const close = () => setTarget({ row, open: false, isDeleting: false })
    onDelete(row).then(close, close)
  }
  return (
    <>
      {children((row) => setTarget({ row, open: true, isDeleting: false }))}
      {target && (
        <ConfirmDelete
          name={nameOf(target.row)}
          {...(consequence !== undefined && { consequence })}
          open={target.open}
          onOpenChange={(open) => setTarget({ ...target, open })}
          onDelete={() => remove(target.row)}
          busy={target.isDeleting}
        />
      )}
    </>
  )
}

type Props<Row> = Omit<DeletionProps<Row>, 'children'> & {
  name: string
  /** Whether the reader may change the rows. Otherwise the table only shows them. */
  isEditable?: boolean
  query: {
    data: Row[] | undefined
    error: Error | null
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  columns: readonly Column<Row>[]
  serial?: string
  toolbar?: ReactNode
  about: About
  /** Action of an empty list, for users who may change it. */
  empty?: ReactNode
  /** The dialog that edits a row. */
  children: (row: Row, dialog: DialogState) => ReactNode
}

/** A table with Edit and Delete in every row, labelled with the row's name, and their dialogs. */
export function EditableTable<Row extends { _id: string }>({
  name,
  query,
  columns,
  serial,
  toolbar,
  about,
  empty,
  isEditable = true,
  children,
  ...deletion
}: Props<Row>) {
  const sorting = useSort()
  const [edited, setEdited] = useState<{ row: Row; open: boolean } | null>(null)
  const button = (what: string, row: Row, onClick: () => void) => (
    <Button variant="outline" size="small" aria-label={`${what} ${deletion.nameOf(row)}`} onClick={onClick}>
      {what}
    </Button>
  )
  const changes = (ask: (row: Row) => void): Column<Row>[] => [
    {
      id: 'edit',
      header: 'Edit',
      phone: 'action',
      cell: (row) => button('Edit', row, () => setEdited({ row, open: true })),
    },
    {
      id: 'delete',
      header: 'Delete',
      phone: 'action',
      cell: (row) => button('Delete', row, () => ask(row)),
    },
  ]
  return (
    <Deletion {...deletion}>
      {(ask) => (
        <>
          <DataTable
            name={name}
            rows={query.data}
            rowId={({ _id }) => _id}
            query={query}
            sorting={sorting}
            toolbar={toolbar}
            about={about}
            empty={isEditable && empty}
            {...(serial !== undefined && { serial })}
            columns={[...columns, ...(isEditable ? changes(ask) : [])]}
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
