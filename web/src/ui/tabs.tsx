import { useId, type KeyboardEvent, type ReactNode } from 'react'

type Tab<T extends string> = { value: T; label: string; content: ReactNode }

type Props<T extends string> = {
  label: string
  value: T
  onChange: (value: T) => void
  tabs: readonly Tab<T>[]
}

const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }

/** Arrow keys move the focus between tabs and wrap around; Enter or Space selects. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = steps[event.key]
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const here = buttons.findIndex((button) => button === document.activeElement)
  if (step === undefined || here < 0) return
  event.preventDefault()
  buttons.at((here + step) % buttons.length)?.focus()
}

/** Tabs controlled by the caller, so that the URL can contain the selected one. */
export function Tabs<T extends string>({ label, value, onChange, tabs }: Props<T>) {
  const id = useId()
  return (
    <>
      <div
        role="tablist"
        aria-label={label}
        data-chrome
        onKeyDown={moveFocus}
        className="sticky top-0 z-10 flex border-b border-line bg-surface sm:gap-1"
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={tab.value === value ? `${id}-panel` : undefined}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            className="-mb-px min-h-10 border-b-2 border-transparent px-3 py-1.5 font-medium text-muted transition-colors hover:text-ink aria-selected:border-brand aria-selected:text-ink max-sm:flex-1 max-sm:px-1 max-sm:text-sm coarse:min-h-11"
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs
        .filter((tab) => tab.value === value)
        .map((tab) => (
          <div
            key={tab.value}
            role="tabpanel"
            id={`${id}-panel`}
            aria-labelledby={`${id}-${tab.value}`}
            tabIndex={0}
            className="pt-5"
          >
            {tab.content}
          </div>
        ))}
    </>
  )
}
