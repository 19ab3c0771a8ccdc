import type { OrderPick, PickedLine } from '@kirana/contract/pick'
import { ArrowLeftRight, Check, Minus, Phone, RotateCcw, Scale } from 'lucide-react'
import { memo, useState, type MouseEvent } from 'react'
import { formatDay } from '@kirana/domain/calendar'
import { rupees } from '#/lib/format.ts'
import { afterPaint } from '#/lib/browser/after-paint.ts'
import type { LineSetting } from '#/lib/outbox/pick-action.ts'
import { act } from '#/lib/outbox/picks.ts'
import { Badge } from '#/components/tables/badges.tsx'
import { Button, IconButton } from '#/ui/button.tsx'
import { LinePicture } from '../-lists/line-picture.tsx'
import { MissingDialog } from './missing.tsx'
import { isTouched, lineAfter, openPieces, withFound, withoutAnything } from './model.ts'
import { nextMark } from './next-focus.ts'
import { SwapDialog } from './swap.tsx'
import { WeighDialog } from './weigh.tsx'

type Props = Pick<OrderPick, 'orderId' | 'phone' | 'before'> & { line: PickedLine; isMine: boolean }

const edges = {
  open: 'border-l-line-strong',
  found: 'border-l-ok',
  weighed: 'border-l-ok',
  short: 'border-l-bad',
  swapped: 'border-l-info',
}

const settledWords = {
  found: { word: 'Found', tone: 'text-ok' },
  weighed: { word: 'Weighed', tone: 'text-ok' },
  short: { word: 'Missing', tone: 'text-bad' },
  swapped: { word: 'Swapped', tone: 'text-info' },
}

/** Takes the place of the Found button, so that an accidental second tap does nothing. */
const SettledWord = ({ state }: { state: keyof typeof settledWords }) => (
  <p
    aria-hidden
    className={`flex h-16 min-w-24 flex-1 items-center text-lg max-sm:min-w-40 font-semibold ${settledWords[state].tone}`}
  >
    {settledWords[state].word}
  </p>
)

/** A pointer does not move the focus: removing a focused button adds a third to the time of a press. */
const leaveFocus = (event: MouseEvent) => event.preventDefault()

/**
 * One item: a press on Found for each piece; what is missing, replaced or weighed beside it. Memoized, since an order may have
 * a hundred. It shows a press before the bill and the queue do, and keeps its height so that the next line stays in place.
 */
