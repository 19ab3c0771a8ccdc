import { reports, type Report } from '@kirana/contract/reports'
import { urlOf } from '@kirana/contract/wire/request'
import type { ReportPart } from '@kirana/domain/figures'
import { formatDay } from '@kirana/domain/calendar'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { count, rupees } from '#/lib/format.ts'
import { buttonVariants } from '#/ui/button.tsx'
import { ProductName } from './product-name.tsx'
import type { Range } from './range.ts'
import { minutesText } from './words.ts'

type PartProps = { part: ReportPart; title: string; note?: string; range: Range; children: ReactNode }

type CsvProps = { path: string; params?: { part: ReportPart }; query?: Range; of: string }

/** A link that downloads a table as CSV. */
export const CsvLink = ({ path, of, ...sent }: CsvProps) => (
  <a
    className={buttonVariants({ variant: 'outline', size: 'small' })}
    href={urlOf(path, sent)}
    download
    aria-label={`CSV of ${of}`}
  >
    <Download aria-hidden />
    CSV
  </a>
)

/** A part of the report with its heading and download link. */
export const Part = ({ part, title, note, range, children }: PartProps) => (
  <section aria-labelledby={`part-${part}`} className="card min-w-0 overflow-hidden">
    <header className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pt-3">
      <div className="min-w-0 flex-1">
        <h2 id={`part-${part}`} className="text-base font-semibold">
          {title}
        </h2>
        {note && <p className="text-sm text-muted">{note}</p>}
      </div>
      <CsvLink path={reports.export.path} params={{ part }} query={range} of={title} />
    </header>
    {children}
  </section>
)

type Cell = { header: string; value: ReactNode }
type Row = { id: string; name: ReactNode; cells: readonly Cell[] }

/** A small table: a name and its numbers. */
export function NumbersTable({ name, first, rows }: { name: string; first: string; rows: readonly Row[] }) {
  const [head] = rows
  if (!head) return <p className="px-4 py-6 text-muted">Nothing in these days</p>
  return (
    <table aria-label={name} className="mt-2 w-full text-sm">
      <thead>
        <tr className="border-b border-line text-xs text-muted">
          <th scope="col" className="py-2 pl-4 text-left font-medium">
            {first}
          </th>
          {head.cells.map(({ header }) => (
            <th key={header} scope="col" className="py-2 pl-3 text-right font-medium last:pr-4">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, cells }) => (
          <tr key={id} className="border-b border-line last:border-0">
            <th scope="row" className="py-2 pl-4 text-left font-normal wrap-anywhere">
              {name}
            </th>
            {cells.map(({ header, value }) => (
              <td key={header} className="numbers py-2 pl-3 text-right last:pr-4">
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type Props = { report: Report; range: Range; isLinked: boolean }

export const TopProducts = ({ report, range, isLinked }: Props) => (
  <Part part="products" title="Top products" note="Sales before discounts. The file has all" range={range}>
    <NumbersTable
      name="Top products"
      first="Product"
      rows={report.products.map(({ _id, title, orders, quantity, sales }) => ({
        id: _id,
        name: <ProductName id={_id} title={title} isLinked={isLinked} />,
        cells: [
          { header: 'Orders', value: count(orders) },
          { header: 'Pieces', value: count(quantity) },
          { header: 'Sales', value: rupees(sales) },
        ],
      }))}
    />
  </Part>
)

export const DeadProducts = ({ report, range, isLinked }: Props) => (
  <Part part="dead" title="Not sold" note="On offer on all these days, and nobody bought one" range={range}>
    <NumbersTable
      name="Not sold"
      first="Product"
      rows={report.dead.map(({ _id, title, lastSold }) => ({
        id: _id,
        name: <ProductName id={_id} title={title} isLinked={isLinked} />,
        cells: [{ header: 'Last sold', value: lastSold === null ? 'Never' : formatDay(lastSold) }],
      }))}
    />
  </Part>
)

export const CouponCosts = ({ report, range }: Props) => (
  <Part
    part="coupons"
    title="Cost of coupons"
    note={`${rupees(report.total.discount)} by coupons, ${rupees(report.total.referralDiscount)} by referral codes`}
    range={range}
  >
    <NumbersTable
      name="Cost of coupons"
      first="Coupon"
      rows={report.coupons.map(({ coupon, orders, discount, sales }) => ({
        id: coupon,
        name: coupon,
        cells: [
          { header: 'Orders', value: count(orders) },
          { header: 'Discount', value: rupees(discount) },
          { header: 'Sales', value: rupees(sales) },
        ],
      }))}
    />
  </Part>
)

export const Packers = ({ report, range }: Props) => (
  <Part part="packers" title="Packers" note="Who set orders to Prepeared, and the median time" range={range}>
    <NumbersTable
      name="Packers"
      first="Packer"
      rows={report.packers.map(({ name, orders, minutes }) => ({
        id: name,
        name,
        cells: [
          { header: 'Orders', value: count(orders) },
          { header: 'Until Prepeared', value: minutesText(minutes) },
        ],
      }))}
    />
  </Part>
)
