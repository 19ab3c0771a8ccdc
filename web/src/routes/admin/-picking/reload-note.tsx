import { WifiOff } from 'lucide-react'
import { useStored } from '#/lib/browser/stored.ts'
import { Button } from '#/ui/button.tsx'

const isTrue = (value: unknown): value is boolean => value === true

/**
 * Says that a reload needs the network, because over plain HTTP there is no service worker. Shown until it is
 * acknowledged once in this browser.
 */
export function ReloadNote() {
  const [isRead, setRead] = useStored('reload-note-read', false, isTrue)
  if (window.isSecureContext || isRead) return null
  return (
    <p
      role="status"
      className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card bg-info-soft px-4 py-3 text-info"
    >
      <WifiOff aria-hidden size={20} className="shrink-0" />
      <span className="min-w-60 flex-1">
        Picking goes on without a network, but a reload of this page needs it: it was opened over plain HTTP.
      </span>
      <Button variant="outline" size="small" onClick={() => setRead(true)}>
        OK
      </Button>
    </p>
  )
}
