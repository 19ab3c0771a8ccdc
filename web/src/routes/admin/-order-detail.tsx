import type { Order } from '@kirana/contract/orders'
import { Printer, ReceiptText } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { formatDateTimeOr } from '#/lib/format.ts'
import { DeliveryBadge, PaymentBadge } from '#/parts/badges.tsx'
import { LiveLight } from '#/parts/live-light.tsx'
import { PageHeader } from '#/parts/page-header.tsx'
import { Button } from '#/ui/button.tsx'
import { Age } from './-age.tsx'
import { InvoiceLink } from './-order-links.tsx'
import { OrderBill } from './-order-bill.tsx'
import { OrderPeople } from './-order-people.tsx'
import { OrderStatus } from './-order-status.tsx'
import { OrderTimeline } from './-order-timeline.tsx'
import { paymentMethods } from './-order-words.ts'

const OrderPrint = lazy(() => import('./-order-print.tsx').then((module) => ({ default: module.OrderPrint })))

/** Age matters while somebody waits at the door. */
const isOver = (order: Order) => order.delivaryStatus === 'Delivered' || order.delivaryStatus === 'Canceled'

/** Everything about one order. */
export function OrderDetail({ order }: { order: Order }) {
  const [sheet, setSheet] = useState<'pick-list' | 'slip' | null>(null)
  return (
    <>
      <PageHeader title={order.order_id} beside={<LiveLight />}>
        <Button look="outline" size="small" onClick={() => setSheet('pick-list')}>
          <Printer aria-hidden />
          Print pick list
        </Button>
        <Button look="outline" size="small" onClick={() => setSheet('slip')}>
          <ReceiptText aria-hidden />
          Print slip
        </Button>
        <InvoiceLink order={order} />
      </PageHeader>
      <div className="numbers -mt-2 mb-4 flex flex-wrap items-center gap-x-2.5 gap-y-2 text-muted">
        <DeliveryBadge status={order.delivaryStatus} />
        <PaymentBadge status={order.paymentStatus} />
        {!isOver(order) && <Age placedAt={Date.parse(order.dateAndTime)} />}
        <span>{paymentMethods[order.payment]}</span>
        <span aria-hidden>·</span>
        <span>Placed {formatDateTimeOr(order.dateAndTime, order.date)}</span>
        {!isOver(order) && (
          <>
            <span aria-hidden>·</span>
            <span>Delivery in {order.deliveryTime}</span>
          </>
        )}
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-4 max-lg:order-last">
          <OrderBill order={order} />
        </div>
        <div className="flex min-w-0 flex-col gap-4 lg:row-span-2">
          <OrderStatus order={order} />
          <OrderPeople order={order} />
          <OrderTimeline history={order.history} />
        </div>
      </div>
      {sheet && (
        <Suspense>
          <OrderPrint order={order} sheet={sheet} onPrinted={() => setSheet(null)} />
        </Suspense>
      )}
    </>
  )
}
