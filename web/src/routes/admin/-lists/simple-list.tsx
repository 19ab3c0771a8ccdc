import type { UseQueryResult } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Column } from '#/components/tables/data-table.tsx'
import { EditableTable, type DialogState } from '#/components/tables/editable-table.tsx'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { RefreshButton } from '#/components/tables/refresh-button.tsx'
import { EmptyState } from '#/components/feedback/states.tsx'
import { Button } from '#/ui/button.tsx'

/** Props of the dialog that creates (`row` is null) or edits a row. */
export type FormOf<Row> = DialogState & { row: Row | null }

type Props<Row> = {
  title: string
  /** Label of the create button: 'New Pincode'. */
  add: string
  /** Describes the list while it is empty. */
  about: string
  /** More buttons beside the create button. */
  more?: ReactNode
  /** Whether the reader may add, edit and delete. */
  isEditable: boolean
  query: UseQueryResult<Row[]>
  columns: readonly Column<Row>[]
  /** Filters above the table, and the rows that match them. */
  toolbar?: ReactNode
  isShown?: (row: Row) => boolean
  /** The row's name as the user knows it: labels its buttons and the delete confirmation. */
  nameOf: (row: Row) => string
  serial?: string
  /** Shows only the placeholder and the create button while the list is empty. */
  isBareWhenEmpty?: boolean
  onDelete: (row: Row) => Promise<unknown>
  /** What deleting a row causes, where that is not obvious. */
  consequence?: string
  form: (props: FormOf<Row>) => ReactNode
}

/**
 * A list on one page with Refresh. Users who may change it also get a create dialog, and Edit and Delete in every row.
 */
export function SimpleList<Row extends { _id: string }>({
  title,
  add: addWords,
  more,
  isEditable,
  query,
  isBareWhenEmpty = false,
  isShown,
  about,
  form: Form,
  ...table
}: Props<Row>) {
  const [isAdding, setIsAdding] = useState(false)
  const add = (
    <Button onClick={() => setIsAdding(true)}>
      <Plus aria-hidden />
      {addWords}
    </Button>
  )
  const isEmpty = query.data?.length === 0
  const isBare = isBareWhenEmpty && isEmpty && !query.error
  return (
    <>
      <PageHeader title={title}>
        {!isBare && <RefreshButton query={query} />}
        {isEditable && more}
        {isEditable && !isEmpty && add}
      </PageHeader>
      {isBare ? (
        <section aria-label={title} className="card">
          <EmptyState about={about}>{isEditable && add}</EmptyState>
        </section>
      ) : (
        <EditableTable
          name={title}
          query={isShown ? { ...query, data: query.data?.filter(isShown) } : query}
          about={isEmpty ? about : 'Nothing here fits the filter.'}
          empty={isEmpty && add}
          isEditable={isEditable}
          {...table}
        >
          {(row, dialog) => <Form row={row} {...dialog} />}
        </EditableTable>
      )}
      <Form row={null} open={isAdding} onOpenChange={setIsAdding} />
    </>
  )
}

/** Types of a coupon's or charge's amount. */
export const amountTypes = {
  placeholder: 'Select',
  choices: [
    { value: 'Percentage', label: 'Percentage' },
    { value: 'Rupees', label: 'Rupees' },
  ],
}
