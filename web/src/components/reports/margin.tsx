import { reports } from '@kirana/contract/reports'
import type { Data } from '@kirana/contract/wire/route'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { messageOf, read } from '#/lib/api.ts'
import { count, rupees } from '#/lib/format.ts'
import { ErrorState } from '#/components/feedback/states.tsx'
import type { Range } from './range.ts'
import { CsvLink, NumbersTable } from './tables.tsx'
import { counted, percentText } from './words.ts'

type CardProps = {
  id: string
  title: string
  note: ReactNode
  file: { path: string; query?: Range }
  children: ReactNode
}

const Card = ({ id, title, note, file, children }: CardProps) => (
  <section aria-labelledby={id} className="card min-w-0 overflow-hidden">
    <header className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pt-3">
      <div className="min-w-0 flex-1">
        <h2 id={id} className="text-base font-semibold">
          {title}
        </h2>
        <p className="text-sm text-muted">{note}</p>
      </div>
      <CsvLink {...file} of={title} />
    </header>
    {children}
  </section>
)

const without = (pieces: number) => pieces > 0 && ` ${counted(pieces, 'piece')} without a known cost.`

type Margin = Pick<
  Data<typeof reports.margin>['total'],
  'sales' | 'salesWithoutCost' | 'cost' | 'withoutCost'
>

/**
 * Whether the cost of everything sold is unknown. `cost` is checked too, because refunds can reduce the sales to 0
 * while a cost remains.
 */
const isUncosted = ({ sales, salesWithoutCost, cost, withoutCost }: Margin) =>
  withoutCost > 0 && cost === 0 && sales === salesWithoutCost

/** The sales of a category. If only some of them have no known cost, also the amount of those. */
const Sales = ({ sales, salesWithoutCost }: { sales: number; salesWithoutCost: number }) => (
  <>
    {rupees(sales)}
    {salesWithoutCost !== 0 && salesWithoutCost !== sales && (
      <span className="block text-xs text-muted">{rupees(salesWithoutCost)} without cost</span>
    )}
  </>
)

/** Sales and cost of goods in these days, by category. */
export function Margin({ range }: { range: Range }) {
  const query = useQuery({ ...read(reports.margin, { query: range }), placeholderData: keepPreviousData })
  const { data, error } = query
  if (!data) return error && <ErrorState message={messageOf(error)} onRetry={() => void query.refetch()} />
  const { total, categories, charges } = data
  const costed = total.sales - total.salesWithoutCost
  return (
    <Card
      id="margin"
      title="Margin"
      file={{ path: reports.exportMargin.path, query: range }}
      note={
        <>
          {isUncosted(total)
            ? 'No cost is known of what was sold.'
            : `${rupees(total.margin)} of ${rupees(costed)} without tax (${percentText(total.margin, costed)}).`}
          {charges !== 0 && ` Charges brought ${rupees(charges)}.`}
          {without(total.withoutCost)}
          {total.withoutCost > 0 &&
            ` They brought ${rupees(total.salesWithoutCost)}, which is not in the margin.`}
        </>
      }
    >
      <NumbersTable
        name="Margin by category"
        first="Category"
        rows={categories.map(({ name, pieces, ...row }) => ({
          id: name,
          name,
          cells: [
            { header: 'Pieces', value: count(pieces) },
            { header: 'Sales', value: <Sales {...row} /> },
            { header: 'Cost', value: isUncosted(row) ? '–' : rupees(row.cost) },
            { header: 'Margin', value: isUncosted(row) ? '–' : rupees(row.margin) },
          ],
        }))}
      />
    </Card>
  )
}

/** The current stock, valued at the latest cost. */
export function StockValue() {
  const query = useQuery(read(reports.stockValue, {}))
  const { data, error } = query
  if (!data) return error && <ErrorState message={messageOf(error)} onRetry={() => void query.refetch()} />
  const { total, categories, withoutCost } = data
  return (
    <Card
      id="stock-value"
      title="Stock value"
      file={{ path: reports.exportStockValue.path }}
      note={
        <>
          {rupees(total)} on the shelves now, at the last cost.{without(withoutCost)}
        </>
      }
    >
      {categories.length === 0 ? (
        <p className="px-4 py-6 text-muted">
          No stock is tracked. Receive a delivery with its costs to see its value
        </p>
      ) : (
        <NumbersTable
          name="Stock value by category"
          first="Category"
          rows={categories.map(({ name, pieces, value }) => ({
            id: name,
            name,
            cells: [
              { header: 'Pieces', value: count(pieces) },
              { header: 'Value', value: rupees(value) },
            ],
          }))}
        />
      )}
    </Card>
  )
}
