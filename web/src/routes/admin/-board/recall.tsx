import { RotateCcw, Undo2 } from 'lucide-react'
import { clockTime } from '#/lib/format.ts'
import { useClock } from '#/lib/browser/clock.ts'
import { recallable, refusedOf, type Change } from '#/lib/outbox/changes.ts'
import { undo } from '#/lib/outbox/outbox.ts'
import { useAllChanges } from '#/lib/outbox/use-outbox.ts'
import { Button } from '#/ui/button.tsx'
import { RefusalButton } from '../-orders/change-state.tsx'
import { PrintSlip } from '../-orders/print-slip.tsx'
import { tailOf } from '../-orders/tail.ts'

/**
 * The last ten status changes of this device, each for ten minutes. The latest change stays until the next one. Also
 * shows rejected changes whose card is not on screen.
 */
export function Recall({ shown }: { shown: ReadonlySet<string> }) {
  const changes = useAllChanges()
  // Changes expire with a precision of ten seconds.
  const now = useClock((ms) => Math.floor(ms / 10_000) * 10_000)
  const recalled = recallable(changes, now)
  const unseen = refusedOf(changes).filter(({ orderId }) => !shown.has(orderId))
  return (
    <section aria-label="Recall" className="flex items-center gap-2">
      {unseen.map((change) => (
        <div
          key={change.key}
          role="alert"
          className="flex h-11 items-center gap-2 rounded-control bg-bad-soft pl-3 text-bad"
        >
          <span className="numbers font-semibold">{change.number}</span>
          {change.message}
          <RefusalButton change={change} variant="text" />
        </div>
      ))}
      {recalled.length === 0 && unseen.length === 0 && (
        <p className="flex items-center gap-2 text-sm text-muted">
          <RotateCcw aria-hidden size={15} />
          Undo status changes here
        </p>
      )}
      {recalled.map((change) => (
        <Chip key={change.key} change={change} />
      ))}
    </section>
  )
}

const Chip = ({ change }: { change: Change }) => (
  <div className="card numbers flex h-11 items-center gap-1 pl-3">
    <span title={`${change.number}, ${change.to} at ${clockTime(change.at)}`}>
      <span className="text-lg font-semibold">{tailOf(change.number)}</span>{' '}
      <span className="text-sm text-muted">{change.to}</span>
    </span>
    <Button
      variant="text"
      size="small"
      aria-label={`Undo ${change.to}, ${change.number}`}
      onClick={() => undo(change.key)}
    >
      <Undo2 aria-hidden />
      Undo
    </Button>
    <PrintSlip orderId={change.orderId} number={change.number} />
  </div>
)
