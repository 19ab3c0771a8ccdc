import type { OrderRow } from '@kirana/contract/orders'
import { Check, CloudOff, Undo2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Change } from '#/lib/outbox/changes.ts'
import { dismiss, undo } from '#/lib/outbox/outbox.ts'
import { pickQuestion } from '#/lib/pick-question.ts'
import { Button } from '#/ui/button.tsx'
import { PrintSlip } from './print-slip.tsx'

type Props = { order: OrderRow; change: Change }

/** A successful change: the new status, Undo and the slip. */
export const Done = ({ order, change }: Props) => (
  <>
    {/* Undo is not in the place of the pressed button, so that a double press does not undo the change. */}
    <UndoButton order={order} change={change} />
    <PrintSlip orderId={order._id} number={order.order_id} order={order} />
    <span role="status" className="ml-auto inline-flex items-center gap-1.5 font-medium text-ok">
      <Check aria-hidden size={16} />
      {change.to}
    </span>
  </>
)

/** A change that waits to be sent, which happens automatically. */
export const Waiting = ({ order, change }: Props) => (
  <>
    <UndoButton order={order} change={change} />
    <span
      role="status"
      title={change.isUndo ? `Back to ${change.to}` : change.to}
      className="ml-auto inline-flex items-center gap-1.5 rounded-control bg-warn-soft px-2.5 py-1 font-medium text-warn"
    >
      <CloudOff aria-hidden size={16} />
      {change.isUndo ? 'Undo waits to be sent' : 'waiting to send'}
    </span>
  </>
)

/** A rejected change. The server's reason stays until the user has read it. */
export const Refused = ({ change }: Pick<Props, 'change'>) => (
  <>
    <span role="alert" className="min-w-0 flex-1 rounded-control bg-bad-soft px-2.5 py-1.5 text-bad">
      {change.message}
    </span>
    <RefusalButton change={change} variant="outline" />
  </>
)

/** Acknowledges a rejection. If a pick is the reason, asks what to do with the pick. */
export const RefusalButton = ({ change, variant }: { change: Change; variant: 'outline' | 'text' }) => {
  const isPicking = change.code === 'picking'
  const label = isPicking ? 'Decide' : 'OK'
  return (
    <Button
      variant={variant}
      aria-label={`${label}, ${change.number}`}
      onClick={() => (isPicking ? pickQuestion.set(change) : dismiss(change.key))}
    >
      {label}
    </Button>
  )
}

function UndoButton({ order, change }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  // Moves the keyboard focus to Undo, because the pressed button was removed.
  useEffect(() => {
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true })
  }, [])
  return (
    <Button
      ref={button}
      variant="outline"
      aria-label={`Undo, ${order.order_id}`}
      onClick={() => undo(change.key)}
    >
      <Undo2 aria-hidden />
      Undo
    </Button>
  )
}
