import type { DeliveryStatusName } from '@kirana/contract/wire/shapes'
import { cva, type VariantProps } from 'class-variance-authority'
import type { ReactNode } from 'react'

export const badgeVariants = cva(
  'numbers inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-xs font-medium whitespace-nowrap',
  {
    variants: {
      tone: {
        ok: 'bg-ok-soft text-ok',
        warn: 'bg-warn-soft text-warn',
        bad: 'bg-bad-soft text-bad',
        info: 'bg-info-soft text-info',
        plain: 'bg-sunken text-muted dark:bg-raised',
        brand: 'bg-brand-soft text-brand-soft-ink',
      },
    },
    defaultVariants: { tone: 'plain' },
  },
)
export type Tone = NonNullable<VariantProps<typeof badgeVariants>['tone']>

/** A status as colored text; `dot` adds a marker before it. */
export const Badge = ({
  tone,
  dot = false,
  children,
}: {
  tone?: Tone
  dot?: boolean
  children: ReactNode
}) => (
  <span className={badgeVariants({ tone })}>
    {dot && <span aria-hidden className="size-1.5 rounded-full bg-current" />}
    {children}
  </span>
)

const deliveryTones: Record<DeliveryStatusName, Tone> = {
  Confirmed: 'info',
  Prepeared: 'warn',
  Dispatched: 'warn',
  'Out for Delivary': 'brand',
  Delivered: 'ok',
  Canceled: 'bad',
}

export const DeliveryBadge = ({ status }: { status: DeliveryStatusName }) => (
  <Badge tone={deliveryTones[status]} dot>
    {status}
  </Badge>
)

/** 'success' shows as Success, 'Due' as Awaiting, anything else as Failed (specification, section 4). */
export function PaymentBadge({ status }: { status: string }) {
  if (status === 'success') return <Badge tone="ok">Success</Badge>
  if (status === 'Due') return <Badge tone="warn">Awaiting</Badge>
  return <Badge tone="bad">Failed</Badge>
}

type FlagProps = { on: boolean; words?: readonly [on: string, off: string] }

export const FlagBadge = ({ on, words = ['Enabled', 'Disabled'] }: FlagProps) => (
  <Badge tone={on ? 'ok' : 'plain'} dot>
    {on ? words[0] : words[1]}
  </Badge>
)
