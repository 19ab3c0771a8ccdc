import { cva, type VariantProps } from 'class-variance-authority'
import { LoaderCircle } from 'lucide-react'
import type { ComponentProps } from 'react'

/** The looks of a button, also for links that are one: `<Link className={buttonLook({ look: 'outline' })}>`. */
export const buttonLook = cva(
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-control font-medium whitespace-nowrap transition-colors duration-100 select-none disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      look: {
        primary: 'bg-brand text-brand-text shadow-card hover:bg-brand-hover',
        outline:
          'border border-line-strong bg-surface text-ink shadow-card hover:bg-sunken dark:hover:bg-raised',
        destructive: 'bg-bad-solid text-bad-solid-text shadow-card hover:bg-bad-solid-hover',
        text: 'text-muted hover:bg-sunken hover:text-ink dark:hover:bg-raised',
      },
      size: {
        medium: 'h-9 px-3.5 coarse:h-11',
        small: 'h-8 px-2.5 text-sm coarse:h-11 coarse:px-3',
        large: 'h-11 px-4',
        icon: 'size-9 coarse:size-11',
        iconSmall: 'size-8 coarse:size-11',
      },
    },
    defaultVariants: { look: 'primary', size: 'medium' },
  },
)

type Props = ComponentProps<'button'> &
  VariantProps<typeof buttonLook> & {
    /** Locked, with a turning circle before the text. */
    busy?: boolean
  }

export function Button({ look, size, busy = false, className, children, disabled, ...rest }: Props) {
  return (
    <button
      type="button"
      className={buttonLook({ look, size, className })}
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
  /** What it does, for those who do not see the icon; also its tooltip. */
  label: string
}

/** A button of one icon. Everywhere but in a row of icons a text is better. */
export function IconButton({ label, look = 'text', size = 'icon', ...rest }: IconProps) {
  return <Button aria-label={label} title={label} look={look} size={size} {...rest} />
}
