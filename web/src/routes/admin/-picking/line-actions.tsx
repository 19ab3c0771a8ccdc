import type { PickedLine } from '@kirana/contract/pick'
import { ArrowLeftRight, Check, CheckCheck, Minus, RotateCcw, Scale, Undo2 } from 'lucide-react'
import type { MouseEvent } from 'react'
import type { LineSetting } from '#/lib/outbox/pick-action.ts'
import { useLongPress } from '#/lib/browser/long-press.ts'
import { Button, IconButton } from '#/ui/button.tsx'
import { settledWords } from './facts.tsx'
import { MANY, isTouched, openPieces, withAllFound, withFound, withoutAnything, withPieces } from './model.ts'
import { leaveFocus, nextMark } from './next-focus.ts'

/** Replaces the Found button, so that an accidental second tap does nothing. */
const SettledWord = ({ state }: { state: keyof typeof settledWords }) => (
  <p
    aria-hidden
    className={`flex h-16 min-w-24 flex-1 items-center text-lg max-sm:min-w-40 font-semibold ${settledWords[state].tone}`}
  >
    {settledWords[state].word}
  </p>
)

/** The dialogs of a line. */
export type LineDialog = 'missing' | 'swap' | 'wish' | 'weigh' | 'figure'

type Props = {
  line: PickedLine
  onFind: (event: MouseEvent, found: (line: PickedLine) => LineSetting) => void
  /** Called after a long press on Found. */
  onFigure: () => void
  onSet: (setting: LineSetting) => void
  onOpen: (dialog: LineDialog) => void
}

/** The actions on the current line. */
export function LineActions({ line, onFind, onFigure, onSet, onOpen }: Props) {
  const longPress = useLongPress(onFigure)
  const rest = openPieces(line)
  const isOpen = line.state === 'open'
  const name = line.productTitle
  return (
    <div className="flex w-full flex-wrap items-center gap-2 sm:col-span-2 sm:col-start-2">
      {line.state === 'open' ? (
        <>
          <Button
            {...nextMark}
            {...longPress}
            size="large"
            className="h-16 min-w-40 flex-1 text-xl"
            aria-label={`Found, ${name}`}
            onMouseDown={leaveFocus}
            onClick={(event) => onFind(event, withFound)}
          >
            <Check aria-hidden className="size-7!" />
            Found
          </Button>
          {rest >= MANY && (
            <Button
              variant="outline"
              size="large"
              className="h-16 text-lg"
              aria-label={`All ${rest}, ${name}`}
              onMouseDown={leaveFocus}
              onClick={(event) => onFind(event, withAllFound)}
            >
              <CheckCheck aria-hidden className="size-5!" />
              All {rest}
            </Button>
          )}
          <IconButton
            label={`Missing, ${name}`}
            variant="outline"
            className="size-16!"
            onClick={() => onOpen('missing')}
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
          onClick={() => onOpen(line.ifMissing === 'refund' ? 'wish' : 'swap')}
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
          onClick={() => onOpen('weigh')}
        >
          <Scale aria-hidden className="size-5!" />
          {line.grams === null ? 'Weigh' : `${line.grams} g`}
        </Button>
      )}
      {line.found > 0 && (
        <Button
          variant="outline"
          size="large"
          className={isOpen ? 'h-16' : 'h-12'}
          aria-label={`Take one back, ${name}`}
          onClick={() => onSet(withPieces(line, line.found - 1))}
        >
          <Undo2 aria-hidden className="size-5!" />
          Take one back
        </Button>
      )}
      {isTouched(line) && (
        <Button
          variant="text"
          size="large"
          className={`ml-auto ${isOpen ? 'h-16' : 'h-12'}`}
          aria-label={`Start again, ${name}`}
          onClick={() => onSet(withoutAnything(line))}
        >
          <RotateCcw aria-hidden className="size-5!" />
          Start again
        </Button>
      )}
    </div>
  )
}
