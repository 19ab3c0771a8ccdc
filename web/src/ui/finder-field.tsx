import { X } from 'lucide-react'
import { useId, useState, type KeyboardEvent } from 'react'
import { Field } from './field.tsx'

export type Option = { value: string; label: string }

type Props = {
  label: string
  placeholder?: string
  /** The label of the selected option; '' if none is selected. */
  chosen: string
  /** Called with the selected option, or with null when the field is cleared. */
  onChoose: (option: Option | null) => void
  /** Called with the typed text. The caller loads the options for it. */
  onText: (text: string) => void
  options: readonly Option[]
  /** Whether the options still belong to an earlier text. */
  isSearching: boolean
}

/** Selects one option by typing a part of it. The caller loads the options. */
export function FinderField({ label, placeholder, chosen, onChoose, onText, options, isSearching }: Props) {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [at, setAt] = useState(0)
  const isOpen = typed !== null && typed.trim() !== '' && (options.length > 0 || !isSearching)
  const type = (text: string | null) => {
    setTyped(text)
    setAt(0)
    onText(text ?? '')
  }
  const choose = (option: Option | null) => {
    type(null)
    onChoose(option)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && isOpen && options.length > 0) {
      event.preventDefault()
      setAt((at + step + options.length) % options.length)
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault()
      const option = options[at]
      if (option && !isSearching) choose(option)
    } else if (event.key === 'Escape' && typed !== null) {
      event.preventDefault()
      type(null)
    }
  }
  return (
    <Field label={label}>
      {(wiring) => (
        <div className="relative">
          <input
            {...wiring}
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={`${id}-list`}
            aria-activedescendant={isOpen && options[at] ? `${id}-${at}` : undefined}
            aria-autocomplete="list"
            autoComplete="off"
            className="field pr-9"
            placeholder={placeholder}
            maxLength={100}
            value={typed ?? chosen}
            onChange={({ target }) => (target.value === '' ? choose(null) : type(target.value))}
            onKeyDown={onKeyDown}
            onBlur={() => type(null)}
          />
          {(typed ?? chosen) !== '' && (
            <button
              type="button"
              aria-label={`Clear ${label}`}
              className="absolute inset-y-0 right-0 grid w-9 place-items-center rounded-control text-muted hover:text-ink coarse:w-11"
              onClick={() => choose(null)}
            >
              <X aria-hidden size={16} />
            </button>
          )}
          <ul
            id={`${id}-list`}
            role="listbox"
            aria-label={`${label}: found`}
            hidden={!isOpen || options.length === 0}
            className="absolute inset-x-0 top-full z-20 mt-1 max-h-72 overflow-y-auto rounded-xl border border-line bg-raised p-1 shadow-float"
          >
            {options.map((option, index) => (
              <li
                key={option.value}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === at}
                className={`flex min-h-9 cursor-default items-center rounded-lg px-2.5 text-sm coarse:min-h-11 ${index === at ? 'bg-sunken dark:bg-line' : ''}`}
                onPointerMove={() => setAt(index)}
                // Keeps the focus in the field, because losing it would close the list.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choose(option)}
              >
                {option.label}
              </li>
            ))}
          </ul>
          {isOpen && options.length === 0 && (
            <p
              role="status"
              className="absolute inset-x-0 top-full z-20 mt-1 rounded-xl border border-line bg-raised px-3 py-2 text-sm text-muted shadow-float"
            >
              No data found
            </p>
          )}
        </div>
      )}
    </Field>
  )
}
