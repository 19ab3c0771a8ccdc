import type { OrderPick } from '@kirana/contract/pick'
import { refundDestination } from '@kirana/domain/payment'
import { CloudOff } from 'lucide-react'
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

/** Labels of the amount for missing items, by where it is refunded to. */
const refundLabels = { wallet: 'Back to the wallet', source: 'Refunded to the source' }

/** The bill before and after, how far picking is, and Done. On a phone it stays at the bottom of the screen. */
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
      className="card flex flex-col gap-3 p-4 max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-20 max-lg:gap-1.5 max-lg:rounded-b-none max-lg:py-3 max-lg:shadow-float lg:sticky lg:top-20 lg:p-5"
    >
      <h2 id="pick-bill" className="flex items-baseline justify-between gap-3 text-lg font-semibold">
        Bill
        <span className="numbers text-base font-normal text-muted">
          {count(done)} of {counted(pick.lines.length, 'line')}
        </span>
      </h2>
      <dl className="numbers grid gap-1.5 max-lg:grid-cols-3 max-lg:gap-x-3">
        <Amount label="Ordered" amount={pick.before} />
        <Amount label="Picked" amount={pick.after} className="lg:[&_dd]:text-2xl [&_dd]:font-bold" />
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
            className="h-16 text-xl max-lg:h-14"
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
            <p id="pick-open" className="numbers text-center text-sm text-muted max-lg:hidden">
              {open === 1 ? '1 line is still open' : `${count(open)} lines are still open`}
            </p>
          )}
        </>
      )}
    </section>
  )
}

/** On a phone the name is above the amount, so that all three are in one row. */
const Amount = ({ label, amount, className = '' }: { label: string; amount: number; className?: string }) => (
  <div className={`min-w-0 items-baseline justify-between gap-3 lg:flex ${className}`}>
    <dt className="text-muted max-lg:text-xs">{label}</dt>
    <dd className="whitespace-nowrap">{rupees(amount)}</dd>
  </div>
)

/** '37 actions, 37 stored': the server's count, and what waits on this device beside it. */
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
