import { Link } from '@tanstack/react-router'
import { CloudOff } from 'lucide-react'
import { useEffect } from 'react'
import { queuedOf, refusedOf } from '#/lib/outbox/changes.ts'
import { startOutbox } from '#/lib/outbox/outbox.ts'
import { entries, type Entry } from '#/lib/outbox/queue.ts'
import { useChanges, useIsStuck } from '#/lib/outbox/use-outbox.ts'
import { useStore } from '#/lib/store.ts'

/** Whether actions of picks wait. A picker may have left the screen or closed the browser before they were sent. */
const hasPicks = (all: readonly Entry[]) => all.some((one) => one.kind === 'pick' && !one.refused)
const sendPicks = async () => (await import('#/lib/outbox/picks.ts')).startPicks()

/** Sends status changes, lists those that wait for the network or were rejected, and links to the board. */
export function Unsent() {
  useEffect(startOutbox, [])
  const isPicking = useStore(entries, hasPicks)
  useEffect(() => {
    if (isPicking) void sendPicks().catch(() => {})
  }, [isPicking])
  const queued = useChanges((changes) => queuedOf(changes).length)
  const refused = useChanges((changes) => refusedOf(changes).length)
  const waiting = useIsStuck() ? queued : 0
  const words = [
    ...(waiting > 0 ? [`${waiting} waiting to send`] : []),
    ...(refused > 0 ? [`${refused} not accepted`] : []),
  ]
  return (
    <span role="status">
      {words.length > 0 && (
        <Link
          to="/admin/orders/new"
          search={{ page: 1, search: '', view: 'board' }}
          className={`numbers flex h-9 items-center gap-2 rounded-control px-2.5 text-sm font-medium whitespace-nowrap coarse:h-11 ${refused > 0 ? 'bg-bad-soft text-bad' : 'bg-warn-soft text-warn'}`}
        >
          <CloudOff aria-hidden size={16} />
          {words.join(', ')}
        </Link>
      )}
    </span>
  )
}
