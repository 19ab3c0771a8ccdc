import { addDays, dayInKolkata } from '@kirana/domain/calendar'
import { daysBetween, MAX_REPORT_DAYS, sumDefinitions } from '@kirana/domain/figures'
import { readDay } from '@kirana/domain/day'
import { reports, type Report } from '@kirana/contract/reports'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf, read } from '#/lib/api.ts'
import { count, rupees } from '#/lib/format.ts'
import { useOpensScreen } from '#/lib/session/allowed.ts'
import { DayField } from '#/components/forms/day-field.tsx'
import { ErrorLine, ErrorState } from '#/components/feedback/states.tsx'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { RefreshButton } from '#/components/tables/refresh-button.tsx'
import { Button } from '#/ui/button.tsx'
import { ColumnChart } from './column-chart.tsx'
import { columnsOf, rangeBefore, withEarlier } from './days.ts'
import type { Range } from './range.ts'
import { ClaimCosts } from './claims.tsx'
import { DayBook } from './day-book.tsx'
import { Margin, StockValue } from './margin.tsx'
import { Riders } from './riders.tsx'
import { CouponCosts, DeadProducts, Packers, Part, TopProducts } from './tables.tsx'
import { clockText, counted, hourText, minutesText, percentText } from './words.ts'

const DEFAULT_DAYS = 30
const choices = [7, 30, 90, 365]
const single = [
  { name: 'Today', ago: 0 },
  { name: 'Yesterday', ago: 1 },
]

/** The range of the URL. If it is missing or invalid, the last 30 days. */
function rangeOf({ from, to }: Range, today: string): Range {
  const isDay = (day: string) => day !== '' && readDay(day) === day
  const last = isDay(to) ? to : today
  return { from: isDay(from) ? from : addDays(last, 1 - DEFAULT_DAYS), to: last }
}

type Props = {
  /** The days in the URL; '' if the URL has none. */
  range: Range
  onRange: (range: Range) => void
  /** Whether products are links. The superadmin cannot open their screen. */
  isLinked: boolean
}

/** The report of a range of days: totals, charts, and tables that can be downloaded. */
export function ReportScreen({ range: asked, onRange, isLinked }: Props) {
  const [today] = useState(() => dayInKolkata(new Date()))
  const range = rangeOf(asked, today)
  const query = useQuery({ ...read(reports.get, { query: range }), placeholderData: keepPreviousData })
  const { data, error } = query
  const isOneDay = range.from === range.to
  return (
    <>
      <PageHeader title="Reports">
        <RefreshButton query={query} />
      </PageHeader>
      <RangeBar range={range} today={today} onRange={onRange} />
      {error && data && <ErrorLine message={messageOf(error)} onRetry={() => void query.refetch()} />}
      {data ? (
        <div className={query.isPlaceholderData ? 'opacity-60' : ''}>
          {data.pendingDays > 0 && (
            <p role="status" className="mt-4 rounded-card bg-warn-soft px-4 py-3 text-warn">
              {counted(data.pendingDays, 'day is', 'days are')} still being added up and not in these numbers.
              Refresh in a few minutes.
            </p>
          )}
          <Totals total={data.total} />
          {/* For one day the day book is short and comes first, because it shows whether the till adds up. */}
          {isOneDay && <DayBook range={range} />}
          <Parts report={data} range={range} isLinked={isLinked} />
          <ClaimCosts range={range} sales={data.total.sales} isLinked={isLinked} />
          {!isOneDay && <DayBook range={range} />}
        </div>
      ) : error ? (
        <div className="card mt-4">
          <ErrorState message={messageOf(error)} onRetry={() => void query.refetch()} />
        </div>
      ) : (
        <div aria-hidden className="skeleton mt-4 h-[80vh] rounded-card opacity-40" />
      )}
    </>
  )
}

function RangeBar({ range, today, onRange }: { range: Range; today: string; onRange: Props['onRange'] }) {
  return (
    <section
      aria-label="Days"
      data-chrome
      className="card flex flex-wrap items-end gap-3 px-4 py-3 max-sm:grid max-sm:grid-cols-2"
    >
      <DayField
        label="From"
        max={range.to}
        value={range.from}
        onDay={(from) => onRange({ ...range, from })}
      />
      <DayField label="To" min={range.from} value={range.to} onDay={(to) => onRange({ ...range, to })} />
      <div role="group" aria-label="Last days" className="flex flex-wrap gap-2 max-sm:col-span-2">
        {single.map(({ name, ago }) => {
          const day = addDays(today, -ago)
          const isChosen = range.from === day && range.to === day
          return (
            <Button
              key={name}
              variant={isChosen ? 'primary' : 'outline'}
              aria-pressed={isChosen}
              onClick={() => onRange({ from: day, to: day })}
            >
              {name}
            </Button>
          )
        })}
        {choices.map((days) => {
          const from = addDays(today, 1 - days)
          const isChosen = range.to === today && range.from === from
          return (
            <Button
              key={days}
              variant={isChosen ? 'primary' : 'outline'}
              aria-pressed={isChosen}
              onClick={() => onRange({ from, to: today })}
            >
              {count(days)} days
            </Button>
          )
        })}
      </div>
      {daysBetween(range.from, range.to) > MAX_REPORT_DAYS && (
        <p className="text-sm text-muted">{count(MAX_REPORT_DAYS)} days at most</p>
      )}
    </section>
  )
}

