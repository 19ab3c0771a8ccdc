import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import { useRef, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { backdropLook, popupLook } from './dialog.tsx'

type ShellProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  icon?: ReactNode
  focus: { current: HTMLElement | null }
  children: ReactNode
}

function Shell({ open, onOpenChange, title, description, icon, focus, children }: ShellProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={backdropLook} />
        <Base.Popup className={`${popupLook} sm:max-w-100`} initialFocus={focus}>
          <div className="flex gap-4 overflow-y-auto p-5">
            {icon}
            <div className="min-w-0 self-center">
              <Base.Title className="text-lg font-semibold break-words">{title}</Base.Title>
              {description && (
                <Base.Description render={<div />} className="mt-1 break-words text-muted">
                  {description}
                </Base.Description>
              )}
            </div>
          </div>
          <footer className="flex justify-end gap-2 border-t border-line bg-sunken px-5 py-3 dark:bg-surface">
            {children}
          </footer>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

type AlertProps = Omit<ShellProps, 'focus' | 'children'>

/** Tells something that must be acknowledged: OK has the focus. */
export function Alert(props: AlertProps) {
  const ok = useRef<HTMLButtonElement>(null)
  return (
    <Shell {...props} focus={ok}>
      <Button ref={ok} className="min-w-20" onClick={() => props.onOpenChange(false)}>
        OK
      </Button>
    </Shell>
  )
}

type AskProps = AlertProps & {
  /** What the pressing does: 'Delete'. */
  action: string
  onConfirm: () => void
  busy?: boolean
  destructive?: boolean
}

/** Asks before something that cannot be undone: Cancel has the focus. Stays open, locked, while `busy`. */
export function Ask({ action, onConfirm, busy = false, destructive = true, ...props }: AskProps) {
  const cancel = useRef<HTMLButtonElement>(null)
  const onOpenChange = (open: boolean) => !busy && props.onOpenChange(open)
  return (
    <Shell {...props} onOpenChange={onOpenChange} focus={cancel}>
      <Button ref={cancel} look="outline" disabled={busy} onClick={() => onOpenChange(false)}>
        Cancel
      </Button>
      <Button look={destructive ? 'destructive' : 'primary'} busy={busy} onClick={onConfirm}>
        {action}
      </Button>
    </Shell>
  )
}