export const PickLineCard = memo(function PickLineCard({
  orderId,
  phone,
  before,
  line: known,
  isMine,
}: Props) {
  const [pressed, setPressed] = useState<PickedLine | null>(null)
  const line = pressed ?? known
  const [open, setOpen] = useState<'missing' | 'swap' | 'weigh' | null>(null)
  const rest = openPieces(line)
  const isOpen = line.state === 'open'
  const name = line.productTitle
  const close = () => setOpen(null)
  const set = (setting: LineSetting) => {
    close()
    act(orderId, setting)
  }
  const find = ({ detail }: MouseEvent) => {
    const setting = withFound(line)
    const isByKeyboard = detail === 0
    // The focus must move at once: the next Enter may follow in the same frame.
    if (isByKeyboard) return set(setting)
    const after = lineAfter(line, setting)
    setPressed(after)
    afterPaint(() => {
      set(setting)
      setPressed((latest) => (latest === after ? null : latest))
    })
  }
  return (
    <li
      aria-label={name}
      data-state={line.state}
      className={`card [contain-intrinsic-size:auto_10rem] [content-visibility:auto] grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-3 border-l-8 p-3 sm:gap-x-4 sm:p-4 ${edges[line.state]} ${isOpen ? '' : 'bg-sunken'}`}
    >
      <div className="relative self-start sm:row-span-2">
        <LinePicture file={line.productImage} size="size-20 sm:size-28" />
        {line.shelf && (
          <span className="absolute -top-2 -left-2 rounded-control bg-ink px-2 py-0.5 text-lg font-bold wrap-anywhere text-canvas">
            {line.shelf}
          </span>
        )}
      </div>
      <div className="min-w-0">
        <h2 className="line-clamp-3 text-lg font-semibold break-words sm:text-xl">{name}</h2>
        <p className="numbers mt-0.5 text-muted">
          {line.productQuantity} · {rupees(line.price)}
        </p>
        <Facts line={line} phone={phone} />
      </div>
      <p
        className="numbers text-right leading-none font-bold"
        aria-label={`${line.found} of ${line.ordered} found`}
      >
        <span
          className={`text-5xl sm:text-6xl ${isOpen && line.found === 0 ? 'text-ink' : line.found === line.ordered ? 'text-ok' : ''}`}
        >
          {line.found > 0 || !isOpen ? line.found : line.ordered}
        </span>
        {(line.found > 0 || !isOpen) && <span className="text-2xl text-muted">/{line.ordered}</span>}
      </p>
      {isMine && (
        <div className="col-span-full flex flex-wrap items-center gap-2 sm:col-span-2 sm:col-start-2">
          {line.state === 'open' ? (
            <>
              <Button
                {...nextMark}
                size="large"
                className="h-16 min-w-40 flex-1 text-xl"
                aria-label={`Found, ${name}`}
                onMouseDown={leaveFocus}
                onClick={find}
              >
                <Check aria-hidden className="size-7!" />
                Found
              </Button>
              <IconButton
                label={`Missing, ${name}`}
                variant="outline"
                className="size-16!"
                onClick={() => setOpen('missing')}
              >
                <Minus aria-hidden className="size-7!" />
              </IconButton>
            </>
          ) : (
            <SettledWord state={line.state} />
          )}
          {line.found < line.ordered && line.state !== 'swapped' && (
            <Button
              variant="outline"
              size="large"
              className={isOpen ? 'h-16 max-sm:flex-1' : 'h-12'}
              aria-label={`Swap, ${name}`}
              onClick={() => setOpen('swap')}
            >
              <ArrowLeftRight aria-hidden className="size-5!" />
              Swap
            </Button>
          )}
          {line.weight !== null && line.state !== 'swapped' && line.found + rest > 0 && (
            <Button
              variant="outline"
              size="large"
              className={isOpen ? 'h-16 max-sm:flex-1' : 'h-12'}
              aria-label={line.grams === null ? `Weigh, ${name}` : `${line.grams} g, weigh again, ${name}`}
              onClick={() => setOpen('weigh')}
            >
              <Scale aria-hidden className="size-5!" />
              {line.grams === null ? 'Weigh' : `${line.grams} g`}
            </Button>
          )}
          {isTouched(line) && (
            <Button
              variant="text"
              size="large"
              className={`ml-auto ${isOpen ? 'h-16' : 'h-12'}`}
              aria-label={`Start again, ${name}`}
              onClick={() => set(withoutAnything(line))}
            >
              <RotateCcw aria-hidden className="size-5!" />
              Start again
            </Button>
          )}
        </div>
      )}
      {open === 'missing' && <MissingDialog line={line} rest={rest} onClose={close} onSet={set} />}
      {open === 'weigh' && <WeighDialog line={line} onClose={close} onSet={set} />}
      {open === 'swap' && (
        <SwapDialog orderId={orderId} phone={phone} before={before} line={line} onClose={close} onSet={set} />
      )}
    </li>
  )
})

const wishes = { swap: 'If missing: swap', refund: 'If missing: refund', call: 'If missing: call' }

/** What the customer wants, which pieces go first, and what became of the line. */
function Facts({ line, phone }: { line: PickedLine; phone: string }) {
  const { ifMissing, nextExpiry, short, reason, swap } = line
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2 empty:hidden">
      {ifMissing !== '' && <Badge tone="info">{wishes[ifMissing]}</Badge>}
      {ifMissing === 'call' && line.state === 'open' && (
        <a
          href={`tel:${phone}`}
          className="inline-flex min-h-11 items-center gap-1.5 underline underline-offset-2"
        >
          <Phone aria-hidden size={16} />
          Call
        </a>
      )}
      {nextExpiry && line.state === 'open' && (
        <Badge tone="warn">{`First those of ${formatDay(nextExpiry)}`}</Badge>
      )}
      {short > 0 && <Badge tone="bad">{`${short} missing${reason ? `: ${reason}` : ''}`}</Badge>}
      {swap && (
        <p className="w-full font-medium break-words text-info">
          Instead {swap.quantity} × {swap.productTitle}, {swap.productQuantity}
          <span className="numbers"> for {rupees(swap.totalPrice)}</span>
          {swap.agreed !== null && ', as the customer agreed'}
        </p>
      )}
    </div>
  )
}
