import { type ClaimReport, reports, type Report } from '@kirana/contract/reports'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { messageOf, read } from '#/lib/api.ts'
import { reasonNames } from '#/lib/claim-reasons.ts'
import { count, rupees } from '#/lib/format.ts'
import { ErrorState } from '#/components/feedback/states.tsx'
import type { Range } from './range.ts'
import { ProductName } from './product-name.tsx'
import { CsvLink, NumbersTable } from './tables.tsx'
import { counted } from './words.ts'

type Group = ClaimReport['total']
const cellsOf = ({ claims, pieces, refundedPieces, replacedPieces, refunded }: Group) => [
  { header: 'Claims', value: count(claims) },
  { header: 'Pieces', value: count(pieces) },
  { header: 'Refunded', value: count(refundedPieces) },
  { header: 'Replaced', value: count(replacedPieces) },
  { header: 'Cost', value: rupees(refunded) },
]

type Props = { range: Range; sales: Report['total']['sales']; isLinked: boolean }

/** The claims opened in these days by reason, product, packer and rider, and their cost beside the sales. */
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
          <div className="grid gap-x-4 lg:grid-cols-2">
            <Table
              name="Claims by reason"
              first="Reason"
              rows={data.reasons.map((row) => ({ id: row.reason, name: reasonNames[row.reason], row }))}
            />
            <Table
              name="Claims by product"
              first="Product"
              rows={data.products.map(({ _id, title, ...row }) => ({
                id: _id,
                name: <ProductName id={_id} title={title} isLinked={isLinked} />,
                row,
              }))}
            />
            <Table name="Claims by packer" first="Packer" rows={data.packers.map(ofPerson)} />
            <Table name="Claims by rider" first="Rider" rows={data.riders.map(ofPerson)} />
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

type TableProps = Pick<Parameters<typeof NumbersTable>[0], 'name' | 'first'> & {
  rows: { id: string; name: Parameters<typeof NumbersTable>[0]['rows'][number]['name']; row: Group }[]
}

/** A group of claims; nothing where nobody is known. */
const Table = ({ rows, ...table }: TableProps) =>
  rows.length > 0 && (
    <div className="min-w-0 overflow-x-auto">
      <NumbersTable {...table} rows={rows.map(({ row, ...named }) => ({ ...named, cells: cellsOf(row) }))} />
    </div>
  )

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
