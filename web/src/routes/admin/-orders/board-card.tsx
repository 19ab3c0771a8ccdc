import { orders, type OrderRow } from '@kirana/contract/orders'
import { Link } from '@tanstack/react-router'
import { Check, MapPin, Undo2 } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { reloadAll, useWrite } from '#/lib/api.ts'
import { rupees } from '#/lib/format.ts'
import { acknowledge, waiting } from '#/lib/live/waiting.ts'
import { useStore } from '#/lib/store.ts'
import { Badge, PaymentBadge } from '#/components/tables/badges.tsx'
import { PhoneLink } from '#/components/tables/phone-link.tsx'
import { Button } from '#/ui/button.tsx'
import { Age, useUrgency } from './age.tsx'
import { addressLine } from '../-people/address.ts'

/** How long Undo is offered. */
const UNDO_MS = 5000
/** The card shows at most this many lines; the order's page shows all. */
const MAX_LINES = 8

const edges = { fresh: 'border-t-ok', soon: 'border-t-warn', late: 'border-t-bad' }

type Props = { order: OrderRow; onMove: () => void; onSettled: () => void }

/**
 * One order to prepare. A press sends the new status at once, and Undo sends the old one back: the change survives a
 * closed tab, and everyone sees immediately that the order is taken.
 */
export function BoardCard({ order, onMove, onSettled }: Props) {
  const card = useRef<HTMLLIElement>(null)
  const [phase, setPhase] = useState<'here' | 'sending' | 'moved'>('here')
  const placedAt = Date.parse(order.dateAndTime)
  const urgency = useUrgency(placedAt)
  const isNew = useStore(waiting, (orders) => orders.some(({ id }) => id === order._id))
  const reload = [orders.list, orders.get]
  const settle = () => {
    setPhase('here')
    onSettled()
  }
  const change = useWrite(orders.changeStatus, {
    quiet: true,
    reload,
    onDone: (_, { params }) => (params.status === 'Prepeared' ? setPhase('moved') : settle()),
    onError: () => void reloadAll(reload).then(settle),
  })
  const orderId = order._id
  const prepare = () => {
    setPhase('sending')
    onMove()
    acknowledge([orderId])
    change.send({ params: { orderId, status: 'Prepeared' }, query: { from: 'Confirmed' } })
  }
  const undo = () => {
    setPhase('sending')
    change.send({ params: { orderId, status: 'Confirmed' }, query: { from: 'Prepeared' } })
  }
  return (
    <li ref={card} className={`order-card card flex min-w-0 flex-col border-t-4 p-4 ${edges[urgency]}`}>
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h2 className="numbers flex flex-wrap items-center gap-x-2 font-semibold">
            <Link
              to="/admin/order/get/$orderId"
              params={{ orderId }}
              className="-my-2 py-2 underline-offset-2 hover:underline"
            >
              {order.order_id}
            </Link>
            {isNew && <Badge tone="brand">New</Badge>}
          </h2>
          <p className="mt-0.5 flex flex-wrap gap-x-2.5 text-sm text-muted">
            <span className="min-w-0 truncate">{order.address.fullName || order.user.fullName}</span>
            <PhoneLink phone={order.user.phone} />
          </p>
        </div>
        <Age placedAt={placedAt} />
      </div>
      <Lines order={order} />
      <p className="mt-2 mb-3 flex gap-1.5 text-sm text-muted">
        <MapPin aria-hidden size={15} className="mt-0.5 shrink-0" />
        <span className="min-w-0 break-words">{addressLine(order.address)}</span>
      </p>
      <div className="mt-auto flex min-h-12 flex-wrap items-center gap-x-2 gap-y-2 border-t border-line pt-3 coarse:min-h-14">
        {phase === 'moved' ? (
          <Undo order={order} card={card} onUndo={undo} onOver={settle} />
        ) : (
          <>
            <span className="numbers font-semibold">{rupees(order.totalPrice)}</span>
            <PaymentBadge status={order.paymentStatus} />
            <Button
              className="ml-auto"
              busy={phase === 'sending'}
              aria-label={`Prepeared, ${order.order_id}`}
              onClick={prepare}
            >
              Prepeared
            </Button>
          </>
        )}
      </div>
    </li>
  )
}

function Lines({ order }: { order: OrderRow }) {
  const shown = order.products.slice(0, MAX_LINES)
  const hidden = order.products.length - shown.length
  return (
    <ul aria-label="Items" className="mt-3 flex flex-col gap-1">
      {shown.map((line) => (
        <li key={line.variantId} className="break-words">
          {line.productTitle} <span className="whitespace-nowrap text-muted">{line.productQuantity}</span>{' '}
          <span className={`numbers whitespace-nowrap ${line.quantity > 1 ? 'font-semibold' : ''}`}>
            × {line.quantity}
          </span>
        </li>
      ))}
      {hidden > 0 && (
        <li className="text-sm text-muted">
          and {hidden} more {hidden === 1 ? 'item' : 'items'}
        </li>
      )}
    </ul>
  )
}

type UndoProps = {
  order: OrderRow
  card: { current: HTMLLIElement | null }
  onUndo: () => void
  onOver: () => void
}

function Undo({ order, card, onUndo, onOver }: UndoProps) {
  const button = useRef<HTMLButtonElement>(null)
  // The pressed button is gone: move keyboard focus to Undo.
  useEffect(() => {
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true })
  }, [])
  const over = useEffectEvent(() => {
    const item = card.current
    const next = item?.nextElementSibling ?? item?.previousElementSibling
    if (item?.contains(document.activeElement))
      next?.querySelector<HTMLElement>('a')?.focus({ preventScroll: true })
    onOver()
  })
  useEffect(() => {
    const timer = setTimeout(over, UNDO_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      {/* Not in the place of the pressed button: a double press must not undo itself. */}
      <Button ref={button} variant="outline" aria-label={`Undo, ${order.order_id}`} onClick={onUndo}>
        <Undo2 aria-hidden />
        Undo
      </Button>
      <span role="status" className="ml-auto inline-flex items-center gap-1.5 font-medium text-ok">
        <Check aria-hidden size={16} />
        Prepeared
      </span>
    </>
  )
}
