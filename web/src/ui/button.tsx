import { cva, type VariantProps } from 'class-variance-authority'
import { LoaderCircle } from 'lucide-react'
import type { ComponentProps } from 'react'

/**
 * Classes of a button, also for links: `<Link className={buttonVariants({ variant: 'outline' })}>`. The pressed state
 * is pure CSS, so that the browser shows it before any script runs. No transitions, because they delay each press by a
 * frame or two.
 */
export const buttonVariants = cva(
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-control font-medium whitespace-nowrap select-none disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary:
          'bg-brand text-brand-text shadow-card hover:bg-brand-hover active:not-disabled:bg-brand-soft-ink',
        outline:
          'border border-line-strong bg-surface text-ink shadow-card hover:bg-sunken active:not-disabled:bg-line-strong dark:hover:bg-raised dark:active:not-disabled:bg-line-strong',
        destructive:
          'bg-bad-solid text-bad-solid-text shadow-card hover:bg-bad-solid-hover active:not-disabled:opacity-80',
        text: 'text-muted hover:bg-sunken hover:text-ink active:not-disabled:bg-line-strong dark:hover:bg-raised dark:active:not-disabled:bg-line-strong',
      },
      size: {
        medium: 'h-9 px-3.5 coarse:h-11',
        small: 'h-8 px-2.5 text-sm coarse:h-11 coarse:px-3',
        large: 'h-11 px-4',
        icon: 'size-9 coarse:size-11',
        iconSmall: 'size-8 coarse:size-11',
      },
    },
    defaultVariants: { variant: 'primary', size: 'medium' },
  },
)

type Props = ComponentProps<'button'> &
  VariantProps<typeof buttonVariants> & {
    /** Disables the button and shows a spinner before the text. */
    busy?: boolean
  }

export function Button({ variant, size, busy = false, className, children, disabled, ...rest }: Props) {
  return (
    <button
      type="button"
      className={buttonVariants({ variant, size, className })}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
      {...rest}
    >
      {busy && <LoaderCircle aria-hidden className="animate-spin" />}
      {children}
    </button>
  )
}

type IconProps = Omit<Props, 'aria-label'> & {
  /** Accessible name and tooltip. */
  label: string
}

/** An icon-only button. Prefer text except in a row of icons. */
export function IconButton({ label, variant = 'text', size = 'icon', ...rest }: IconProps) {
  return <Button aria-label={label} title={label} variant={variant} size={size} {...rest} />
}
