import { orders } from '@kirana/contract/orders'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { messageOf, read } from '#/lib/api.ts'
import { useStored } from '#/lib/browser/stored.ts'
import { clockTime } from '#/lib/format.ts'
import { useSession } from '#/lib/session/profiles.ts'
import { Button, buttonVariants } from '#/ui/button.tsx'

const isTime = (value: unknown): value is number | null => value === null || typeof value === 'number'

/**
 * When an order for the customer was sent that has no final answer (ms since 1970), kept in this browser; null if none was.
 * Only the time is kept, nothing of the customer.
 */
export function useSentAt(customerId: string) {
  const staffId = useSession('staff')?._id ?? ''
  return useStored<number | null>(`draft-${staffId}-sent ${customerId}`, null, isTime)
}

/** How often the orders are read again. */
const AGAIN_MS = 5000
/** How far the clocks of this device and of the server may differ. */
const SKEW_MS = 2 * 60_000

type Props = {
  customerId: string
  sentAt: number
  /** It was placed: nothing of it is left to place. */
  onPlaced: (orderId: string) => void
  /** It was not placed, or another one is wanted. */
  onDismiss: () => void
}

/** After a reload: an order was sent and its answer was lost. Says whether the customer has it. */
export function LostAnswer({ customerId, sentAt, onPlaced, onDismiss }: Props) {
  const query = useQuery({
    ...read(orders.list, { params: { page: 1 }, query: { customer: customerId } }),
    staleTime: 0,
    // It may still be on its way.
    refetchInterval: AGAIN_MS,
  })
  const placed = query.data?.data.find(({ dateAndTime }) => Date.parse(dateAndTime) >= sentAt - SKEW_MS)
  const text = `The order that was sent at ${clockTime(sentAt)} had no answer.`
  return (
    <section
      role="alert"
      className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card bg-warn-soft px-4 py-4 text-warn"
    >
      <TriangleAlert aria-hidden size={28} className="shrink-0" />
      <p className="numbers min-w-60 flex-1 break-words">
        {query.isError
          ? `${text} ${messageOf(query.error)}`
          : query.isPending
            ? `${text} Looking whether it was placed …`
            : placed
              ? `${text} ${placed.order_id} was placed at ${clockTime(Date.parse(placed.dateAndTime))}.`
              : `${text} No order of the customer has been placed since.`}
      </p>
      {query.isError && (
        <Button variant="outline" onClick={() => void query.refetch()}>
          Retry
        </Button>
      )}
      {placed && (
        <>
          <Link
            to="/admin/order/get/$orderId"
            params={{ orderId: placed._id }}
            target="_blank"
            className={buttonVariants({ variant: 'outline' })}
          >
            Look at it
          </Link>
          <Button onClick={() => onPlaced(placed._id)}>This is the order</Button>
        </>
      )}
      {query.isSuccess && (
        <Button variant="outline" onClick={onDismiss}>
          {placed ? 'Place another order' : 'Go on with the order'}
        </Button>
      )}
    </section>
  )
}
