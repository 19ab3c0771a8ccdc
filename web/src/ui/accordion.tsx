import { Accordion as Base } from '@base-ui/react/accordion'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

type Props = { open: readonly string[]; onOpenChange: (open: string[]) => void; children: ReactNode }

/** Collapsible sections; controlled by the caller. */
export const Accordion = ({ open, onOpenChange, children }: Props) => (
  <Base.Root multiple value={[...open]} onValueChange={onOpenChange} className="flex flex-col gap-3">
    {children}
  </Base.Root>
)

type SectionProps = {
  value: string
  title: ReactNode
  aside?: ReactNode
  disabled?: boolean
  children: ReactNode
}

/** One section. Its fields keep their values while it is closed. */
export const AccordionSection = ({ value, title, aside, disabled = false, children }: SectionProps) => (
  <Base.Item value={value} disabled={disabled} className="card">
    <Base.Header render={<h2 />} className="text-lg font-semibold">
      <Base.Trigger className="group flex min-h-14 w-full items-center gap-3 rounded-card px-5 py-3 text-left disabled:text-muted">
        <span className="flex-1">{title}</span>
        {aside}
        <ChevronDown
          aria-hidden
          size={18}
          className="shrink-0 text-muted transition-transform duration-150 group-data-panel-open:rotate-180"
        />
      </Base.Trigger>
    </Base.Header>
    <Base.Panel
      keepMounted
      className="h-(--accordion-panel-height) overflow-hidden transition-[height] duration-150 data-ending-style:h-0 data-starting-style:h-0"
    >
      <div className="border-t border-line p-5">{children}</div>
    </Base.Panel>
  </Base.Item>
)