function Totals({ total }: { total: Report['total'] }) {
  const { placed, sales, delivered, net } = sumDefinitions
  const tiles: [name: string, value: string, note: string, counts?: string][] = [
    ['Placed', rupees(total.placed), 'Without canceled orders', placed],
    [
      'Sales',
      rupees(total.sales),
      total.refunded > 0 ? `${rupees(total.refunded)} refunded` : 'Nothing refunded',
      sales,
    ],
    [
      'Delivered',
      rupees(total.deliveredBills),
      counted(total.deliveries, 'delivery', 'deliveries'),
      delivered,
    ],
    ['Net', rupees(total.net), 'Invoices less credit notes', net],
    ['Orders', count(total.orders), `${count(total.delivered)} of them delivered`],
    ['Average bill', total.orders === 0 ? '–' : rupees(total.averageBill), ''],
    ['Charges', rupees(total.charges), 'In what was placed'],
    ['Canceled', count(total.canceled), rupees(total.canceledTotal)],
    ['Until Prepeared', minutesText(total.preparedMinutes), 'Median'],
    ['Until Delivered', minutesText(total.deliveredMinutes), 'Median'],
    [
      'Within the promise',
      percentText(total.within, total.promised),
      `${count(total.within)} of ${count(total.promised)}`,
    ],
    ['New customers', count(total.newCustomers), rupees(total.newSales)],
  ]
  return (
    <dl className="mt-4 grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line lg:grid-cols-4">
      {tiles.map(([name, value, note, counts]) => (
        <div key={name} className="min-w-0 bg-surface p-4 max-sm:p-3">
          <dt className="text-sm text-muted">{counts ? <abbr title={counts}>{name}</abbr> : name}</dt>
          <dd className="numbers">
            <p className="mt-1 text-xl font-semibold tracking-tight max-sm:text-lg">{value}</p>
            <p className="text-sm text-muted">{note}</p>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Parts({ report, range, isLinked }: { report: Report; range: Range; isLinked: boolean }) {
  const sales = columnsOf(report.days, range, [(day) => day.sales])
  const customers = columnsOf(report.days, range, [
    (day) => day.newCustomers,
    (day) => day.orders - day.newCustomers,
  ])
  const { total } = report
  const rangeOfBefore = rangeBefore(range)
  const { data: before } = useQuery(read(reports.get, { query: rangeOfBefore }))
  // No comparison while days of the previous period are still being added up, because they would look like days without
  // sales.
  const earlier = before?.pendingDays === 0 ? before : undefined
  const salesBefore = earlier && columnsOf(earlier.days, rangeOfBefore, [(day) => day.sales]).columns
  const days = daysBetween(range.from, range.to)
  const nameOfBefore = days === 1 ? 'The day before' : `The ${count(days)} days before`
  const hasLine = salesBefore?.length === sales.columns.length
  const opens = useOpensScreen()
  const props = { report, range, isLinked: isLinked && opens('/admin/product/edit/') }
  return (
    <div className="mt-4 grid items-start gap-4 lg:grid-cols-2">
      <div className="min-w-0 lg:col-span-2">
        <Part part="days" title="Sales" range={range}>
          <div className="p-4 pt-1 pb-8">
            <ColumnChart
              title={`Sales by ${sales.unit.toLowerCase()}`}
              unit={sales.unit}
              columns={withEarlier(sales.columns, salesBefore)}
              series={['Sales']}
              before={hasLine ? nameOfBefore : undefined}
              format={rupees}
              say={rupees}
            />
          </div>
        </Part>
      </div>
      <Part
        part="customers"
        title="Customers"
        note={`${counted(total.newCustomers, 'new customer')}, ${counted(total.orders - total.newCustomers, 'order')} of returning ones for ${rupees(total.sales - total.newSales)}`}
        range={range}
      >
        <div className="p-4 pt-1 pb-8">
          <ColumnChart
            title={`Orders by ${customers.unit.toLowerCase()}`}
            {...customers}
            series={['New customers', 'Returning customers']}
            format={count}
            say={count}
          />
        </div>
      </Part>
      <section aria-label="Hours" className="card min-w-0 p-4 pb-8">
        <ColumnChart
          title="Orders by hour"
          unit="Hour"
          series={['Orders']}
          columns={Array.from({ length: 24 }, (_, hour) => ({
            label: `${hourText(hour)} to ${hourText((hour + 1) % 24)}`,
            tick: hour % 6 === 0 ? hourText(hour) : '',
            name: clockText(hour),
            values: [report.hours[hour] ?? 0],
            earlier: earlier?.hours[hour],
          }))}
          before={earlier && earlier.hours.length > 0 ? nameOfBefore : undefined}
          format={count}
          say={(orders) => counted(orders, 'order')}
        />
      </section>
      <TopProducts {...props} />
      <Margin range={range} />
      <StockValue />
      <div className="grid min-w-0 gap-4">
        <CouponCosts {...props} />
        <Packers {...props} />
        <Riders range={range} />
        <DeadProducts {...props} />
      </div>
    </div>
  )
}
