import { orders } from '@kirana/contract/orders'
import { formatWhen } from '@kirana/domain/calendar'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { messageOf, read } from '#/lib/api.ts'
import { useStored } from '#/lib/browser/stored.ts'
import { useSession } from '#/lib/session/profiles.ts'
import { Button, buttonVariants } from '#/ui/button.tsx'

const isTime = (value: unknown): value is number | null => value === null || typeof value === 'number'

/**
 * Time when the last order for the customer was sent without a final response, in ms since 1970; null if there is none.
 * Stored in this browser without any data of the customer.
 */
export function useSentAt(customerId: string) {
  const staffId = useSession('staff')?._id ?? ''
  return useStored<number | null>(`draft-${staffId}-sent ${customerId}`, null, isTime)
}

/**
 * The order that an earlier visit sent for the customer without a response, if any. `lostAt`: when it was sent, in ms
 * since 1970. `ignore` hides it; `dismiss` also deletes it. An order from a list cannot be lost, because repeating it
 * is harmless.
 */
export function useLostOrder(customerId: string, isFromList: boolean) {
  const [sentAt, keepSent] = useSentAt(customerId)
  const [wasSent, setWasSent] = useState(!isFromList && sentAt !== null)
  const ignore = () => setWasSent(false)
  return {
    // Also null if another tab has dismissed it.
    lostAt: wasSent ? sentAt : null,
    ignore,
    dismiss: () => {
      keepSent(null)
      ignore()
    },
  }
}

/** How often the customer's orders are refetched. */
const POLL_MS = 5000
/**
 * Tolerated difference between the clocks of this device and the server. With a larger difference a placed order is not
 * recognized, so the panel also names the customer's latest order.
 */
const SKEW_MS = 2 * 60_000
/** How long after sending an order may still reach the server. */
const ARRIVAL_MS = 60_000

const whenOf = (at: number) => formatWhen(new Date(at), new Date())

type Props = {
  customerId: string
  sentAt: number
  /** Called when staff confirm that the order was placed. */
  onPlaced: (orderId: string) => void
  /** Called when staff continue the order because it was not placed, or start another one. */
  onDismiss: () => void
}

/** Shown when an earlier order for this customer got no response. Looks for it among the customer's orders. */
export function LostAnswer({ customerId, sentAt, onPlaced, onDismiss }: Props) {
  const query = useQuery({
    ...read(orders.list, { params: { page: 1 }, query: { customer: customerId } }),
    staleTime: 0,
    // Refetched, because the order may still reach the server.
    refetchInterval: POLL_MS,
  })
  // Not after a failed refetch, whose message does not name the order.
  const [latest] = query.isSuccess ? query.data.data : []
  const placed = latest && Date.parse(latest.dateAndTime) >= sentAt - SKEW_MS ? latest : undefined
  const readAfter = query.dataUpdatedAt - sentAt
  // Negative if the clock was set back in between.
  const mayContinue = readAfter >= ARRIVAL_MS || readAfter < 0
  const text = `The order sent ${whenOf(sentAt)} got no response.`
  const latestText = latest
    ? `${latest.order_id} was placed ${whenOf(Date.parse(latest.dateAndTime))}.`
    : 'The customer has no orders.'
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
            ? `${text} Checking whether it was placed …`
            : placed
              ? `${text} ${latestText}`
              : `${text} No order of the customer has been placed since. ${
                  mayContinue ? latestText : 'It may still arrive: wait one minute.'
                }`}
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
            Open the order
          </Link>
          <Button onClick={() => onPlaced(placed._id)}>This is the order</Button>
        </>
      )}
      {query.isSuccess && (placed || mayContinue) && (
        <Button variant="outline" onClick={onDismiss}>
          {placed ? 'Place another order' : 'Continue this order'}
        </Button>
      )}
    </section>
  )
}
