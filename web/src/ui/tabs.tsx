import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

type Tab<T extends string> = { value: T; label: string; content: ReactNode }

type Props<T extends string> = {
  label: string
  value: T
  onChange: (value: T) => void
  tabs: readonly Tab<T>[]
}

/** Panels of which one is seen; the caller holds which, so that an address can name it. */
export function Tabs<T extends string>({ label, value, onChange, tabs }: Props<T>) {
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(next as T)}>
      <Base.List
        aria-label={label}
        data-chrome
        className="sticky top-0 z-10 flex border-b border-line bg-surface sm:gap-1"
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="min-h-10 px-3 py-1.5 font-medium text-muted transition-colors hover:text-ink data-active:text-ink max-sm:flex-1 max-sm:px-1 max-sm:text-sm coarse:min-h-11"
          >
            {tab.label}
          </Base.Tab>
        ))}
        <Base.Indicator className="absolute bottom-0 left-0 h-0.5 w-(--active-tab-width) translate-x-(--active-tab-left) bg-brand transition-[translate,width] duration-150" />
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="pt-5">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
