import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import { Fragment, useId, useRef, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { backdropClass, popupClass } from './dialog.tsx'

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
        <Base.Backdrop className={backdropClass} />
        <Base.Popup className={`${popupClass} sm:max-w-100`} initialFocus={focus}>
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
          <footer className="flex flex-wrap justify-end gap-2 border-t border-line bg-sunken px-5 py-3 dark:bg-surface">
            {children}
          </footer>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

type AlertProps = Omit<ShellProps, 'focus' | 'children'>

/** A message to acknowledge. OK has the focus. */
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
  /** Label of the confirming button: 'Delete'. */
  action: string
  onConfirm: () => void
  busy?: boolean
  destructive?: boolean
}

/** Confirmation of an irreversible action. Cancel has the focus. Stays open and locked while `busy`. */
export function Ask({ action, onConfirm, busy = false, destructive = true, ...props }: AskProps) {
  const cancel = useRef<HTMLButtonElement>(null)
  const onOpenChange = (open: boolean) => !busy && props.onOpenChange(open)
  return (
    <Shell {...props} onOpenChange={onOpenChange} focus={cancel}>
      <Button ref={cancel} variant="outline" disabled={busy} onClick={() => onOpenChange(false)}>
        Cancel
      </Button>
      <Button variant={destructive ? 'destructive' : 'primary'} busy={busy} onClick={onConfirm}>
        {action}
      </Button>
    </Shell>
  )
}

type EitherProps = AlertProps & {
  first: string
  onFirst: () => void
  second: string
  onSecond: () => void
}

/** A question with two answers. The first has the focus; Escape chooses neither. */
export function Either({ first, onFirst, second, onSecond, ...props }: EitherProps) {
  const focus = useRef<HTMLButtonElement>(null)
  return (
    <Shell {...props} focus={focus}>
      <Button ref={focus} className="max-sm:w-full" onClick={onFirst}>
        {first}
      </Button>
      <Button variant="outline" className="max-sm:w-full" onClick={onSecond}>
        {second}
      </Button>
    </Shell>
  )
}

type Choice = {
  label: string
  /** What the choice causes, shown beside its label: 'refunds ₹135.00'. */
  consequence: string
  onChoose: () => void
}

type ChooseProps = Omit<AlertProps, 'description'> & {
  choices: readonly Choice[]
  /** Label of the button that changes nothing. */
  back?: string
  busy?: boolean
}

/** A question with several actions. The focus is on the button that changes nothing. */
export function Choose({ choices, back: label = 'Go back', busy = false, ...props }: ChooseProps) {
  const id = useId()
  const back = useRef<HTMLButtonElement>(null)
  const onOpenChange = (open: boolean) => !busy && props.onOpenChange(open)
  return (
    <Shell
      {...props}
      onOpenChange={onOpenChange}
      focus={back}
      description={
        <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1.5">
          {choices.map(({ label: action, consequence }, n) => (
            <Fragment key={action}>
              <dt className="font-medium text-ink">{action}</dt>
              <dd id={`${id}-${n}`}>{consequence}</dd>
            </Fragment>
          ))}
        </dl>
      }
    >
      <Button
        ref={back}
        variant="outline"
        className="mr-auto"
        disabled={busy}
        onClick={() => onOpenChange(false)}
      >
        {label}
      </Button>
      {choices.map(({ label: action, onChoose }, n) => (
        <Button
          key={action}
          variant="outline"
          className="min-w-16"
          disabled={busy}
          aria-describedby={`${id}-${n}`}
          onClick={onChoose}
        >
          {action}
        </Button>
      ))}
    </Shell>
  )
}
