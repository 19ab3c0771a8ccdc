import type { Order } from '@kirana/contract/orders'
import { Link, useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { messageOf, queryClient } from '#/lib/api.ts'
import { isTyping } from '#/lib/browser/keys.ts'
import { ordersIn } from '#/lib/live/stage-orders.ts'
import { isStage } from '#/lib/stages.ts'
import { Button, buttonVariants } from '#/ui/button.tsx'

/** Back to the previous screen, and the next order of the stage in which this one was opened. */
export function OrderNav({ order }: { order: Order }) {
  const router = useRouter()
  const navigate = useNavigate()
  const canGoBack = useCanGoBack()
  const [stage] = useState(order.delivaryStatus)
  const [note, setNote] = useState('')
  const openNext = async () => {
    if (!isStage(stage)) return
    const { data } = await queryClient.fetchQuery({ ...ordersIn(stage), retry: false })
    const others = data.filter(({ _id, delivaryStatus }) => _id !== order._id && delivaryStatus === stage)
    // The next newer order; after the newest, the oldest.
    const next = others.find(({ orderNumber }) => orderNumber > order.orderNumber) ?? others[0]
    if (!next) return setNote(`No other order is ${stage}`)
    // `replace`, so that Back leads to the list, not through the orders in between.
    await navigate({ to: '/admin/order/get/$orderId', params: { orderId: next._id }, replace: true })
  }
  const open = () => void openNext().catch((error: unknown) => setNote(messageOf(error)))
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    if (event.key.toLowerCase() === 'n') open()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
  return (
    <div data-chrome className="-mt-1 mb-2 flex min-h-8 items-center gap-3">
      {canGoBack ? (
        <Button variant="text" size="small" className="-ml-2.5" onClick={() => router.history.back()}>
          <ArrowLeft aria-hidden />
          Back
        </Button>
      ) : (
        <Link
          to="/admin/orders"
          search={{ page: 1, status: '', search: '' }}
          className={buttonVariants({ variant: 'text', size: 'small', className: '-ml-2.5' })}
        >
          <ArrowLeft aria-hidden />
          Order History
        </Link>
      )}
      <span role="status" className="ml-auto text-sm text-muted">
        {note}
      </span>
      {isStage(stage) && (
        <Button variant="text" size="small" className="-mr-2.5" aria-keyshortcuts="n" onClick={open}>
          Next order
          <ArrowRight aria-hidden />
        </Button>
      )}
    </div>
  )
}
