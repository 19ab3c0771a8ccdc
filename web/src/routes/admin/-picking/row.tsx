import type { PickedLine } from '@kirana/contract/pick'
import { Check, ChevronRight } from 'lucide-react'
import { memo } from 'react'
import { LinePicture } from '../-lists/line-picture.tsx'
import { Facts, settledWords } from './facts.tsx'

type Props = { line: PickedLine; onChoose: (line: PickedLine) => void }

/** A line that is not the current one, as a row. A press makes it the current one. */
export const PickRow = memo(function PickRow({ line, onChoose }: Props) {
  const { productTitle: name, shelf, found, ordered, state } = line
  const isOpen = state === 'open'
  return (
    <li
      aria-label={name}
      data-state={state}
      className="[contain-intrinsic-size:auto_2.75rem] [content-visibility:auto]"
    >
      <button
        type="button"
        className="flex min-h-11 w-full flex-wrap items-center gap-x-3 px-2 text-left hover:bg-sunken sm:px-3 dark:hover:bg-raised"
        onClick={() => onChoose(line)}
      >
        <span className="numbers w-12 shrink-0 truncate font-bold" title={shelf}>
          {shelf || '–'}
        </span>
        {isOpen && <LinePicture file={line.productImage} size="size-9" />}
        <span className="min-w-20 flex-1 py-1">
          {/* The pack size does not wrap, because it distinguishes two rows of one product. */}
          <span className={isOpen ? 'flex flex-wrap gap-x-1.5' : 'block break-words'}>
            <span className={isOpen ? 'line-clamp-2' : ''}>{name}</span>{' '}
            <span className="whitespace-nowrap text-muted">{line.productQuantity}</span>
          </span>
          {!isOpen && <Facts line={line} phone="" />}
        </span>
        {!isOpen && (
          <span className={`flex items-center gap-1 text-sm ${settledWords[state].tone}`}>
            <Check aria-hidden size={15} />
            {settledWords[state].word}
          </span>
        )}
        <span className="numbers text-lg font-bold" aria-label={`${found} of ${ordered} found`}>
          {isOpen && found === 0 ? ordered : `${found}/${ordered}`}
        </span>
        <ChevronRight aria-hidden size={16} className="shrink-0 text-muted" />
      </button>
    </li>
  )
})
