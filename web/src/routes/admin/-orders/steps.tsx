import type { Order } from '@kirana/contract/orders'
import { useEffect, useEffectEvent } from 'react'
import { isTyping } from '#/lib/browser/keys.ts'
import { nextOf } from '#/lib/next-status.ts'
import { changeOf } from '#/lib/outbox/changes.ts'
import { changeStatus, undo } from '#/lib/outbox/outbox.ts'
import { useChanges, useIsStuck } from '#/lib/outbox/use-outbox.ts'
import { Button } from '#/ui/button.tsx'
import { Done, Refused, Waiting } from './change-state.tsx'

/**
 * The next status in one press, and Undo; by keyboard Ctrl Enter and Ctrl Z. While a status is chosen above, Save is the only
 * way to change it (`isChoosing`).
 */
export function OrderSteps({ order, isChoosing }: { order: Order; isChoosing: boolean }) {
  const change = useChanges((changes) => changeOf(changes, order._id))
  const isStuck = useIsStuck()
  const isQueued = change?.state === 'queued'
  const isUndoable = change !== undefined && (isQueued ? isStuck : isDone(change, order))
  const next = isChoosing ? null : nextOf(order.delivaryStatus)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.repeat || isTyping(event.target)) return
    if (event.key === 'Enter' && next && !isQueued) changeStatus(order, next)
    else if (event.key.toLowerCase() === 'z' && isUndoable) undo(change.key)
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
  return (
    <div className="mt-3 flex min-h-11 flex-wrap items-center gap-2">
      {change?.state === 'refused' && <Refused change={change} />}
      {isQueued && isStuck && <Waiting order={order} change={change} />}
      {change && isDone(change, order) && <Done order={order} change={change} />}
      {next && !(isQueued && isStuck) && (
        <Button
          variant="outline"
          className="w-full"
          busy={isQueued}
          aria-keyshortcuts="Control+Enter"
          onClick={() => changeStatus(order, next)}
        >
          Set {next}
        </Button>
      )}
    </div>
  )
}

/** Whether the order still has the status that the change gave it. */
const isDone = ({ state, to }: { state: string; to: string }, order: Order) =>
  state === 'done' && to === order.delivaryStatus
