import type { ReactNode } from 'react'

export type StackedColumn<Row> = {
  header: string
  cell: (row: Row) => ReactNode
  /** For amounts and counts: right-aligned. */
  isNumeric?: boolean
}

type Props<Row> = {
  rows: readonly Row[]
  /** The first column names the row. */
  columns: readonly StackedColumn<Row>[]
  rowId: (row: Row) => string
} & ({ 'aria-label': string } | { 'aria-labelledby': string })

/** On phones an amount follows its small label, as in other tables. */
const fact =
  'max-md:flex max-md:max-w-full max-md:items-center max-md:gap-1.5 max-md:before:shrink-0 max-md:before:text-xs max-md:before:text-muted max-md:before:content-[attr(data-label)]'

/** A table of amounts. On phones a row is its name with labelled amounts below, which wrap instead of scrolling. */
export function StackedTable<Row>({ rows, columns, rowId, ...label }: Props<Row>) {
  return (
    // Explicit roles keep the table semantics where rows are laid out as blocks.
    <table role="table" {...label} className="numbers mt-2 w-full text-sm max-md:block">
      <thead role="rowgroup" className="max-md:sr-only">
        <tr role="row" className="border-b border-line text-muted">
          {columns.map(({ header, isNumeric }) => (
            <th
              key={header}
              role="columnheader"
              scope="col"
              className={`px-2 py-2 font-medium ${isNumeric ? 'text-right' : 'text-left'}`}
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-md:block">
        {rows.map((row) => (
          <tr
            key={rowId(row)}
            role="row"
            className="border-b border-line last:border-0 max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-3 max-md:gap-y-1 max-md:py-2.5"
          >
            {columns.map(({ header, cell, isNumeric }, i) => {
              const Cell = i === 0 ? 'th' : 'td'
              return (
                <Cell
                  key={header}
                  role={i === 0 ? 'rowheader' : 'cell'}
                  scope={i === 0 ? 'row' : undefined}
                  data-label={header}
                  className={`wrap-anywhere md:px-2 md:py-1.5 ${isNumeric ? 'md:text-right' : 'text-left'} ${i === 0 ? 'font-medium max-md:basis-full max-md:text-base' : fact}`}
                >
                  {cell(row)}
                </Cell>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
