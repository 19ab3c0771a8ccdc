import type { OrderPick } from '@kirana/contract/pick'
import { ArrowLeftRight, Check, CheckCheck, Minus, RotateCcw, Scale, Undo2 } from 'lucide-react'
import { useState, type MouseEvent } from 'react'
import { rupees } from '#/lib/format.ts'
import type { LineSetting } from '#/lib/outbox/pick-action.ts'
import { act } from '#/lib/outbox/picks.ts'
import { createStore } from '#/lib/store.ts'
import { Either } from '#/ui/alert.tsx'
import { afterPaint } from '#/lib/browser/after-paint.ts'
import { useLongPress } from '#/lib/browser/long-press.ts'
import { Button, IconButton } from '#/ui/button.tsx'
import { Dialog, DialogBody } from '#/ui/dialog.tsx'
import { LinePicture } from '../-lists/line-picture.tsx'
import { FigureDialog } from '../-picking/figure.tsx'
import { Letter } from './letter.tsx'
import { MissingDialog } from '../-picking/missing.tsx'
import {
  MANY,
  isTouched,
  openPieces,
  withAllFound,
  withFound,
  withoutAnything,
  withPieces,
} from '../-picking/model.ts'
import { leaveFocus, nextMark } from '../-picking/next-focus.ts'
import { openAt, openShares, type Share, type ShareSetting, stopAfter, type Stop } from './model.ts'
import { Shares } from './shares.tsx'
import { SwapDialog } from '../-picking/swap.tsx'
import { WeighDialog } from '../-picking/weigh.tsx'

/** Actions for one order of a stop. If several orders are possible, the user selects one. */
const deeds = {
  missing: { title: 'Missing for which order?', fits: (share: Share) => share.state === 'open' },
  swap: {
    title: 'Swap for which order?',
    fits: (share: Share) => share.found < share.ordered && share.state !== 'swapped',
  },
  weigh: {
    title: 'Weigh for which order?',
    fits: (share: Share) =>
      share.weight !== null && share.state !== 'swapped' && share.found + openPieces(share) > 0,
  },
  back: { title: 'Take one back from which order?', fits: (share: Share) => share.found > 0 },
  again: { title: 'Start again for which order?', fits: isTouched },
}
type Deed = keyof typeof deeds

type Props = {
  stop: Stop
  pickOf: (share: Share) => Pick<OrderPick, 'phone' | 'before'>
  /** False right after a press that completed a stop. */
  mayPress: () => boolean
  /** Called with all settings of a press before they are stored. */
  onSet: (settings: readonly ShareSetting[]) => void
}

type Opened = { deed: Deed | 'wish' | 'figure'; share: Share }

/**
 * The current stop. Each press on Found counts a piece for the first order that lacks one. As with a single order, the
 * counts change one frame before the rest.
 */
export function RoundStop({ stop, pickOf, mayPress, onSet }: Props) {
  const [pressed] = useState(() => createStore<readonly ShareSetting[]>([]))
  const [asked, setAsked] = useState<Deed | null>(null)
  const [opened, setOpened] = useState<Opened | null>(null)
  const { item, shares } = stop
  const [next] = openShares(stop)
  const name = item.productTitle
  const close = () => {
    setAsked(null)
    setOpened(null)
  }
  const store = (settings: readonly ShareSetting[]) => {
    onSet(settings)
    for (const { share, setting } of settings) act(share.orderId, setting)
  }
  const storePressed = () => {
    const waiting = pressed.get()
    pressed.set([])
    if (waiting.length > 0) store(waiting)
  }
  const set = (share: Share, setting: LineSetting) => {
    close()
    storePressed()
    store([{ share, setting }])
  }
  const perform = (deed: Deed, share: Share) => {
    setAsked(null)
    if (deed === 'back') set(share, withPieces(share, share.found - 1))
    else if (deed === 'again') set(share, withoutAnything(share))
    else setOpened({ deed: deed === 'swap' && share.ifMissing === 'refund' ? 'wish' : deed, share })
  }
  const ask = (deed: Deed) => {
    const [only, ...others] = shares.filter(deeds[deed].fits)
    if (only && others.length === 0) perform(deed, only)
    else setAsked(deed)
  }
  const find = ({ detail }: MouseEvent, isAll: boolean) => {
    if (!mayPress()) return
    const open = openShares(stopAfter(stop, pressed.get()))
    const found = isAll
      ? open.map((share) => ({ share, setting: withAllFound(share) }))
      : open.slice(0, 1).map((share) => ({ share, setting: withFound(share) }))
    pressed.set([...pressed.get(), ...found])
    // After a press by keyboard (`detail` 0) the focus must move immediately, because the next Enter may follow in the
    // same frame.
    if (detail === 0) storePressed()
    else afterPaint(storePressed)
  }
  return (
    <li
      aria-label={name}
      aria-current="step"
      data-state={next ? 'open' : 'found'}
      className={`flex flex-wrap items-start gap-x-3 gap-y-3 border-l-8 p-3 sm:grid sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-x-4 sm:p-4 ${next ? 'border-l-line-strong' : 'border-l-ok bg-sunken'}`}
    >
      <div className="relative sm:row-span-3">
        <LinePicture file={item.productImage} size="size-20 sm:size-28" />
        {item.shelf && (
          <span className="absolute -top-2 -left-2 rounded-control bg-ink px-2 py-0.5 text-lg font-bold wrap-anywhere text-canvas">
            {item.shelf}
          </span>
        )}
      </div>
      <div className="min-w-20 flex-1">
        <h2 className="text-lg font-semibold break-words sm:text-2xl">{name}</h2>
        <p className="numbers mt-0.5 text-muted">
          {item.productQuantity} · {rupees(item.price)}
        </p>
      </div>
      <Shares stop={stop} pressed={pressed} pickOf={pickOf} />
      <div className="flex w-full flex-wrap items-center gap-2 sm:col-start-2">
        {next && (
          <FindButtons
            stop={stop}
            next={next}
            onFind={find}
            onFigure={() => setOpened({ deed: 'figure', share: next })}
            onMissing={() => ask('missing')}
          />
        )}
        {others.map(({ deed, label, icon, variant }) =>
          shares.some(deeds[deed].fits) ? (
            <Button
              key={deed}
              variant={variant}
              size="large"
              className={`${next ? 'h-16' : 'h-12'} ${positions[variant]}`}
              aria-label={`${label}, ${name}`}
              onClick={() => ask(deed)}
            >
              {icon}
              {label}
            </Button>
          ) : null,
        )}
      </div>
      {asked && (
        <WhichOrder
          title={deeds[asked].title}
          name={name}
          shares={shares.filter(deeds[asked].fits)}
          onClose={close}
          onChoose={(share) => perform(asked, share)}
        />
      )}
      {opened && (
        <ShareDialog {...opened} pick={pickOf(opened.share)} onOpen={setOpened} onClose={close} onSet={set} />
      )}
    </li>
  )
}

