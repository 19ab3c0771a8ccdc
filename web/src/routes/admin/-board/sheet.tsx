import type { OrderRow } from '@kirana/contract/orders'
import { counted, rupees } from '#/lib/format.ts'
import { acknowledge } from '#/lib/live/waiting.ts'
import { changeStatus } from '#/lib/outbox/outbox.ts'
import { isStage } from '#/lib/stages.ts'
import { PaymentBadge } from '#/components/tables/badges.tsx'
import { Button } from '#/ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#/ui/dialog.tsx'
import { LinePicture } from '../-lists/line-picture.tsx'
import { bagItems, keyOf } from '../-orders/bag.ts'
import { RefundChip } from '../-orders/money-chips.tsx'
import { PickLink } from '../-orders/pick-link.tsx'
import { piecesOf } from '../-orders/words.ts'
import { addressLine } from '../-people/address.ts'
import { nextNames, nextOf } from '#/lib/next-status.ts'
import { useAllowed, useOpensScreen } from '#/lib/session/allowed.ts'
import { OutOfStock } from '../-lists/out-of-stock.tsx'
import { outOfStockOf } from './card-lines.tsx'
import { PrintSlip } from '../-orders/print-slip.tsx'

type Props = { order: OrderRow; open: boolean; onOpenChange: (open: boolean) => void }

/** The whole order: every item of the bag with its picture. */
export function OrderSheet({ order, open, onOpenChange }: Props) {
  const mayChange = useAllowed({ can: 'orders.write' })
  const isToPick = useOpensScreen()('/admin/order/pick/') && order.delivaryStatus === 'Confirmed'
  // Picking sets the order to Prepeared. Packing without picking is in the card's menu, which asks first.
  const next = mayChange && !isToPick && isStage(order.delivaryStatus) ? nextOf(order.delivaryStatus) : null
  const items = bagItems(order)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={order.order_id}
      width="medium"
      description={`${order.address.fullName || order.user.fullName} · ${addressLine(order.address)}`}
    >
      <DialogBody className="px-2! sm:px-3!">
        <ul aria-label="Items" className="divide-y divide-line">
          {items.map((line) => (
            <li key={keyOf(line)} className="flex min-h-18 items-center gap-3 p-2 text-lg">
              <LinePicture file={line.productImage} />
              <span className="numbers min-w-11 text-xl font-bold whitespace-nowrap">{line.quantity} ×</span>
              <span className="min-w-0 flex-1 break-words">
                {line.productTitle} <span className="whitespace-nowrap">{line.productQuantity}</span>
                {line.insteadOf && (
                  <span className="block text-sm text-muted">instead of {line.insteadOf}</span>
                )}
              </span>
              {order.delivaryStatus === 'Confirmed' && <OutOfStock {...outOfStockOf(line)} isCompact />}
            </li>
          ))}
        </ul>
      </DialogBody>
      <DialogActions>
        <span className="numbers mr-auto self-center font-medium">
          {counted(items.length, 'line')}, {piecesOf({ products: items })}
        </span>
        <span className="flex items-center gap-2">
          <span className="numbers font-semibold">{rupees(order.totalPrice)}</span>
          <PaymentBadge status={order.paymentStatus} />
          <RefundChip order={order} />
        </span>
        <PrintSlip orderId={order._id} number={order.order_id} order={order} />
        <PickLink order={order} variant="primary" text="Start picking" />
        {next && (
          <Button
            onClick={() => {
              acknowledge([order._id])
              changeStatus(order, next)
              onOpenChange(false)
            }}
          >
            {nextNames[next] ?? next}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
