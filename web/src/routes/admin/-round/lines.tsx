import { Check, ChevronRight } from 'lucide-react'
import { LinePicture } from '../-lists/line-picture.tsx'
import { DoneLines } from '../-picking/done-lines.tsx'
import { useSecondPress } from '#/lib/browser/second-press.ts'
import {
  type ChosenStop,
  currentStop,
  endsStop,
  isOpenStop,
  type RoundPick,
  sharesText,
  type Stop,
} from './model.ts'
import { RoundStop } from './stop.tsx'

type Props = {
  picks: readonly RoundPick[]
  stops: readonly Stop[]
  chosen: ChosenStop
  onChosen: (chosen: ChosenStop) => void
}

/** The stops of a round: the current one enlarged, the open ones as rows, the completed ones collapsed into one row. */
export function RoundLines({ picks, stops, chosen, onChosen }: Props) {
  const { mayPress, lineEnded } = useSecondPress()
  const current = currentStop(stops, chosen)
  const isShown = (stop: Stop) => isOpenStop(stop) || stop === current
  const done = stops.filter((stop) => !isShown(stop))
  const row = (stop: Stop) => (
    <RoundRow
      key={stop.item.variantId}
      stop={stop}
      onChoose={() => onChosen({ variantId: stop.item.variantId, isPinned: !isOpenStop(stop) })}
    />
  )
  return (
    <>
      <ul
        aria-label="Items to pick"
        className="card min-w-0 divide-y divide-line overflow-clip empty:hidden [&_:is(a,button)]:scroll-mt-20 [&_:is(a,button)]:scroll-mb-52"
      >
        {stops.filter(isShown).map((stop) =>
          stop === current ? (
            <RoundStop
              key={stop.item.variantId}
              stop={stop}
              pickOf={({ orderId }) => {
                const { phone = '', before = 0 } = picks.find((pick) => pick.orderId === orderId) ?? {}
                return { phone, before }
              }}
              mayPress={mayPress}
              onSet={(settings) => {
                if (endsStop(stop, settings)) lineEnded()
                onChosen({ variantId: stop.item.variantId, isPinned: false })
              }}
            />
          ) : (
            row(stop)
          ),
        )}
      </ul>
      <DoneLines count={done.length}>{done.map(row)}</DoneLines>
    </>
  )
}

/** A stop that is not the current one, as a row. A press makes it the current one. */
function RoundRow({ stop, onChoose }: { stop: Stop; onChoose: () => void }) {
  const { productTitle: name, productQuantity, productImage, shelf } = stop.item
  const isOpen = isOpenStop(stop)
  return (
    <li
      aria-label={name}
      data-state={isOpen ? 'open' : 'found'}
      className="[contain-intrinsic-size:auto_2.75rem] [content-visibility:auto]"
    >
      <button
        type="button"
        className="flex min-h-11 w-full flex-wrap items-center gap-x-3 px-2 text-left hover:bg-sunken sm:px-3 dark:hover:bg-raised"
        onClick={onChoose}
      >
        <span className="numbers w-12 shrink-0 truncate font-bold" title={shelf}>
          {shelf || '–'}
        </span>
        {isOpen && <LinePicture file={productImage} size="size-9" />}
        {/* The pack size does not wrap, because it distinguishes two rows of one product. */}
        <span className="flex min-w-20 flex-1 flex-wrap gap-x-1.5 py-1">
          <span className="line-clamp-2">{name}</span>{' '}
          <span className="whitespace-nowrap text-muted">{productQuantity}</span>
        </span>
        {!isOpen && <Check aria-label="done" size={16} className="shrink-0 text-ok" />}
        <span className="numbers font-bold whitespace-nowrap">{sharesText(stop)}</span>
        <ChevronRight aria-hidden size={16} className="shrink-0 text-muted" />
      </button>
    </li>
  )
}
