import type { OrderRow } from '@kirana/contract/orders'
import { Link } from '@tanstack/react-router'
import { ListChecks, MapPin } from 'lucide-react'
import { memo, useLayoutEffect, useRef } from 'react'
import { useClock } from '#/lib/browser/clock.ts'
import { rupees } from '#/lib/format.ts'
import { acknowledge, waiting } from '#/lib/live/waiting.ts'
import { changeOf, type Change } from '#/lib/outbox/changes.ts'
import { changeStatus } from '#/lib/outbox/outbox.ts'
import { useChanges, useIsOutdated, useIsStuck } from '#/lib/outbox/use-outbox.ts'
import type { Stage } from '#/lib/stages.ts'
import { useStore } from '#/lib/store.ts'
import { Badge, PaymentBadge } from '#/components/tables/badges.tsx'
import { PhoneLink } from '#/components/tables/phone-link.tsx'
import { Button, IconButton } from '#/ui/button.tsx'
import { Done, Refused, Waiting } from '../-orders/change-state.tsx'
import { RefundChip, ReplacementChip } from '../-orders/money-chips.tsx'
import { PickLink, pickText } from '../-orders/pick-link.tsx'
import { addressLine } from '../-people/address.ts'
import { BoardAge, type Lateness, useLateness } from './board-age.tsx'
import { Lines, SlotLines } from './card-lines.tsx'
import { CardOptions } from './card-options.tsx'
import { Gone } from './gone.tsx'
import { SelectOrder } from './together.tsx'
import { nextNames, nextOf } from '#/lib/next-status.ts'
import { useAllowed, useOpensScreen } from '#/lib/session/allowed.ts'
import { useSession } from '#/lib/session/profiles.ts'

const edges: Record<Lateness, string> = {
  fresh: 'border-t-ok',
  soon: 'border-t-warn',
  claimed: 'border-t-warn',
  late: 'border-t-line-strong',
  filled: 'border-t-bad',
}

type Props = {
  order: OrderRow
  stage: Stage
  /** The order has left this stage, but the card still has its slot. */
  isGone: boolean
  /** Packing mode: large type in a slot of fixed height. */
  isFull: boolean
  /** Packing mode: the digit key of the slot. */
  keyName?: string | undefined
  /** Whether the order is one of the most late ones (`mostLate`). */
  isMostLate: boolean
  onOpen: (order: OrderRow) => void
}

/** The state of the card, which decides what it shows below its items. */
function phaseOf(change: Change | undefined, stage: Stage, isGone: boolean, isStuck: boolean) {
  if (change?.state === 'queued') return isStuck ? 'waiting' : 'sending'
  if (change?.state === 'refused') return 'refused'
  if (!isGone) return 'here'
  // The latest change may have been made from another stage by another user.
  return change?.state === 'done' && change.from === stage ? 'done' : 'gone'
}

type Phase = ReturnType<typeof phaseOf>
const isOpen = (phase: Phase) => phase === 'here' || phase === 'sending'
/** Whether a message replaces the actions: a rejection, or another user's change. */
const hasMessage = (phase: Phase) => phase === 'refused' || phase === 'gone'

/**
 * One order of a stage. A press sends the next status immediately, so that the change survives a closed tab and other
 * users see it. Undo sends the previous status. Without a network the change waits on the card.
 */
export const BoardCard = memo(function BoardCard({
  order,
  stage,
  isGone,
  isFull,
  keyName,
  isMostLate,
  onOpen,
}: Props) {
  const card = useRef<HTMLLIElement>(null)
  const orderId = order._id
  const lateness = useLateness(order, isMostLate)
  const change = useChanges((changes) => changeOf(changes, orderId))
  const isOutdated = useIsOutdated(order)
  const phase = phaseOf(change, stage, isGone || isOutdated, useIsStuck())
  const next = useAllowed({ can: 'orders.write' }) ? nextOf(stage) : null
  // If the card is removed while it has the focus, the focus moves to the next card.
  useLayoutEffect(() => {
    const item = card.current
    return () => {
      if (!item?.contains(document.activeElement)) return
      const neighbour = item.nextElementSibling ?? item.previousElementSibling
      neighbour?.querySelector<HTMLElement>('a')?.focus({ preventScroll: true })
    }
  }, [])
  const press = () => {
    if (!next) return
    acknowledge([orderId])
    changeStatus(order, next)
  }
  const lines = { order, stage, onOpen: () => onOpen(order) }
  return (
    <li
      ref={card}
      data-slot={orderId}
      className={`order-card card flex min-w-0 flex-col border-t-4 ${isFull ? 'overflow-hidden p-3' : 'p-4'} ${edges[lateness]} ${phase === 'done' || phase === 'gone' ? 'bg-sunken' : ''}`}
    >
      <Head {...{ order, stage, isFull, keyName, lateness }} />
      {isFull ? <SlotLines {...lines} /> : <Lines {...lines} />}
      {/* The result of a press overlays the actions, so that the card keeps its height and does not move others. */}
      <div className="mt-auto grid grid-cols-1 *:col-start-1 *:row-start-1">
        <div className={hasMessage(phase) ? 'invisible' : ''}>
          <Where order={order} stage={stage} isFull={isFull} />
          <div className="grid grid-cols-1 border-t border-line pt-3 *:col-start-1 *:row-start-1">
            <Actions {...{ order, stage, next, phase, isFull, onOpen }} onPress={press} />
            {change && (phase === 'waiting' || phase === 'done') && (
              <div className="flex flex-wrap items-center gap-2 self-start">
                {phase === 'waiting' ? (
                  <Waiting order={order} change={change} />
                ) : (
                  <Done order={order} change={change} />
                )}
              </div>
            )}
          </div>
        </div>
        {hasMessage(phase) && (
          <div className="flex items-start gap-2 border-t border-line pt-3">
            {phase === 'refused' && change && <Refused change={change} />}
            {phase === 'gone' && <Gone order={order} stage={stage} />}
          </div>
        )}
      </div>
    </li>
  )
})

