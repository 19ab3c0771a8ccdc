import { useDeferredValue, useEffect, useState, type ReactElement, type ReactNode } from 'react'
import { IconButton } from '#/ui/button.tsx'

/** Props of a lazily loaded menu: its open state, its trigger, and the button shown until it has loaded. */
export type LazyMenuProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  trigger: ReactElement<Record<string, unknown>>
  fallback: ReactNode
}

type Props = {
  label: string
  children: ReactNode
  preload: () => void
  menu: (menuProps: LazyMenuProps) => ReactNode
}

/** The menu loads after the rows, but before the first press, because a touch screen sends no hover event. */
const PRELOAD_AFTER_MS = 1_000

/** The trigger of a menu that loads after the rows, or when first opened. */
export function MenuButton({ label, children, preload, menu }: Props) {
  const [isPressed, onOpenChange] = useState(false)
  // Renders the pressed state first, because the menu takes several frames to open on a slow device.
  const open = useDeferredValue(isPressed) && isPressed
  const pressed = isPressed ? 'bg-line' : ''
  useEffect(() => {
    const timer = setTimeout(preload, PRELOAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [preload])
  return menu({
    open,
    onOpenChange,
    trigger: (
      <IconButton label={label} className={pressed}>
        {children}
      </IconButton>
    ),
    fallback: (
      <IconButton
        label={label}
        className={pressed}
        aria-haspopup="menu"
        onPointerEnter={preload}
        onClick={() => onOpenChange(true)}
      >
        {children}
      </IconButton>
    ),
  })
}
