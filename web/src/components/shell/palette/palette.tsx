import { Dialog } from '@base-ui/react/dialog'
import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useDeferredValue, useId, useRef, useState, type KeyboardEvent } from 'react'
import { backdropClass } from '#/ui/dialog.tsx'
import { usePaletteResults, type PaletteResult } from './palette-results.ts'
import type { ScreenGroup } from '#/components/shell/menu/screens.ts'

type Props = { open: boolean; onOpenChange: (open: boolean) => void; groups: readonly ScreenGroup[] }

/** Command palette: finds screens, customers, orders and products. */
export function Palette({ open, onOpenChange, groups }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropClass} />
        <Dialog.Popup
          initialFocus={input}
          className="fixed top-[12dvh] left-1/2 z-50 w-[calc(100vw-2rem)] max-w-140 -translate-x-1/2 overflow-hidden rounded-2xl border border-line-strong bg-raised text-ink shadow-dialog transition-opacity duration-100 data-ending-style:opacity-0"
        >
          <Dialog.Title className="sr-only">Jump to a screen</Dialog.Title>
          <Finder groups={groups} input={input} onChosen={() => onOpenChange(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type FinderProps = {
  groups: readonly ScreenGroup[]
  input: { current: HTMLInputElement | null }
  onChosen: () => void
}

function Finder({ groups, input, onChosen }: FinderProps) {
  const id = useId()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const { results, isSearching } = usePaletteResults(text.trim(), groups)
  // Renders the field first, so that it takes keys before the many results are rendered.
  const isDrawn = useDeferredValue(true, false)
  const listed = isDrawn ? results : []
  const choose = (result: PaletteResult | undefined) => {
    if (!result) return
    onChosen()
    void navigate({ href: result.to })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && results.length > 0) {
      event.preventDefault()
      const next = (at + step + results.length) % results.length
      setAt(next)
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter') {
      event.preventDefault()
      choose(results[at])
    }
  }
  return (
    <>
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Search aria-hidden size={18} className="shrink-0 text-muted" />
        <input
          ref={input}
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={listed[at] ? `${id}-${at}` : undefined}
          aria-label="Jump to a screen"
          placeholder="Jump to…"
          autoComplete="off"
          className="h-13 min-w-0 flex-1 bg-transparent text-lg outline-none"
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <ul
        id={`${id}-list`}
        role="listbox"
        aria-label="Screens, customers, orders and products"
        className="max-h-[50dvh] overflow-y-auto p-1.5"
      >
        {listed.map(({ name, heading, icon: Icon, to }, index) => (
          <li
            key={to}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            className={`flex min-h-10 cursor-default items-center gap-3 rounded-lg px-3 coarse:min-h-11 ${index === at ? 'bg-brand-soft text-brand-soft-ink' : ''}`}
            onPointerMove={() => setAt(index)}
            onClick={() => choose(listed[index])}
          >
            <Icon aria-hidden size={16} className="shrink-0" />
            <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
            <span className={`text-xs ${index === at ? '' : 'text-muted'}`}>{heading}</span>
          </li>
        ))}
      </ul>
      {results.length === 0 && !isSearching && <p className="px-4 pb-4 text-muted">No data found</p>}
    </>
  )
}
