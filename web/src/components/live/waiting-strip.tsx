import { Link } from '@tanstack/react-router'
import { Bell, Check } from 'lucide-react'
import { rupees } from '#/lib/format.ts'
import { acknowledge, waiting as waitingOrders, type Waiting } from '#/lib/live/waiting.ts'
import { useStore } from '#/lib/store.ts'
import { Button, buttonVariants } from '#/ui/button.tsx'

const linkClass = buttonVariants({ variant: 'outline', size: 'small' })

/** New orders that nobody has opened, on every screen of the area: open them, or silence the chime. */
export function WaitingStrip() {
  const waiting = useStore(waitingOrders)
  const [first] = waiting
  if (!first) return null
  const isOne = waiting.length === 1
  const [what, more] = first.total === null ? ['Photo order', first.name] : [first.name, rupees(first.total)]
  return (
    <>
      {/* Space at the end of the page, so that the strip does not cover its last buttons. */}
      <div aria-hidden data-chrome className="h-16" />
      <aside
        data-chrome
        aria-label="New orders"
        className="fixed bottom-3 left-3 z-30 flex items-center gap-2 max-sm:right-3 rounded-card border border-line-strong bg-raised py-2 pr-2 pl-3 shadow-float lg:left-62"
      >
        <Bell aria-hidden size={16} className="shrink-0 text-brand max-sm:hidden" />
        <span className="numbers max-w-80 min-w-0 flex-1 truncate font-medium sm:mr-2">
          {isOne ? what : `${waiting.length} new orders`}
          {isOne && <span className="max-sm:hidden"> · {more}</span>}
        </span>
        <Open waiting={waiting} first={first} />
        <Button size="small" onClick={() => acknowledge(waiting.map(({ id }) => id))}>
          <Check aria-hidden className="max-sm:hidden" />
          Acknowledge
        </Button>
      </aside>
    </>
  )
}

/** Links to the order or its photos; with several waiting, to their list. */
function Open({ waiting, first }: { waiting: readonly Waiting[]; first: Waiting }) {
  const only = waiting.length === 1 ? first.id : ''
  if (waiting.every(({ total }) => total === null))
    return (
      <Link to="/admin/manual/orders/new" search={{ page: 1, open: only }} className={linkClass}>
        Open
      </Link>
    )
  return only ? (
    <Link to="/admin/order/get/$orderId" params={{ orderId: only }} className={linkClass}>
      Open
    </Link>
  ) : (
    <Link to="/admin/orders/new" search={{ page: 1, search: '', view: 'board' }} className={linkClass}>
      Open
    </Link>
  )
}
