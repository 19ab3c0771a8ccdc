import { orders, type Order, type OrderRow } from '@kirana/contract/orders'
import type { DeliveryStatusName } from '@kirana/contract/wire/shapes'
import { Ban, PackageCheck } from 'lucide-react'
import { useState, type ReactElement } from 'react'
import { messageOf, queryClient, read } from '#/lib/api.ts'
import { acknowledge } from '#/lib/live/waiting.ts'
import { notify } from '#/lib/notify.ts'
import { changeStatus } from '#/lib/outbox/outbox.ts'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { Ask } from '#/ui/alert.tsx'
import { Menu, MenuItem, MenuSeparator } from '#/ui/menu.tsx'

const CancelQuestion = lazyComponent(
  async () => (await import('../-orders/cancel-question.tsx')).CancelQuestion,
)

type Asked = Extract<DeliveryStatusName, 'Prepeared' | 'Canceled'>

const questions = {
  Prepeared: {
    title: (number: string) => `Pack ${number} without picking?`,
    description: 'The customer pays for everything ordered, and all of it leaves the stock.',
    action: 'Pack without picking',
  },
  Canceled: {
    title: (number: string) => `Cancel ${number}?`,
    description: 'It is not paid, so no money goes back.',
    action: 'Cancel order',
  },
} as const

type Props = { order: OrderRow; trigger: ReactElement<Record<string, unknown>> }

const isPaid = ({ paymentStatus, totalPrice }: OrderRow) => paymentStatus === 'success' && totalPrice > 0

/**
 * The actions on a new order other than picking. Each asks for confirmation. Canceling a paid order asks the same
 * question as the order page, because the money is refunded immediately.
 */
export function CardMenu({ order, trigger }: Props) {
  const [open, setOpen] = useState(true)
  const [asked, setAsked] = useState<Asked>('Prepeared')
  const [isAsking, setAsking] = useState(false)
  const ask = (to: Asked) => {
    setAsked(to)
    setAsking(true)
  }
  const [paid, setPaid] = useState<Order | null>(null)
  const [isRefunding, setRefunding] = useState(false)
  const askRefund = async () => {
    // Loads the order, because the row does not contain its payment.
    const [found] = await queryClient.fetchQuery({
      ...read(orders.get, { params: { orderId: order._id } }),
      staleTime: 0,
      retry: false,
    })
    setPaid(found ?? null)
    setRefunding(true)
  }
  const cancel = () => {
    if (!isPaid(order)) return ask('Canceled')
    askRefund().catch((error: unknown) => notify('failure', messageOf(error)))
  }
  const change = (to: Asked, reason?: string) => {
    acknowledge([order._id])
    changeStatus(order, to, reason)
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
        <MenuItem destructive onSelect={cancel}>
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
          change(asked)
        }}
      />
      {paid && (
        <CancelQuestion
          order={paid}
          open={isRefunding}
          onOpenChange={setRefunding}
          onCancel={(reason) => change('Canceled', reason)}
        />
      )}
    </>
  )
}
