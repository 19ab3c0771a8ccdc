import { useState, type ReactElement, type ReactNode } from 'react'
import { IconButton } from '#/ui/button.tsx'

/** What a lazy menu needs: whether it is open, the button it hangs from, and the one that stands there before it. */
export type Hanging = {
  open: boolean
  onOpenChange: (open: boolean) => void
  trigger: ReactElement<Record<string, unknown>>
  fallback: ReactNode
}

type Props = {
  label: string
  /** The icon. */
  children: ReactNode
  preload: () => void
  menu: (hanging: Hanging) => ReactNode
}

/** The button of a menu that comes with the first press: lists do not wait for it. */
export function MenuButton({ label, children, preload, menu }: Props) {
  const [open, onOpenChange] = useState(false)
  return menu({
    open,
    onOpenChange,
    trigger: <IconButton label={label}>{children}</IconButton>,
    fallback: (
      <IconButton
        label={label}
        aria-haspopup="menu"
        onPointerEnter={preload}
        onClick={() => onOpenChange(true)}
      >
        {children}
      </IconButton>
    ),
  })
}
