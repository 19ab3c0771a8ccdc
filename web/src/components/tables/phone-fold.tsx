import type { LucideIcon } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button } from '#/ui/button.tsx'

type Props = {
  label: string
  icon: LucideIcon
  /** Shows the icon alone. */
  hideLabel?: boolean
  /** How many of the folded filters are set. */
  inUse?: number
  children: ReactNode
}

/** What a phone has no room for in one row, behind a button. Wider screens show it in its place, without the button. */
export function PhoneFold({ label, icon: Icon, hideLabel = false, inUse = 0, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="outline"
        className={`md:hidden ${hideLabel ? '' : 'flex-1'}`}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon aria-hidden />
        <span className={hideLabel ? 'sr-only' : ''}>{label}</span>
        {inUse > 0 && ` (${inUse})`}
      </Button>
      <div className={`contents ${isOpen ? '' : 'max-md:hidden'}`}>{children}</div>
    </>
  )
}
