import { formatTime } from '@kirana/domain/calendar'
import { reports, type Today } from '@kirana/contract/reports'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { messageOf, read } from '#/lib/api.ts'
import { ErrorLine, ErrorState } from '#/components/feedback/states.tsx'
import { ColumnChart } from './column-chart.tsx'
import { FigureTiles } from './figures.tsx'
import { ProductName } from './product-name.tsx'
import { REFRESH_MS } from './needs-skeleton.tsx'
import { TodaySkeleton } from './today-skeleton.tsx'
import { clockText, counted, dayName, hourText } from './words.ts'

/** Only every third hour has a label, because a phone has no space for more. */
const hoursOf = ({ today, before }: Today['hours']) =>
  today.map((orders, hour) => ({
    label: `${hourText(hour)} to ${hourText((hour + 1) % 24)}`,
    tick: hour % 6 === 0 ? hourText(hour) : '',
    name: clockText(hour),
    values: [orders],
    earlier: before[hour] ?? 0,
  }))

type MostSoldProps = { products: Today['top']; isLinked: boolean }

/** The products that sold the most pieces today. Renders nothing before the first order. */
const MostSold = ({ products, isLinked }: MostSoldProps) =>
  products.length > 0 && (
    <p className="mb-3 flex flex-wrap gap-x-3 text-sm">
      <span className="text-muted">Most sold today</span>
      {products.map(({ _id, title, quantity }) => (
        <span key={_id} className="min-w-0 wrap-anywhere">
          <ProductName id={_id} title={title} isLinked={isLinked} />,{' '}
          <b className="numbers">{counted(quantity, 'piece')}</b>
        </span>
      ))}
    </p>
  )

/** Today's figures compared with those of a week before, and orders by hour. */
export function TodayFigures({ isLinked }: { isLinked: boolean }) {
  const query = useQuery({ ...read(reports.today, {}), refetchInterval: REFRESH_MS })
  const { data, error } = query
  return (
    <section aria-labelledby="today" aria-busy={query.isPending} className="mt-4">
      <header className="flex flex-wrap items-center justify-between gap-x-3">
        <h2 id="today" className="text-lg font-semibold">
          Today
        </h2>
        <Link
          to={isLinked ? '/admin/reports' : '/superadmin/reports'}
          search={{ from: '', to: '' }}
          className="rounded-control px-2 py-1 text-sm font-medium text-muted hover:bg-sunken hover:text-ink coarse:py-3 dark:hover:bg-raised"
        >
          Reports
        </Link>
      </header>
      {error && data && <ErrorLine message={messageOf(error)} onRetry={() => void query.refetch()} />}
      {data ? (
        <>
          <p className="numbers mb-3 text-sm text-muted">
            Compared with {dayName(data.dayBefore)}, up to {formatTime(new Date(data.at))}
          </p>
          <MostSold products={data.top} isLinked={isLinked} />
          <FigureTiles data={data} isLinked={isLinked} />
          <div className="card mt-4 p-4 pb-8">
            <ColumnChart
              title="Orders by hour"
              unit="Hour"
              series={['Today']}
              before={dayName(data.dayBefore)}
              say={(orders) => counted(orders, 'order')}
              columns={hoursOf(data.hours)}
              format={String}
            />
          </div>
        </>
      ) : error ? (
        <div className="card mt-3">
          <ErrorState message={messageOf(error)} onRetry={() => void query.refetch()} />
        </div>
      ) : (
        <TodaySkeleton />
      )}
    </section>
  )
}
