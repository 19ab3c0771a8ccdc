import { type ClaimReport, reports, type Report } from '@kirana/contract/reports'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { messageOf, read } from '#/lib/api.ts'
import { reasonNames } from '#/lib/claim-reasons.ts'
import { count, rupees } from '#/lib/format.ts'
import { ErrorState } from '#/components/feedback/states.tsx'
import { type StackedColumn, StackedTable } from '#/components/tables/stacked-table.tsx'
import type { Range } from './range.ts'
import { ProductName } from './product-name.tsx'
import { CsvLink } from './tables.tsx'
import { counted } from './words.ts'

type Group = ClaimReport['total']
type Row = { id: string; name: ReactNode; row: Group }

const numbers: StackedColumn<Row>[] = [
  { header: 'Claims', isNumeric: true, cell: ({ row }) => count(row.claims) },
  { header: 'Pieces', isNumeric: true, cell: ({ row }) => count(row.pieces) },
  { header: 'Refunded', isNumeric: true, cell: ({ row }) => count(row.refundedPieces) },
  { header: 'Replaced', isNumeric: true, cell: ({ row }) => count(row.replacedPieces) },
  {
    header: 'Cost',
    isNumeric: true,
    cell: ({ row }) => <span className="whitespace-nowrap">{rupees(row.refunded)}</span>,
  },
]

type Props = { range: Range; sales: Report['total']['sales']; isLinked: boolean }

/** The claims opened in these days by reason, product, packer and rider, and their cost compared with the sales. */
export function ClaimCosts({ range, sales, isLinked }: Props) {
  const query = useQuery({ ...read(reports.claims, { query: range }), placeholderData: keepPreviousData })
  const { data, error } = query
  return (
    <section aria-labelledby="claims" className="card mt-4 min-w-0 overflow-hidden">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pt-3">
        <div className="min-w-0 flex-1">
          <h2 id="claims" className="text-base font-semibold">
            Claims
          </h2>
          {data && <Cost total={data.total} sales={sales} />}
        </div>
        <CsvLink path={reports.exportClaims.path} query={range} of="Claims" />
      </header>
      {data ? (
        data.total.claims === 0 ? (
          <p className="px-4 py-6 text-muted">No claim was opened in these days</p>
        ) : (
          <div className="grid gap-x-4 xl:grid-cols-2">
            <Table
              by="Reason"
              rows={data.reasons.map((row) => ({ id: row.reason, name: reasonNames[row.reason], row }))}
            />
            <Table
              by="Product"
              rows={data.products.map(({ _id, title, ...row }) => ({
                id: _id,
                name: <ProductName id={_id} title={title} isLinked={isLinked} />,
                row,
              }))}
            />
            <Table by="Packer" rows={data.packers.map(ofPerson)} />
            <Table by="Rider" rows={data.riders.map(ofPerson)} />
          </div>
        )
      ) : error ? (
        <ErrorState message={messageOf(error)} onRetry={() => void query.refetch()} />
      ) : (
        <p className="px-4 py-6 text-muted">…</p>
      )}
    </section>
  )
}

const ofPerson = (row: ClaimReport['packers'][number]) => ({ id: row.name, name: row.name, row })

/** A table of claims grouped by one property. Renders nothing if no order has a packer or rider. */
const Table = ({ by, rows }: { by: 'Reason' | 'Product' | 'Packer' | 'Rider'; rows: readonly Row[] }) => {
  if (rows.length === 0) return null
  const name = `Claims by ${by.toLowerCase()}`
  return (
    <div className="min-w-0 px-2 max-md:px-4">
      <h3 aria-hidden className="mt-3 text-sm font-medium text-muted md:hidden">
        {name}
      </h3>
      <StackedTable
        aria-label={name}
        rows={rows}
        columns={[{ header: by, cell: ({ name: ofRow }) => ofRow }, ...numbers]}
        rowId={({ id }) => id}
      />
    </div>
  )
}

/** '₹120.00 refunded, 1.2 % of the sales. 3 pieces were replaced.' */
function Cost({ total, sales }: { total: Group; sales: number }) {
  const share =
    sales > 0 ? `, ${((100 * total.refunded) / sales).toFixed(1)} % of the sales of these days` : ''
  return (
    <p className="text-sm text-muted">
      {counted(total.claims, 'claim')} opened, {rupees(total.refunded)} refunded so far{share}
      {total.replacedPieces > 0 && `. ${counted(total.replacedPieces, 'piece')} replaced`}
    </p>
  )
}
