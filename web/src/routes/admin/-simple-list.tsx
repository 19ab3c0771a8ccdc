import type { UseQueryResult } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { ConfirmDelete } from '#/parts/confirm.tsx'
import { DataTable, type Column } from '#/parts/data-table.tsx'
import { PageHeader } from '#/parts/page-header.tsx'
import { RefreshButton } from '#/parts/refresh-button.tsx'
import { EmptyState } from '#/parts/states.tsx'
import { Button } from '#/ui/button.tsx'
import { Select } from '#/ui/field.tsx'

/** The dialog of a new one (`row` is null) or of one to edit. */
export type FormOf<Row> = { row: Row | null; open: boolean; onOpenChange: (open: boolean) => void }

type Props<Row> = {
  title: string
  /** The button of the dialog for another one: 'New Pincode'. */
  add: string
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
export function SimpleList<Row extends { _id: string }>(props: Props<Row>) {
  const { title, query, nameOf, onDelete, form: Form } = props
  const [edited, setEdited] = useState<{ row: Row | null; open: boolean }>({ row: null, open: false })
  const [doomed, setDoomed] = useState<{ row: Row; open: boolean; isSent: boolean } | null>(null)
  const add = (
    <Button onClick={() => setEdited({ row: null, open: true })}>
      <Plus aria-hidden />
      {props.add}
    </Button>
  )
  const remove = (row: Row) => {
    setDoomed({ row, open: true, isSent: true })
    // Refused or not, the popup says how it went: nothing is left to ask.
    const close = () => setDoomed({ row, open: false, isSent: false })
    onDelete(row).then(close, close)
  }
  const columns: Column<Row>[] = [
    ...props.columns,
    inRow('Edit', nameOf, (row) => setEdited({ row, open: true })),
    inRow('Delete', nameOf, (row) => setDoomed({ row, open: true, isSent: false })),
  ]
  const isBare = props.isBareWhenEmpty === true && query.data?.length === 0 && !query.error
  return (
    <>
      <PageHeader title={title}>
        {!isBare && <RefreshButton query={query} />}
        {!isBare && add}
      </PageHeader>
      {isBare ? (
        <section aria-label={title} className="card">
          <EmptyState>{add}</EmptyState>
        </section>
      ) : (
        <DataTable
          name={title}
          rows={query.data}
          columns={columns}
          rowId={(row) => row._id}
          query={query}
          {...(props.serial && { serial: props.serial })}
        />
      )}
      <Form row={edited.row} open={edited.open} onOpenChange={(open) => setEdited({ ...edited, open })} />
      {doomed && (
        <ConfirmDelete
          name={nameOf(doomed.row)}
          {...(props.consequence && { consequence: props.consequence })}
          open={doomed.open}
          onOpenChange={(open) => setDoomed({ ...doomed, open })}
          onDelete={() => remove(doomed.row)}
          busy={doomed.isSent}
        />
      )}
    </>
  )
}

/** A column of buttons, each with the name of its row for assistive technology. */
const inRow = <Row,>(
  word: 'Edit' | 'Delete',
  nameOf: (row: Row) => string,
  onPress: (row: Row) => void,
): Column<Row> => ({
  id: word,
  header: word,
  phone: 'half',
  cell: (row) => (
    <Button look="outline" size="small" aria-label={`${word} ${nameOf(row)}`} onClick={() => onPress(row)}>
      {word}
    </Button>
  ),
})

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
