import type { OrderPick, PickedLine } from '@kirana/contract/pick'
import { useState, type KeyboardEvent, type MouseEvent } from 'react'
import { rupees } from '#/lib/format.ts'
import { afterPaint } from '#/lib/browser/after-paint.ts'
import { afterQuiet } from '#/lib/browser/keys.ts'
import { useLongPress } from '#/lib/browser/long-press.ts'
import type { LineSetting } from '#/lib/outbox/pick-action.ts'
import { act } from '#/lib/outbox/picks.ts'
import { createStore, useStore } from '#/lib/store.ts'
import { Either } from '#/ui/alert.tsx'
import { LinePicture } from '../-lists/line-picture.tsx'
import { Facts } from './facts.tsx'
import { FigureDialog } from './figure.tsx'
import { LineActions, type LineDialog } from './line-actions.tsx'
import { MissingDialog } from './missing.tsx'
import { lineAfter, openPieces, settingOf } from './model.ts'
import { SwapDialog } from './swap.tsx'
import { WeighDialog } from './weigh.tsx'

type Props = Pick<OrderPick, 'orderId' | 'phone' | 'before'> & {
  line: PickedLine
  /** False right after a press that completed a line. */
  mayPress: () => boolean
  /** Called with the changed line before it is stored. */
  onSet: (after: PickedLine) => void
}

const edges = {
  open: 'border-l-line-strong',
  found: 'border-l-ok',
  weighed: 'border-l-ok',
  short: 'border-l-bad',
  swapped: 'border-l-info',
}

/**
 * The current line: a press on Found for each piece, and buttons for missing, replaced and weighed pieces. A press
 * first changes the count, and one frame later everything else, because rendering the whole line would delay the
 * response to the press.
 */
export function CurrentLine({ orderId, phone, before, line, mayPress, onSet }: Props) {
  const [pressed] = useState(() => createStore<readonly PickedLine[]>([]))
  const [open, setOpen] = useState<LineDialog | null>(null)
  const [typed, setTyped] = useState('')
  const name = line.productTitle
  const close = () => setOpen(null)
  const store = (after: PickedLine) => {
    onSet(after)
    act(orderId, settingOf(after))
  }
  const storePressed = () => {
    const waiting = pressed.get()
    pressed.set([])
    for (const after of waiting) store(after)
  }
  const set = (setting: LineSetting) => {
    close()
    storePressed()
    store(lineAfter(line, setting))
  }
  const enter = (figure: string) => {
    setTyped(figure)
    setOpen('figure')
  }
  /** A digit on the count opens the number dialog, unless it is the first key of a scan. */
  const onCountKey = ({ key }: KeyboardEvent) => {
    if (/^\d$/.test(key)) afterQuiet(() => enter(key))
  }
  const enterFound = () => enter(String(line.found))
  const find = ({ detail }: MouseEvent, found: (line: PickedLine) => LineSetting) => {
    const latest = pressed.get().at(-1) ?? line
    if (!mayPress() || latest.state !== 'open') return
    pressed.set([...pressed.get(), lineAfter(latest, found(latest))])
    // After a press by keyboard (`detail` 0) the focus must move immediately, because the next Enter may follow in the
    // same frame.
    if (detail === 0) storePressed()
    else afterPaint(storePressed)
  }
  return (
    <li
      aria-label={name}
      aria-current="step"
      data-state={line.state}
      className={`flex flex-wrap items-center gap-x-3 gap-y-3 border-l-8 p-3 sm:grid sm:grid-cols-[auto_minmax(0,1fr)_auto] sm:gap-x-4 sm:p-4 ${edges[line.state]} ${line.state === 'open' ? '' : 'bg-sunken'}`}
    >
      <div className="relative self-start sm:row-span-2">
        <LinePicture file={line.productImage} size="size-20 sm:size-28" />
        {line.shelf && (
          <span className="absolute -top-2 -left-2 rounded-control bg-ink px-2 py-0.5 text-lg font-bold wrap-anywhere text-canvas">
            {line.shelf}
          </span>
        )}
      </div>
      <div className="min-w-20 flex-1">
        <h2 className="text-lg font-semibold break-words sm:text-2xl">{name}</h2>
        <p className="numbers mt-0.5 text-muted">
          {line.productQuantity} · {rupees(line.price)}
        </p>
        <Facts line={line} phone={phone} />
      </div>
      <Count line={line} pressed={pressed} onFigure={enterFound} onKeyDown={onCountKey} />
      <LineActions line={line} onFind={find} onFigure={enterFound} onSet={set} onOpen={setOpen} />
      {open === 'missing' && (
        <MissingDialog line={line} rest={openPieces(line)} onClose={close} onSet={set} />
      )}
      {open === 'wish' && (
        <Either
          open
          onOpenChange={close}
          title="The customer wants a refund for what is missing"
          description="Swap it only if they agree."
          first="Refund"
          onFirst={() => setOpen('missing')}
          second="Swap anyway"
          onSecond={() => setOpen('swap')}
        />
      )}
      {open === 'figure' && <FigureDialog line={line} typed={typed} onClose={close} onSet={set} />}
      {open === 'weigh' && <WeighDialog line={line} onClose={close} onSet={set} />}
      {open === 'swap' && (
        <SwapDialog orderId={orderId} phone={phone} before={before} line={line} onClose={close} onSet={set} />
      )}
    </li>
  )
}

type CountProps = {
  line: PickedLine
  /** The states of the line after each press that is not stored yet. */
  pressed: Pick<ReturnType<typeof createStore<readonly PickedLine[]>>, 'get' | 'subscribe'>
  onFigure: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** The number of found pieces. A press on it asks for a number. */
function Count({ line: known, pressed, onFigure, onKeyDown }: CountProps) {
  const line = useStore(pressed, (waiting) => waiting.at(-1)) ?? known
  const longPress = useLongPress(onFigure)
  const isBegun = line.found > 0 || line.state !== 'open'
  return (
    <button
      type="button"
      className="numbers -m-2 self-start rounded-control p-2 text-right leading-none font-bold hover:bg-sunken"
      aria-label={`${line.found} of ${line.ordered} found`}
      title="Enter a figure"
      {...longPress}
      onClick={onFigure}
      onKeyDown={onKeyDown}
    >
      <span
        className={`text-5xl sm:text-6xl ${!isBegun ? 'text-ink' : line.found === line.ordered ? 'text-ok' : ''}`}
      >
        {isBegun ? line.found : line.ordered}
      </span>
      {/* Invisible instead of absent, so that the first press does not rewrap the name and move the buttons. */}
      <span className={`text-2xl text-muted ${isBegun ? '' : 'invisible'}`}>/{line.ordered}</span>
    </button>
  )
}
