import type { Order } from '@kirana/contract/orders'
import { useEffect, useEffectEvent } from 'react'
import { isTyping } from '#/lib/browser/keys.ts'
import { changeOf } from '#/lib/outbox/changes.ts'
import { undo } from '#/lib/outbox/outbox.ts'
import { useChanges, useIsStuck } from '#/lib/outbox/use-outbox.ts'
import { Done, Refused, Waiting } from './change-state.tsx'

/** Result of the last status change from this device: done with Undo (Ctrl Z), waiting to be sent, or rejected. */
export function PressedChange({ order }: { order: Order }) {
  const change = useChanges((changes) => changeOf(changes, order._id))
  const isStuck = useIsStuck()
  const isWaiting = change?.state === 'queued' && isStuck
  const isDone = change?.state === 'done' && change.to === order.delivaryStatus
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z' || event.repeat) return
    if (!change || !(isWaiting || isDone) || isTyping(event.target)) return
    undo(change.key)
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
  return (
    <div className="mt-3 flex min-h-11 flex-wrap items-center gap-2 empty:hidden">
      {change?.state === 'refused' && <Refused change={change} />}
      {isWaiting && <Waiting order={order} change={change} />}
      {isDone && <Done order={order} change={change} />}
    </div>
  )
}