const others = [
  { deed: 'swap', label: 'Swap', icon: <ArrowLeftRight aria-hidden />, variant: 'outline' },
  { deed: 'weigh', label: 'Weigh', icon: <Scale aria-hidden />, variant: 'outline' },
  { deed: 'back', label: 'Take one back', icon: <Undo2 aria-hidden />, variant: 'outline' },
  { deed: 'again', label: 'Start again', icon: <RotateCcw aria-hidden />, variant: 'text' },
] as const
const positions = { outline: 'max-sm:flex-1', text: 'ml-auto' }

type FindProps = {
  stop: Stop
  next: Share
  onFind: (event: MouseEvent, isAll: boolean) => void
  /** Called after a long press on Found. */
  onFigure: () => void
  onMissing: () => void
}

function FindButtons({ stop, next, onFind, onFigure, onMissing }: FindProps) {
  const longPress = useLongPress(onFigure)
  const name = stop.item.productTitle
  const rest = openAt(stop)
  return (
    <>
      <Button
        {...nextMark}
        {...longPress}
        size="large"
        className="h-16 min-w-40 flex-1 text-xl"
        aria-label={`Found for ${next.letter}, ${name}`}
        onMouseDown={leaveFocus}
        onClick={(event) => onFind(event, false)}
      >
        <Check aria-hidden className="size-7!" />
        Found for {next.letter}
      </Button>
      {rest >= MANY && (
        <Button
          variant="outline"
          size="large"
          className="h-16 text-lg"
          aria-label={`All ${rest}, ${name}`}
          onMouseDown={leaveFocus}
          onClick={(event) => onFind(event, true)}
        >
          <CheckCheck aria-hidden className="size-5!" />
          All {rest}
        </Button>
      )}
      <IconButton label={`Missing, ${name}`} variant="outline" className="size-16!" onClick={onMissing}>
        <Minus aria-hidden className="size-7!" />
      </IconButton>
    </>
  )
}

type WhichProps = {
  title: string
  name: string
  shares: readonly Share[]
  onClose: () => void
  onChoose: (share: Share) => void
}

/** Asks for which order the action is. */
const WhichOrder = ({ title, name, shares, onClose, onChoose }: WhichProps) => (
  <Dialog open onOpenChange={onClose} title={title} description={name}>
    <DialogBody className="flex flex-col gap-2">
      {shares.map((share) => (
        <Button
          key={`${share.letter} ${share.line}`}
          variant="outline"
          className="min-h-16 justify-start! text-xl"
          aria-label={`Order ${share.letter}: ${share.found} of ${share.ordered} found`}
          onClick={() => onChoose(share)}
        >
          <Letter letter={share.letter} />
          <span className="numbers">
            {share.found} of {share.ordered} found
          </span>
        </Button>
      ))}
    </DialogBody>
  </Dialog>
)

type ShareDialogProps = {
  deed: Opened['deed']
  share: Share
  pick: Pick<OrderPick, 'phone' | 'before'>
  onOpen: (opened: { deed: Deed; share: Share }) => void
  onClose: () => void
  onSet: (share: Share, setting: LineSetting) => void
}

/** The dialogs of a line, for one order of a round. */
function ShareDialog({ deed, share, pick, onOpen, onClose, onSet }: ShareDialogProps) {
  const line = { ...share, productTitle: `${share.productTitle} for ${share.letter}` }
  const set = (setting: LineSetting) => onSet(share, setting)
  if (deed === 'missing')
    return <MissingDialog line={line} rest={openPieces(share)} onClose={onClose} onSet={set} />
  if (deed === 'weigh') return <WeighDialog line={line} onClose={onClose} onSet={set} />
  if (deed === 'figure')
    return <FigureDialog line={line} typed={String(share.found)} onClose={onClose} onSet={set} />
  if (deed === 'swap')
    return <SwapDialog orderId={share.orderId} {...pick} line={line} onClose={onClose} onSet={set} />
  return (
    <Either
      open
      onOpenChange={onClose}
      title="The customer wants a refund for what is missing"
      description="Swap it only if they agree."
      first="Refund"
      onFirst={() => onOpen({ deed: 'missing', share })}
      second="Swap anyway"
      onSecond={() => onOpen({ deed: 'swap', share })}
    />
  )
}
