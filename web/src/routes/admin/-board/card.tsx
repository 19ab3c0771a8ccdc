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
  /** The order is no longer in this stage; its slot is still its own. */
  isGone: boolean
  /** Packing mode: large type in a slot of fixed height. */
  isFull: boolean
  /** Packing mode: the key that presses it. */
  keyName?: string | undefined
  /** It is among the orders that are longest beyond their promise. */
  isMostLate: boolean
  onOpen: (order: OrderRow) => void
}

/** What the card shows below its items. */
function phaseOf(change: Change | undefined, stage: Stage, isGone: boolean, isStuck: boolean) {
  if (change?.state === 'queued') return isStuck ? 'waiting' : 'sending'
  if (change?.state === 'refused') return 'refused'
  if (!isGone) return 'here'
  // The latest change may be from another stage and made by another person.
  return change?.state === 'done' && change.from === stage ? 'done' : 'gone'
}

type Phase = ReturnType<typeof phaseOf>
const isOpen = (phase: Phase) => phase === 'here' || phase === 'sending'
/** A message takes the place of the actions: a refusal, or what another person did. */
const hasMessage = (phase: Phase) => phase === 'refused' || phase === 'gone'

/**
 * One order of a stage. A press sends the next status at once, and Undo sends the old one back: the change survives a
 * closed tab, and everyone sees immediately that the order is taken. Without a network the change waits on the card.
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
  // When the card leaves with the focus in it, the focus goes on to its neighbour.
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
      {/* What stands here after a press lies on what stood here, which keeps its room: a card that shrank would move others. */}
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

/** In packing mode only riders need the address. */
const hasAddress = (stage: Stage, isFull: boolean) =>
  !isFull || stage === 'Dispatched' || stage === 'Out for Delivary'

/** Where the order goes and who picks it, in two lines: a card that grew while somebody picks would move others. */
function Where({ order, stage, isFull }: WhereProps) {
  const me = useSession('staff')?._id
  // No event says that a claim has ended.
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

/** The amount, and what can be done with the order: one main action, and for a new order a menu beside it. */
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
      {/* One line, whatever is beside: it must not become two when the order gets late, nor lower when it is opened. */}
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
