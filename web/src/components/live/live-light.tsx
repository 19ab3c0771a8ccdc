import { useOnline } from '#/lib/browser/online.ts'
import { useIsLive } from '#/lib/live/live.ts'

/** Shows whether this tab's event stream is connected: Live or Reconnecting. */
export function LiveLight() {
  const isLive = useIsLive()
  const isOnline = useOnline()
  const isWell = isLive && isOnline
  return (
    <span role="status" data-chrome className="inline-flex items-center gap-1.5 text-sm text-muted">
      <span aria-hidden className={`size-2 rounded-full ${isWell ? 'bg-ok' : 'animate-pulse bg-warn'}`} />
      {isWell ? 'Live' : 'Reconnecting'}
    </span>
  )
}
