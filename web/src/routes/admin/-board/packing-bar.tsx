import type { OrderRow } from '@kirana/contract/orders'
import type { LateTimes } from '@kirana/domain/lateness'
import { Link } from '@tanstack/react-router'
import { Bell, ChevronLeft, ChevronRight, Minimize2, Moon, Sun } from 'lucide-react'
import { ageText } from '#/lib/age.ts'
import { useClock } from '#/lib/browser/clock.ts'
import { count } from '#/lib/format.ts'
import { acknowledge, waiting } from '#/lib/live/waiting.ts'
import { promisedAt } from '#/lib/promise.ts'
import { useLateTimes } from '#/lib/session/late-times.ts'
import type { Stage } from '#/lib/stages.ts'
import { useStore } from '#/lib/store.ts'
import { BellButton } from '#/components/live/bell-button.tsx'
import { LiveLight } from '#/components/live/live-light.tsx'
import { Unsent } from '#/components/feedback/unsent.tsx'
import { ScreenTitle } from '#/components/shell/page-header.tsx'
import { Button, buttonVariants, IconButton } from '#/ui/button.tsx'
import { StageTabs } from './stage-tabs.tsx'
import { useWakeLock } from '#/lib/browser/wake-lock.ts'

type Props = {
  stage: Stage
  page: number
  pages: number
  onPage: (page: number) => void
}

/** 'n waiting · n late · oldest mm:ss'. */
function statusOf(rows: readonly OrderRow[], times: LateTimes, now: number) {
  const ages = rows.map(({ dateAndTime }) => now - Date.parse(dateAndTime))
  const late = rows.filter((row) => promisedAt(row, times) <= now).length
  const oldest = ages.length > 0 ? [`oldest ${ageText(Math.max(...ages))}`] : []
  return [`${count(rows.length)} waiting`, `${count(late)} late`, ...oldest].join(' · ')
}

/** The number of waiting orders, in the status bar of packing mode; on phones above it. */
export function Counts({ rows }: { rows: readonly OrderRow[] }) {
  const times = useLateTimes()
  const status = useClock((now) => statusOf(rows, times, now))
  return <p className="numbers text-lg font-semibold max-lg:w-full lg:mb-3">{status}</p>
}

/** The only bar of packing mode. On a tablet it is always one line, because the slots below must not move. */
export function PackingBar({ stage, page, pages, onPage }: Props) {
  const isAwake = useWakeLock()
  const unopened = useStore(waiting)
  return (
    <header className="flex min-h-13 flex-wrap items-center gap-x-3 gap-y-2 pb-2 text-lg lg:flex-nowrap">
      <ScreenTitle title="New Orders" className="sr-only" />
      <StageTabs stage={stage} isFull />
      <div className="ml-auto flex flex-wrap items-center justify-end gap-2 max-lg:w-full lg:flex-nowrap">
        <Unsent />
        {unopened.length > 0 && (
          <Button
            title="Acknowledge: stops the ringing"
            onClick={() => acknowledge(unopened.map(({ id }) => id))}
          >
            <Bell aria-hidden />
            {unopened.length} new
            <span className="max-2xl:sr-only"> · Acknowledge</span>
          </Button>
        )}
        <div role="group" aria-label="Pages" className="flex items-center gap-1">
          <IconButton label="Previous page" disabled={page === 0} onClick={() => onPage(page - 1)}>
            <ChevronLeft aria-hidden className="size-6!" />
          </IconButton>
          <span className="numbers whitespace-nowrap">
            {page + 1} of {pages}
          </span>
          <IconButton label="Next page" disabled={page + 1 >= pages} onClick={() => onPage(page + 1)}>
            <ChevronRight aria-hidden className="size-6!" />
          </IconButton>
        </div>
        <span
          role="img"
          aria-label={isAwake ? 'The screen stays on' : 'The screen may switch off'}
          title={isAwake ? 'The screen stays on' : 'The screen may switch off'}
          className={isAwake ? 'text-ok' : 'text-muted'}
        >
          {isAwake ? <Sun aria-hidden size={20} /> : <Moon aria-hidden size={20} />}
        </span>
        <LiveLight />
        <BellButton />
        <Link
          to="/admin/orders/new"
          search={{ page: 1, search: '', view: 'board', ...(stage !== 'Confirmed' && { stage }) }}
          aria-label="Leave packing mode"
          title="Leave packing mode"
          className={buttonVariants({ variant: 'text', size: 'icon' })}
        >
          <Minimize2 aria-hidden />
        </Link>
      </div>
    </header>
  )
}
