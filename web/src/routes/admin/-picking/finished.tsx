import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { boardSearch } from '#/lib/board-place.ts'
import { useIgnoredSecondPress } from '#/lib/browser/second-press.ts'
import { confirmedOrders } from '#/lib/live/stage-orders.ts'
import { promiseOrder } from '#/lib/promise.ts'
import { useLateTimes } from '#/lib/session/late-times.ts'
import { buttonVariants } from '#/ui/button.tsx'
import { isClaimed } from '../-orders/pick-link.tsx'
import { tailOf } from '../-orders/tail.ts'
import { nextMark } from './next-focus.ts'

/** A link back to the board with its last view, stage and page. */
export const BackToBoard = ({
  variant = 'outline',
  isNext = true,
}: {
  variant?: 'outline' | 'primary'
  /** Whether it is the suggested next step, as in a notice. False above an order that is being picked. */
  isNext?: boolean
}) => (
  <Link
    to="/admin/orders/new"
    search={boardSearch()}
    className={buttonVariants({ variant, size: isNext ? 'large' : 'medium' })}
    {...(isNext && nextMark)}
  >
    Back to the board
  </Link>
)

/** The unclaimed order with the earliest promised time. */
function useNextOrder() {
  const times = useLateTimes()
  const { data } = useQuery(confirmedOrders)
  return (
    data && promiseOrder(data.data, times).find((order) => order.pick?.state !== 'done' && !isClaimed(order))
  )
}

/**
 * The notice after Done, in the lower third of the screen. The next step has the focus. It replaces the button Done,
 * and ignores the second press of a double press.
 */
export function PickDone({
  title,
  detail,
  children,
  labels,
}: {
  title: string
  detail: string
  children?: ReactNode
  /** Links to the labels of the bags. */
  labels?: ReactNode
}) {
  const steps = useRef<HTMLDivElement>(null)
  const next = useNextOrder()
  useEffect(() => steps.current?.querySelector('a')?.focus({ preventScroll: true }), [next?._id])
  return (
    <section
      role="status"
      {...useIgnoredSecondPress()}
      className="fixed inset-x-0 bottom-0 z-30 flex max-h-[80dvh] flex-wrap items-center gap-x-4 gap-y-3 overflow-y-auto bg-ok-soft px-4 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] text-ok shadow-float sm:px-6"
    >
      <CircleCheck aria-hidden size={32} className="shrink-0" />
      <div className="min-w-0 flex-1">
        <p className="text-xl font-semibold break-words">{title}</p>
        <p className="break-words">{detail}</p>
      </div>
      {children}
      <div ref={steps} className="flex flex-wrap gap-2">
        {next && (
          <Link
            to="/admin/order/pick/$orderId"
            params={{ orderId: next._id }}
            preload={false}
            className={buttonVariants({ size: 'large' })}
            {...nextMark}
          >
            Next order {tailOf(next.order_id)}
          </Link>
        )}
        <BackToBoard variant={next ? 'outline' : 'primary'} />
        {labels}
      </div>
    </section>
  )
}
