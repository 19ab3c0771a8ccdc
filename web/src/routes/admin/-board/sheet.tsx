import type { OrderRow } from '@kirana/contract/orders'
import { rupees } from '#/lib/format.ts'
import { acknowledge } from '#/lib/live/waiting.ts'
import { changeStatus } from '#/lib/outbox/outbox.ts'
import { isStage } from '#/lib/stages.ts'
import { useStored } from '#/lib/browser/stored.ts'
import { PaymentBadge } from '#/components/tables/badges.tsx'
import { Button } from '#/ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#/ui/dialog.tsx'
import { LinePicture } from '../-lists/line-picture.tsx'
import { RefundChip } from '../-orders/money-chips.tsx'
import { addressLine } from '../-people/address.ts'
import { nextOf } from '#/lib/next-status.ts'
import { useAllowed } from '#/lib/session/allowed.ts'
import { OutOfStock } from '../-lists/out-of-stock.tsx'
import { outOfStockOf } from './card-lines.tsx'
import { PrintSlip } from '../-orders/print-slip.tsx'

/** Ticked lines by order: variant ids, and when the last was ticked. */
type Ticks = Record<string, { at: number; lines: readonly string[] }>

const KEPT_MS = 24 * 3_600_000

const isTicks = (value: unknown): value is Ticks =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((one: Ticks[string] | null) => Array.isArray(one?.lines))

/** Ticks of an order's lines on this device; a day later they are forgotten. */
function useTicks(orderId: string) {
  const [all, keep] = useStored<Ticks>('ticks', {}, isTicks)
  const ticked = all[orderId]?.lines ?? []
  const tick = (line: string, isOn: boolean) => {
    const now = Date.now()
    const fresh = Object.entries(all).filter(([id, { at }]) => id !== orderId && now - at < KEPT_MS)
    const lines = isOn ? [...ticked, line] : ticked.filter((one) => one !== line)
    keep({ ...Object.fromEntries(fresh), [orderId]: { at: now, lines } })
  }
  return [ticked, tick] as const
}

type Props = { order: OrderRow; open: boolean; onOpenChange: (open: boolean) => void }

/** The whole order: every line with its picture, to be ticked off. */
export function OrderSheet({ order, open, onOpenChange }: Props) {
  const [ticked, tick] = useTicks(order._id)
  const mayChange = useAllowed({ can: 'orders.write' })
  const next = mayChange && isStage(order.delivaryStatus) ? nextOf(order.delivaryStatus) : null
  const left = order.products.filter(({ variantId }) => !ticked.includes(variantId)).length
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
          {order.products.map((line) => {
            const isTicked = ticked.includes(line.variantId)
            return (
              <li key={line.variantId} className="flex items-center gap-1">
                <label
                  className={`flex min-w-0 flex-1 min-h-18 cursor-pointer items-center gap-3 rounded-control p-2 text-lg ${isTicked ? 'bg-ok-soft text-ok' : ''}`}
                >
                  <input
                    type="checkbox"
                    className="size-7 shrink-0 accent-ok"
                    checked={isTicked}
                    onChange={({ target }) => tick(line.variantId, target.checked)}
                  />
                  <LinePicture file={line.productImage} />
                  <span className="numbers min-w-11 text-xl font-bold whitespace-nowrap">
                    {line.quantity} ×
                  </span>
                  <span className="min-w-0 flex-1 break-words">
                    {line.productTitle} <span className="whitespace-nowrap">{line.productQuantity}</span>
                  </span>
                </label>
                {order.delivaryStatus === 'Confirmed' && <OutOfStock {...outOfStockOf(line)} isCompact />}
              </li>
            )
          })}
        </ul>
      </DialogBody>
      <DialogActions>
        <span role="status" className="numbers mr-auto self-center font-medium">
          {left === 0 ? 'All ticked' : `${left} of ${order.products.length} left`}
        </span>
        <span className="flex items-center gap-2">
          <span className="numbers font-semibold">{rupees(order.totalPrice)}</span>
          <PaymentBadge status={order.paymentStatus} />
          <RefundChip order={order} />
        </span>
        <PrintSlip orderId={order._id} number={order.order_id} order={order} />
        {next && (
          <Button
            onClick={() => {
              acknowledge([order._id])
              changeStatus(order, next)
              onOpenChange(false)
            }}
          >
            {next}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
