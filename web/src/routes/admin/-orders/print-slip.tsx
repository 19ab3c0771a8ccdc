import { orders, type OrderRow } from '@kirana/contract/orders'
import { ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { messageOf, queryClient, read } from '#/lib/api.ts'
import { notify } from '#/lib/notify.ts'
import { pressedOrder } from '#/lib/outbox/outbox.ts'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { IconButton } from '#/ui/button.tsx'

const OrderPrint = lazyComponent(async () => (await import('./print.tsx')).OrderPrint)

type Props = { orderId: string; number: string; order?: OrderRow }

/** Prints the slip of an order; loads the order if this tab does not have it. */
export function PrintSlip({ orderId, number, order: given }: Props) {
  const [order, setOrder] = useState<OrderRow | null>(null)
  const print = async () => {
    const known = given ?? pressedOrder(orderId)
    if (known) return setOrder(known)
    const [found] = await queryClient.fetchQuery({
      ...read(orders.get, { params: { orderId } }),
      retry: false,
    })
    setOrder(found ?? null)
  }
  return (
    <>
      <IconButton
        label={`Print slip, ${number}`}
        onPointerEnter={OrderPrint.preload}
        onClick={() => void print().catch((error: unknown) => notify('failure', messageOf(error)))}
      >
        <ReceiptText aria-hidden />
      </IconButton>
      {order && <OrderPrint order={order} sheet="slip" open onOpenChange={() => setOrder(null)} />}
    </>
  )
}
