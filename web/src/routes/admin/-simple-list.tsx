import type { UseQueryResult } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState, type ComponentProps, type ReactNode } from 'react'
import type { Column } from '#/parts/data-table.tsx'
import { EditableTable, type Opening } from '#/parts/editable-table.tsx'
import { PageHeader } from '#/parts/page-header.tsx'
import { RefreshButton } from '#/parts/refresh-button.tsx'
import { EmptyState } from '#/parts/states.tsx'
import { Button } from '#/ui/button.tsx'
import { Select } from '#/ui/field.tsx'

/** The dialog of a new one (`row` is null) or of one to edit. */
export type FormOf<Row> = Opening & { row: Row | null }

type Props<Row> = {
  title: string
  /** The button of the dialog for another one: 'New Pincode'. */
  add: string
  /** More buttons beside it. */
  more?: ReactNode
  query: UseQueryResult<Row[]>
  columns: readonly Column<Row>[]
  /** The row as the operator knows it: names it on its buttons and before it is deleted. */
  nameOf: (row: Row) => string
  serial?: string
  /** An empty list is the placeholder and the button alone. */
  isBareWhenEmpty?: boolean
  onDelete: (row: Row) => Promise<unknown>
  /** What follows from deleting one, where that is not obvious. */
  consequence?: string
  form: (props: FormOf<Row>) => ReactNode
}

/** A list that fits on one page: Refresh, a dialog for another one, Edit and Delete in every row. */
export function SimpleList<Row extends { _id: string }>({
  title,
  add: addWords,
  more,
  query,
  isBareWhenEmpty = false,
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
        {more}
        {!isEmpty && add}
      </PageHeader>
      {isBare ? (
        <section aria-label={title} className="card">
          <EmptyState>{add}</EmptyState>
        </section>
      ) : (
        <EditableTable name={title} query={query} empty={add} {...table}>
          {(row, opening) => <Form row={row} {...opening} />}
        </EditableTable>
      )}
      <Form row={null} open={isAdding} onOpenChange={setIsAdding} />
    </>
  )
}

type FlagProps = Omit<ComponentProps<typeof Select>, 'choices' | 'hint'> & {
  /** What yes and no are called where they are chosen. */
  words: readonly [yes: string, no: string]
  /** How it stands now: the choice itself starts at yes in every edit (specification, section 4). */
  now?: string | undefined
}

/** A choice of yes or no, as 'true' and 'false'. */
export const FlagSelect = ({ words: [yes, no], now, ...rest }: FlagProps) => (
  <Select
    choices={[
      { value: 'true', label: yes },
      { value: 'false', label: no },
    ]}
    hint={now && `Currently ${now}`}
    {...rest}
  />
)

/** The one message of coupons and charges whose fields are left empty (specification, section 5). */
export const FIELDS = 'All fields is required'

/** What the amount of a coupon or a charge may be. */
export const amountTypes = {
  placeholder: 'Select',
  choices: [
    { value: 'Percentage', label: 'Percentage' },
    { value: 'Rupees', label: 'Rupees' },
  ],
}
