import type { Order } from '@kirana/contract/orders'
import { Printer, ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { formatDateTimeOr } from '#/lib/format.ts'
import { useClock } from '#/lib/browser/clock.ts'
import { useAllowed } from '#/lib/session/allowed.ts'
import { DeliveryBadge, PaymentBadge } from '#/components/tables/badges.tsx'
import { LiveLight } from '#/components/live/live-light.tsx'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { Button } from '#/ui/button.tsx'
import { Age } from '../-orders/age.tsx'
import { InvoiceLink } from '../-orders/invoice-link.tsx'
import { OrderBill } from './bill.tsx'
import { OrderPeople } from './people.tsx'
import { OrderStatus } from '../-orders/status.tsx'
import { PickLink, pickText } from '../-orders/pick-link.tsx'
import { CollectChip, RefundChip, ReplacementChip } from '../-orders/money-chips.tsx'
import { paymentMethods } from '../-orders/words.ts'

const OrderDocuments = lazyComponent(async () => (await import('./documents.tsx')).OrderDocuments)
const Replacements = lazyComponent(async () => (await import('./replacements.tsx')).Replacements)
const OrderNav = lazyComponent(async () => (await import('./order-nav.tsx')).OrderNav)
const OrderPrint = lazyComponent(async () => (await import('../-orders/print.tsx')).OrderPrint)
/** Loaded lazily, because few orders are paid online. */
const OrderPaymentCard = lazyComponent(
  async () => (await import('../-payments/order-payment.tsx')).OrderPaymentCard,
)

/** Loaded lazily, because few orders have claims or items to put back. */
const ClaimsOf = lazyComponent(async () => (await import('../-claims/of.tsx')).ClaimsOf)
const PutBackCard = lazyComponent(async () => (await import('../-orders/put-back.tsx')).PutBackCard)

const OrderTimeline = lazyComponent(async () => (await import('./timeline.tsx')).OrderTimeline)

/** The age is shown only until the order is delivered or canceled. */
const isOver = (order: Order) => order.delivaryStatus === 'Delivered' || order.delivaryStatus === 'Canceled'

export function OrderDetail({ order }: { order: Order }) {
  const mayChange = useAllowed({ can: 'orders.write' })
  const mayReadClaims = useAllowed({ can: 'claims' })
  const picker = useClock((now) => pickText(order, undefined, now))
  const [sheet, setSheet] = useState<'pick-list' | 'slip' | null>(null)
  return (
    <>
      <OrderNav order={order} fallback={<div className="-mt-1 mb-2 h-8 coarse:h-11" />} />
      <PageHeader title={order.order_id} beside={<LiveLight />}>
        <PickLink order={order} size="small" />
        <Button
          variant="outline"
          size="small"
          onPointerEnter={OrderPrint.preload}
          onClick={() => setSheet('pick-list')}
        >
          <Printer aria-hidden />
          Print pick list
        </Button>
        <Button variant="outline" size="small" onClick={() => setSheet('slip')}>
          <ReceiptText aria-hidden />
          Print slip
        </Button>
        <InvoiceLink order={order} />
      </PageHeader>
      <div className="numbers -mt-2 mb-4 flex flex-wrap items-center gap-x-2.5 gap-y-2 text-muted">
        <DeliveryBadge status={order.delivaryStatus} />
        <PaymentBadge status={order.paymentStatus} />
        <CollectChip order={order} />
        <RefundChip order={order} />
        <ReplacementChip order={order} />
        {!isOver(order) && <Age placedAt={Date.parse(order.dateAndTime)} />}
        <p className="min-w-0">
          {order.replaces ? 'Free of charge' : paymentMethods[order.payment]}
          {order.payment === 'cod' && order.paidBy === 'wallet' && ', paid from the wallet'}
          {order.upi && `, paid by UPI ${order.upi.utr}${order.upi.isVerified ? '' : ' (not verified)'}`} ·
          Placed {formatDateTimeOr(order.dateAndTime, order.date)}
          {!isOver(order) && ` · Delivery in ${order.deliveryTime}`}
          {picker !== '' && ` · ${picker}`}
          {(order.replaces || order.replacedBy.length > 0) && <Replacements order={order} />}
        </p>
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr] xl:grid-cols-[minmax(0,1fr)_24rem]">
        {mayChange && (
          <div className="lg:col-start-2">
            <OrderStatus order={order} />
          </div>
        )}
        <div className="min-w-0 lg:col-start-1 lg:row-span-2 lg:row-start-1">
          <OrderBill order={order} />
        </div>
        <div className="flex min-w-0 flex-col gap-4 lg:col-start-2">
          {order.delivaryStatus === 'Canceled' && <PutBackCard orderId={order._id} />}
          {order.online && <OrderPaymentCard payment={order.online} />}
          <OrderPeople order={order} />
          <OrderDocuments documents={order.documents} />
          {mayReadClaims && (
            <ClaimsOf
              of={{ order: order._id }}
              delivered={order.delivaryStatus === 'Delivered' ? order : undefined}
            />
          )}
          <OrderTimeline order={order} />
        </div>
      </div>
      {sheet && <OrderPrint order={order} sheet={sheet} open onOpenChange={() => setSheet(null)} />}
    </>
  )
}
