import type { OrderPick } from '@kirana/contract/pick'
import { refundDestination } from '@kirana/domain/payment'
import { CloudOff } from 'lucide-react'
import { useClock } from '#/lib/browser/clock.ts'
import { count, counted, rupees } from '#/lib/format.ts'
import type { usePickQueue } from '#/lib/outbox/picks.ts'
import { Button } from '#/ui/button.tsx'
import { openLines } from './model.ts'
import { nextMark } from './next-focus.ts'

type Props = {
  pick: OrderPick
  queue: ReturnType<typeof usePickQueue>
  isMine: boolean
  isEnding: boolean
  onDone: () => void
}

/** Labels of the amount for missing items, by destination of the refund. */
const refundLabels = { wallet: 'Back to the wallet', source: 'Refunded to the source' }

/** The bill before and after picking, the progress, and Done. On a phone it stays at the bottom of the screen. */
export function PickBill({ pick, queue, isMine, isEnding, onDone }: Props) {
  const open = openLines(pick)
  const done = pick.lines.length - open
  const destination = refundDestination(
    { paymentMethod: pick.payment, isPaid: pick.isPaid },
    Math.round(pick.refund * 100),
  )
  const isNothing = pick.lines.every(({ found, swap }) => found === 0 && swap === null) && open === 0
  return (
    <section
      aria-labelledby="pick-bill"
      className="sticky -bottom-3 z-20 -mx-3 mt-3 -mb-3 flex flex-wrap items-center gap-x-6 gap-y-2 overflow-y-auto border-t border-line bg-surface px-3 pt-2 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-float sm:px-6 dark:bg-raised"
      // At most half of the screen, so that the lines get the other half with large text.
      style={{ maxHeight: '50dvh' }}
    >
      <h2 id="pick-bill" className="flex flex-wrap items-baseline gap-x-3 text-lg font-semibold">
        Bill
        <span className="numbers text-base font-normal text-muted">
          {count(done)} of {counted(pick.lines.length, 'line')}
          <MinutesLeft promisedAt={pick.promisedAt} />
        </span>
      </h2>
      <dl className="numbers flex min-w-0 flex-wrap gap-x-4 gap-y-1 sm:gap-x-6">
        <Amount label="Ordered" amount={pick.before} />
        <Amount label="Picked" amount={pick.after} className="[&_dd]:text-xl [&_dd]:font-bold" />
        <Amount
          label={destination ? refundLabels[destination] : 'Less to pay'}
          amount={pick.refund}
          className={pick.refund > 0 ? 'font-semibold [&_*]:text-ok' : ''}
        />
      </dl>
      <Stored stored={pick.stored} queue={queue} />
      {(isMine || isEnding) && (
        <>
          <Button
            size="large"
            className="ml-auto h-14 min-w-40 text-xl max-sm:w-full"
            variant={isNothing ? 'destructive' : 'primary'}
            busy={isEnding && !queue.isStuck}
            disabled={open > 0 || isEnding || pick.approval !== null}
            aria-describedby={open > 0 ? 'pick-open' : undefined}
            onClick={onDone}
            {...nextMark}
          >
            {pick.approval ? 'Waiting for approval' : isNothing ? 'Nothing found: cancel' : 'Done'}
          </Button>
          {open > 0 && (
            <p id="pick-open" className="sr-only">
              {open === 1 ? '1 line is still open' : `${count(open)} lines are still open`}
            </p>
          )}
        </>
      )}
    </section>
  )
}

const Amount = ({ label, amount, className = '' }: { label: string; amount: number; className?: string }) => (
  <div className={`min-w-0 ${className}`}>
    <dt className="text-xs text-muted">{label}</dt>
    <dd className="whitespace-nowrap">{rupees(amount)}</dd>
  </div>
)

/** '7 min left', '3 min late'. */
export function MinutesLeft({ promisedAt }: { promisedAt: string }) {
  const left = useClock((now) => Math.floor((Date.parse(promisedAt) - now) / 60_000))
  const text = left >= 0 ? `${left} min left` : `${-left} min late`
  return <span className={`whitespace-nowrap ${left < 0 ? 'font-semibold text-bad' : ''}`}> · {text}</span>
}

/** '37 actions, 37 stored': the actions stored by the server, and those that wait on this device. */
function Stored({ stored, queue: { kept, isStuck } }: { stored: number; queue: Props['queue'] }) {
  const made = stored + kept
  if (made === 0) return null
  const isWaiting = kept > 0 && isStuck
  return (
    <p
      role="status"
      className={`numbers flex items-center gap-2 text-sm ${isWaiting ? 'font-medium text-warn' : 'text-muted'}`}
    >
      {isWaiting && <CloudOff aria-hidden size={16} />}
      {counted(made, 'action')}, {count(stored)} stored
      {isWaiting && '. The rest is sent when the network is back'}
    </p>
  )
}
