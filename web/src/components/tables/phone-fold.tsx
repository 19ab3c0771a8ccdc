import type { LucideIcon } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button } from '#/ui/button.tsx'

type Props = {
  label: string
  icon: LucideIcon
  /** Shows the icon alone. */
  hideLabel?: boolean
  /** The number of collapsed filters that are set. */
  inUse?: number
  children: ReactNode
}

/**
 * Hides its children behind a button on phones, which have too little space in one row. Wider screens show the children
 * without the button.
 */
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
