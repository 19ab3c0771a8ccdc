import { useOnline } from '#/lib/browser/online.ts'

/** Shows whether live updates are connected: Live or Reconnecting. */
export function ConnectionLight({ isLive }: { isLive: boolean }) {
  const isOnline = useOnline()
  const isWell = isLive && isOnline
  return (
    <span role="status" data-chrome className="inline-flex items-center gap-1.5 text-sm text-muted">
      <span aria-hidden className={`size-2 rounded-full ${isWell ? 'bg-ok' : 'animate-pulse bg-warn'}`} />
      {isWell ? 'Live' : 'Reconnecting'}
    </span>
  )
}
