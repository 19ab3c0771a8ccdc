import type { usePickQueue } from '#/lib/outbox/picks.ts'
import { act } from '#/lib/outbox/picks.ts'
import type { RoundLetter } from '@kirana/domain/round'
import { count, counted, rupees } from '#/lib/format.ts'
import { Button } from '#/ui/button.tsx'
import { tailOf } from '../-orders/tail.ts'
import { MinutesLeft } from '../-picking/bill.tsx'
import { Letter } from './letter.tsx'
import { inBag, openLines } from '../-picking/model.ts'
import { nextMark } from '../-picking/next-focus.ts'
import { isUndoable, type RoundPick } from './model.ts'
import { BagLabel } from '../-picking/bag-label.tsx'
import { UndoDone } from '../-picking/undo-done.tsx'

type Props = { pick: RoundPick; queue: ReturnType<typeof usePickQueue> }

/** The result of an order that the user is no longer picking, as text. */
function endText({ delivaryStatus: status, state, by }: RoundPick): string {
  if (status === 'Canceled') return state === 'done' ? 'Nothing was found' : 'Canceled: put everything back'
  if (state === 'done' || status !== 'Confirmed') return `The order is ${status}.`
  return state === 'claimed' ? `${by} is picking this order` : 'Nobody is picking this order'
}

/** An order that could not be loaded. It keeps its letter. */
export const UnknownOrder = ({ letter }: { letter: RoundLetter }) => (
  <li
    aria-label={`Order ${letter}`}
    className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2 rounded-control border border-line px-2 py-1.5"
  >
    <Letter letter={letter} />
    <p className="min-w-0 flex-1 text-sm text-muted">Not loaded</p>
  </li>
)

/** An order of a round in the footer: its progress, bill, and Done. */
export function RoundOrder({ pick, queue }: Props) {
  const { letter, orderId, order_id, isMine, delivaryStatus, lines, after, approval, promisedAt } = pick
  const open = openLines(pick)
  const isEnding = queue.waiting.some(({ setting }) => setting === null)
  const isHere = isMine && delivaryStatus === 'Confirmed'
  const isNothing = open === 0 && inBag(pick) === 0
  return (
    <li
      aria-label={`Order ${letter}`}
      className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2 rounded-control border border-line px-2 py-1.5"
    >
      <Letter letter={letter} />
      <p className="numbers min-w-0 grow leading-tight" style={{ flexBasis: '5rem' }}>
        <span className="font-semibold">{tailOf(order_id)}</span>
        {isHere ? (
          <span className="block text-sm text-muted">
            {count(lines.length - open)} of {counted(lines.length, 'line')} · {rupees(after)}
            <MinutesLeft promisedAt={promisedAt} />
          </span>
        ) : (
          <span className="block text-sm text-muted">{endText(pick)}</span>
        )}
      </p>
      {isHere && (
        <Button
          size="large"
          // On a phone, Done is hidden until it can be pressed, because the lines need the space.
          className={`max-sm:w-full ${open > 0 ? 'max-sm:hidden' : ''}`}
          variant={isNothing ? 'destructive' : 'primary'}
          busy={isEnding && !queue.isStuck}
          disabled={open > 0 || isEnding || approval !== null}
          aria-label={isNothing ? `Nothing found: cancel ${letter}` : `Done, ${letter}`}
          onClick={() => act(orderId, null)}
          {...nextMark}
        >
          {approval ? 'Waiting for approval' : isNothing ? 'Nothing found: cancel' : 'Done'}
        </Button>
      )}
      <BagLabel pick={pick} letter={letter} />
      {isUndoable(pick) && <UndoDone pick={pick} letter={letter} />}
    </li>
  )
}
