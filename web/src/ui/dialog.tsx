import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef, type ComponentProps, type ReactNode } from 'react'
import { Button, IconButton } from './button.tsx'

export const backdropClass =
  'fixed inset-0 z-40 bg-shade transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0'
export const popupClass =
  'fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 flex-col overflow-hidden rounded-2xl bg-surface text-ink shadow-dialog transition-[scale,opacity] duration-150 data-ending-style:scale-[0.98] data-ending-style:opacity-0 data-starting-style:scale-[0.98] data-nested-dialog-open:after:absolute data-nested-dialog-open:after:inset-0 data-nested-dialog-open:after:bg-shade dark:border dark:border-line-strong dark:bg-raised'

const widths = { small: 'sm:max-w-110', medium: 'sm:max-w-150', large: 'sm:max-w-240' }

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  width?: keyof typeof widths
  /** The element to focus on opening. Default: the first field. */
  initialFocus?: ComponentProps<typeof Base.Popup>['initialFocus']
  /** While sending: neither Escape nor a press outside closes the dialog. */
  locked?: boolean
  /** A press outside does not close the dialog, so that input is not lost. */
  staysOpen?: boolean
  /** A dialog that is opened from this one replaces it as its next step instead of overlaying it. */
  isStep?: boolean
  children: ReactNode
}

/** A modal dialog with a title and a close button. Its last child is `<DialogActions>`. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  width = 'small',
  initialFocus,
  locked = false,
  staysOpen = false,
  isStep = false,
  children,
}: Props) {
  const popup = useRef<HTMLDivElement>(null)
  const firstField = () => popup.current?.querySelector<HTMLElement>('input, select, textarea') ?? true
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => !locked && onOpenChange(next)}
      disablePointerDismissal={staysOpen}
    >
      <Base.Portal>
        <Base.Backdrop className={backdropClass} />
        <Base.Popup
          className={`${popupClass} ${widths[width]} ${isStep ? 'data-nested-dialog-open:invisible' : ''}`}
          ref={popup}
          initialFocus={initialFocus ?? firstField}
        >
          <header className="flex items-start justify-between gap-4 px-5 pt-4 pb-2">
            <div className="min-w-0">
              <Base.Title className="py-1 text-lg font-semibold break-words">{title}</Base.Title>
              {description && (
                <Base.Description className="text-sm text-muted">{description}</Base.Description>
              )}
            </div>
            <Base.Close
              disabled={locked}
              render={<IconButton label="Close" size="iconSmall" className="-mr-2" />}
            >
              <X aria-hidden />
            </Base.Close>
          </header>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** The scrolling part of a dialog that is taller than the screen. */
export const DialogBody = ({ children, className = '' }: { children: ReactNode; className?: string }) => (
  <div className={`min-h-0 overflow-y-auto px-5 pt-2 pb-5 ${className}`}>{children}</div>
)

/** Footer of a dialog: the least destructive action first. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <footer className="flex flex-wrap justify-end gap-2 border-t border-line bg-sunken px-5 py-3 dark:bg-surface">
    {children}
  </footer>
)

type FormActionsProps = { submit: string; back?: string; isSending: boolean; onCancel: () => void }

/** The footer of a form in a dialog. Locked while the form is being sent. */
export const FormActions = ({ submit, back = 'Cancel', isSending, onCancel }: FormActionsProps) => (
  <DialogActions>
    <Button variant="outline" disabled={isSending} onClick={onCancel}>
      {back}
    </Button>
    <Button type="submit" busy={isSending}>
      {submit}
    </Button>
  </DialogActions>
)