type WhereProps = { order: OrderRow; stage: Stage; isFull: boolean }

/** Packing mode shows the address only in the stages of riders. */
const hasAddress = (stage: Stage, isFull: boolean) =>
  !isFull || stage === 'Dispatched' || stage === 'Out for Delivary'

/** The address and the picker. Always has the height of two lines, because a card that grows would move others. */
function Where({ order, stage, isFull }: WhereProps) {
  const me = useSession('staff')?._id
  // Updated by the clock, because a claim expires without an event.
  const picker = useClock((now) => pickText(order, me, now))
  return (
    <div className={isFull ? 'mb-1 text-lg' : 'mb-3 min-h-[2lh] text-sm'}>
      {hasAddress(stage, isFull) && (
        <p className="flex gap-1.5 text-muted">
          <MapPin aria-hidden size={15} className="mt-1 shrink-0" />
          <span
            className={`min-w-0 break-words ${isFull || picker !== '' ? 'truncate' : 'line-clamp-2'}`}
            title={addressLine(order.address)}
          >
            {addressLine(order.address)}
          </span>
        </p>
      )}
      {picker !== '' && <p className="truncate font-medium text-info">{picker}</p>}
    </div>
  )
}

type ActionsProps = {
  order: OrderRow
  stage: Stage
  next: ReturnType<typeof nextOf>
  phase: Phase
  isFull: boolean
  onOpen: (order: OrderRow) => void
  onPress: () => void
}

const rowOf = (stage: Stage, isFull: boolean) => {
  if (isFull) return 'min-w-0 flex-1'
  return stage === 'Confirmed' ? 'w-full' : 'grow'
}

/** The amount, the main action and, for a new order, a menu. */
function Actions({ order, stage, next, phase, isFull, onOpen, onPress }: ActionsProps) {
  const isToPick = useOpensScreen()('/admin/order/pick/') && stage === 'Confirmed'
  const name = next && (nextNames[next] ?? next)
  return (
    <div
      className={`flex min-h-9 flex-wrap items-center gap-2 coarse:min-h-11 ${isOpen(phase) ? '' : 'invisible'}`}
      inert={!isOpen(phase)}
    >
      {!isFull && (
        <>
          <span className="numbers font-semibold">{rupees(order.totalPrice)}</span>
          <PaymentBadge status={order.paymentStatus} />
          <ReplacementChip order={order} />
          <RefundChip order={order} />
        </>
      )}
      <IconButton
        label={`Items of ${order.order_id}`}
        variant={isFull ? 'outline' : 'text'}
        className="ml-auto"
        onClick={() => onOpen(order)}
      >
        <ListChecks aria-hidden />
      </IconButton>
      <div className={`flex items-center gap-2 ${rowOf(stage, isFull)}`}>
        <PickLink
          order={order}
          size={isFull ? 'large' : 'medium'}
          variant="primary"
          text="Start picking"
          className={`min-w-0 flex-1 ${isFull ? 'text-lg' : ''}`}
        />
        {next && isToPick && <CardOptions order={order} isFull={isFull} />}
        {next && !isToPick && (
          <Button
            data-press
            size={isFull ? 'large' : 'medium'}
            className={`min-w-0 flex-1 ${isFull ? 'text-lg' : ''}`}
            busy={phase === 'sending'}
            aria-label={`${name}, ${order.order_id}`}
            onClick={onPress}
          >
            {name}
          </Button>
        )}
      </div>
    </div>
  )
}

type HeadProps = {
  order: OrderRow
  stage: Stage
  isFull: boolean
  keyName: string | undefined
  lateness: Lateness
}

function Head({ order, stage, isFull, keyName, lateness }: HeadProps) {
  const mayPick = useOpensScreen()('/admin/orders/round')
  const isNew = useStore(waiting, (orders) => orders.some(({ id }) => id === order._id))
  const cut = order.order_id.lastIndexOf('-') + 1
  return (
    <>
      <div className="flex flex-wrap items-start gap-x-2">
        {stage === 'Confirmed' && mayPick && <SelectOrder order={order} />}
        <h2 className="numbers flex grow items-center gap-x-2 font-semibold">
          <Link
            to="/admin/order/get/$orderId"
            params={{ orderId: order._id }}
            aria-label={order.order_id}
            className={`whitespace-nowrap underline-offset-2 hover:underline ${isFull ? '' : '-my-2 py-2'}`}
          >
            {isFull ? <span className="text-3xl">{order.order_id.slice(cut)}</span> : order.order_id}
          </Link>
          {isFull && isNew && <Badge tone="brand">New</Badge>}
        </h2>
        <BoardAge order={order} lateness={lateness} isLarge={isFull} />
        {keyName && (
          <kbd className="rounded border border-line-strong px-1.5 font-sans text-lg text-muted max-lg:hidden">
            {keyName}
          </kbd>
        )}
      </div>
      {/* Always one line of fixed height, so that a late or opened order does not move other cards. */}
      {!isFull && (
        <p className="mt-0.5 flex min-h-6 items-center gap-x-2.5 text-sm whitespace-nowrap text-muted">
          {isNew && <Badge tone="brand">New</Badge>}
          <span className="min-w-0 truncate">{order.address.fullName || order.user.fullName}</span>
          <PhoneLink phone={order.user.phone} />
        </p>
      )}
    </>
  )
}
