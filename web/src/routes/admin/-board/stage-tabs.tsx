import { orders } from '@kirana/contract/orders'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read } from '#/lib/api.ts'
import { count } from '#/lib/format.ts'
import { stages, type Stage } from '#/lib/stages.ts'

type Props = { stage: Stage; isFull: boolean }

/** Tabs of the stages, with the number of orders in each. */
export function StageTabs({ stage: present, isFull }: Props) {
  const { data = [] } = useQuery(read(orders.stages, {}))
  const countOf = (stage: Stage) => data.find(({ status }) => status === stage)?.count
  return (
    <nav
      aria-label="Stage"
      className="flex min-w-0 gap-1 overflow-x-auto rounded-control border border-line bg-surface p-0.5"
    >
      {stages.map((stage) => {
        const orders = countOf(stage)
        return (
          <Link
            key={stage}
            to="/admin/orders/new"
            search={{
              page: 1,
              search: '',
              view: 'board',
              ...(stage !== 'Confirmed' && { stage }),
              ...(isFull && { full: '1' as const }),
            }}
            aria-current={stage === present ? 'page' : undefined}
            className={`numbers flex h-9 items-center gap-2 rounded-[7px] px-3 font-medium whitespace-nowrap transition-colors coarse:h-11 ${isFull ? 'text-lg' : 'text-sm'} ${stage === present ? 'bg-sunken text-ink dark:bg-raised' : 'text-muted hover:text-ink'}`}
          >
            {stage}
            {orders !== undefined && <span className="text-muted">{count(orders)}</span>}
          </Link>
        )
      })}
    </nav>
  )
}
