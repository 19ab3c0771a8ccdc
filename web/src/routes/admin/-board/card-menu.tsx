import type { OrderRow } from '@kirana/contract/orders'
import type { DeliveryStatusName } from '@kirana/contract/wire/shapes'
import { Ban, PackageCheck } from 'lucide-react'
import { useState, type ReactElement } from 'react'
import { acknowledge } from '#/lib/live/waiting.ts'
import { changeStatus } from '#/lib/outbox/outbox.ts'
import { Ask } from '#/ui/alert.tsx'
import { Menu, MenuItem, MenuSeparator } from '#/ui/menu.tsx'

type Asked = Extract<DeliveryStatusName, 'Prepeared' | 'Canceled'>

const questions = {
  Prepeared: {
    title: (number: string) => `Pack ${number} without picking?`,
    description: 'The customer pays for everything ordered, and all of it leaves the stock.',
    action: 'Pack without picking',
  },
  Canceled: {
    title: (number: string) => `Cancel ${number}?`,
    description: 'What was paid goes back to the customer.',
    action: 'Cancel order',
  },
} as const

type Props = { order: OrderRow; trigger: ReactElement<Record<string, unknown>> }

/** What can be done with a new order beside picking it. Each is asked once. */
export function CardMenu({ order, trigger }: Props) {
  const [open, setOpen] = useState(true)
  const [asked, setAsked] = useState<Asked>('Prepeared')
  const [isAsking, setAsking] = useState(false)
  const ask = (to: Asked) => {
    setAsked(to)
    setAsking(true)
  }
  const { title, description, action } = questions[asked]
  return (
    <>
      <Menu open={open} onOpenChange={setOpen} trigger={trigger}>
        <MenuItem onSelect={() => ask('Prepeared')}>
          <PackageCheck aria-hidden />
          Pack without picking
        </MenuItem>
        <MenuSeparator />
        <MenuItem destructive onSelect={() => ask('Canceled')}>
          <Ban aria-hidden />
          Cancel order
        </MenuItem>
      </Menu>
      <Ask
        open={isAsking}
        onOpenChange={setAsking}
        title={title(order.order_id)}
        description={description}
        action={action}
        destructive={asked === 'Canceled'}
        onConfirm={() => {
          setAsking(false)
          acknowledge([order._id])
          changeStatus(order, asked)
        }}
      />
    </>
  )
}
