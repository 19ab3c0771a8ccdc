import type { SheetChange, SheetError } from '@kirana/contract/product-files'
import { FileDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { count, rupees } from '#/lib/format.ts'
import { To } from '#/components/journal/to.tsx'
import { Button } from '#/ui/button.tsx'
import { cellPadding, ScrollTable } from './scroll-table.tsx'

const prices = new Set(['MRP', 'Selling Price', 'Special Price'])
const percentages = new Set(['Discount', 'GST Rate'])

/** A cell as text: prices with ₹, percentages with %. */
function inWords(column: string, cell: string | null) {
  if (!cell) return '(empty)'
  if (prices.has(column)) return rupees(Number(cell))
  return percentages.has(column) ? `${cell}%` : cell
}

const what = ({ column, before, after }: SheetChange) =>
  column === '' ? (
    'New variant'
  ) : (
    <>
      <span className="text-muted">{column}:</span> {inWords(column, before)}
      <To />
      <span className="font-medium">{inWords(column, after)}</span>
    </>
  )

/** The changes that the file would make, in its order, with old and new values. */
export const Changes = ({ changes, total }: { changes: readonly SheetChange[]; total: number }) => (
  <Listing
    name="Changes"
    heads={['Row', 'Product', 'What changes']}
    rows={changes.map((change) => {
      const { row, title, variant, column } = change
      return {
        key: `${row} ${variant} ${column}`,
        cells: [row, `${title}${variant && ` · ${variant}`}`, what(change)],
      }
    })}
    total={total}
  />
)

/** Errors of the file, sorted by row. */
export const Errors = ({ errors, total }: { errors: readonly SheetError[]; total: number }) => (
  <Listing
    name="Errors"
    heads={['Row', 'Column', 'What is wrong']}
    rows={errors.map(({ row, column, message }) => ({
      key: `${row} ${column} ${message}`,
      cells: [row, column, message],
    }))}
    total={total}
  />
)

type ListingProps = {
  name: string
  heads: readonly string[]
  rows: readonly { key: string; cells: readonly [row: number, of: string, what: ReactNode] }[]
  total: number
}

const Listing = ({ name, heads, rows, total }: ListingProps) => (
  <div>
    <ScrollTable name={name} heads={heads.map((text) => ({ text }))}>
      {rows.map(({ key, cells: [row, of, text] }) => (
        <tr key={key} className="align-top">
          <td className={`numbers ${cellPadding}`}>{count(row)}</td>
          {/* Breaks only whole words, because a column that may break anywhere would get no width on a phone. */}
          <td className={`${cellPadding} font-medium break-words`}>{of}</td>
          <td className={`${cellPadding} wrap-anywhere`}>
            <div className="min-w-24">{text}</div>
          </td>
        </tr>
      ))}
    </ScrollTable>
    {total > rows.length && (
      <p className="pt-2 text-sm text-muted">
        These are the first {count(rows.length)} of {count(total)}.
      </p>
    )}
  </div>
)

function download(name: string, csv: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** Downloads the wrong rows with their reasons, as a file to correct and import. */
export const WrongRows = ({ csv }: { csv: string }) => (
  <Button
    variant="outline"
    size="small"
    className="self-start"
    onClick={() => download('wrong-rows.csv', csv)}
  >
    <FileDown aria-hidden />
    Download the wrong rows
  </Button>
)
