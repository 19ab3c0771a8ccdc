import { useNavigate, useRouter } from '@tanstack/react-router'
import { Bell, Check } from 'lucide-react'
import { createPortal } from 'react-dom'
import { count, rupees } from '#/lib/format.ts'
import { acknowledge, waiting as waitingOrders, type Waiting } from '#/lib/live/waiting.ts'
import { useStore } from '#/lib/store.ts'
import { Button } from '#/ui/button.tsx'
import { stripSlot } from './strip-slot.tsx'

const WAIT_MS = 5000

/** Scrolls to the card of an order and focuses its link, as soon as the board shows it. */
function showCard(orderId: string) {
  const until = Date.now() + WAIT_MS
  const look = () => {
    const link = document.querySelector<HTMLElement>(`main li a[href$="/admin/order/get/${orderId}"]`)
    if (link) {
      link.closest('li')?.scrollIntoView({ block: 'center' })
      link.focus({ preventScroll: true })
    } else if (Date.now() < until) setTimeout(look, 100)
  }
  look()
}

/** Unopened new orders in the header of every staff screen, with buttons to open them and to stop the chime. */
export function WaitingStrip() {
  const waiting = useStore(waitingOrders)
  const slot = useStore(stripSlot)
  const [first] = waiting
  if (!first || !slot) return null
  return createPortal(
    <aside
      aria-label="New orders"
      className="mx-auto flex h-9 w-fit max-w-full min-w-0 items-center gap-1 rounded-control bg-brand-soft text-brand-soft-ink coarse:h-11"
    >
      <Show waiting={waiting} first={first} />
      <Button
        size="small"
        aria-label="Acknowledge"
        title="Acknowledge: stops the ringing"
        className="mr-1 coarse:h-9"
        onClick={() => acknowledge(waiting.map(({ id }) => id))}
      >
        <Check aria-hidden />
        <span className="hidden @[24rem]:inline">Acknowledge</span>
      </Button>
    </aside>,
    slot,
  )
}

/** Links to the card of the order that has waited longest, or to the photo orders. */
function Show({ waiting, first }: { waiting: readonly Waiting[]; first: Waiting }) {
  const navigate = useNavigate()
  const router = useRouter()
  const isOne = waiting.length === 1
  const order = waiting.find(({ total }) => total !== null)
  const [what, more] = first.total === null ? ['Photo order', first.name] : [first.name, rupees(first.total)]
  async function show() {
    if (!order) {
      await navigate({
        to: '/admin/manual/orders/new',
        search: { page: 1, open: isOne ? first.id : '', sort: '' },
      })
      return
    }
    const { pathname, search } = router.latestLocation
    const isBoard = pathname === '/admin/orders/new' && search.view === 'board'
    if (!isBoard) await navigate({ to: '/admin/orders/new', search: { page: 1, search: '', view: 'board' } })
    showCard(order.id)
    acknowledge([order.id])
  }
  return (
    <button
      type="button"
      className="flex h-full min-w-0 items-center gap-2 rounded-control pr-1 pl-2.5 font-medium underline-offset-2 hover:underline"
      onClick={() => void show()}
    >
      <Bell aria-hidden size={16} className="shrink-0 max-sm:hidden" />
      <span className="numbers truncate @[15rem]:hidden">{count(waiting.length)} new</span>
      <span className="numbers hidden truncate @[15rem]:inline">
        {isOne ? `${what} · ${more}` : `${count(waiting.length)} new orders`}
      </span>
    </button>
  )
}
