import { useId } from 'react'
import { type StackedColumn, StackedTable } from '#/components/tables/stacked-table.tsx'

type Props<Row> = {
  title: string
  /** The content of the table, and its number in the return. */
  note: string
  rows: readonly Row[]
  /** The first column names the row. */
  columns: readonly StackedColumn<Row>[]
  rowId: (row: Row) => string
}

/** A table of the month under its heading. */
export function MonthTable<Row>({ title, note, ...table }: Props<Row>) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="card px-4 py-4 sm:px-5">
      <h2 id={id} className="text-lg font-semibold">
        {title}
      </h2>
      <p className="mt-1 text-sm text-muted">{note}</p>
      {table.rows.length === 0 ? (
        <p className="mt-2">None in this return.</p>
      ) : (
        <StackedTable aria-labelledby={id} {...table} />
      )}
    </section>
  )
}
