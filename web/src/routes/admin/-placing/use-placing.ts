import { manualOrders, type ManualOrder } from '@kirana/contract/manual-orders'
import { orders } from '@kirana/contract/orders'
import { staffOrders } from '@kirana/contract/staff-orders'
import { useRef, useState } from 'react'
import { isFinal } from '#/lib/api-error.ts'
import { ApiError, queryClient, useWrite } from '#/lib/api.ts'
import { useSentAt } from './lost-answer.tsx'

type Body = Omit<
  Parameters<ReturnType<typeof useWrite<typeof staffOrders.place>>['send']>[0]['body'],
  'userId'
>

type Placed = {
  onPlaced: (orderId: string) => void
  /** Called if a second person has to approve the payment first. */
  onWaiting: () => void
}

/**
 * Places an order for a customer, or from `list`. A rejection stays beside the button, and the bill is reloaded,
 * because it may have changed. Without a final response the order may have been placed: it can only be sent again
 * unchanged, with the same idempotency key. After a reload, `useSentAt` returns when it was sent.
 */
export function usePlacing(
  { list, buyerId }: { list: ManualOrder | null; buyerId: string },
  { onPlaced, onWaiting }: Placed,
) {
  const [refusal, setRefusal] = useState('')
  const [isUnknown, setUnknown] = useState(false)
  const [, keepSent] = useSentAt(buyerId)
  const sendLast = useRef(() => {})
  const options = {
    reload: [manualOrders.list, orders.list, orders.stages],
    onDone: ({ _id }: { _id: string }) => {
      keepSent(null)
      onPlaced(_id)
    },
    onWaiting: () => {
      keepSent(null)
      onWaiting()
    },
    showFailure: (error: Error) => {
      const isStillUnknown = !isFinal(error, isUnknown)
      setUnknown(isStillUnknown)
      // A rejected repeat needs its reason; a lost response is reported beside the button.
      if (isStillUnknown) return !isFinal(error)
      keepSent(null)
      if (!(error instanceof ApiError) || ![409, 422].includes(error.status)) return false
      setRefusal(error.message)
      void queryClient.invalidateQueries({ queryKey: [staffOrders.quote.path] })
      return true
    },
  }
  const forCustomer = useWrite(staffOrders.place, options)
  const fromList = useWrite(staffOrders.placeList, options)
  const isSending = list ? fromList.isSending : forCustomer.isSending
  return {
    refusal,
    isSending,
    isUnknown,
    /** Whether the fields are locked, because the order has been sent. */
    isLocked: isSending || isUnknown,
    send: (order: Body) => {
      setRefusal('')
      // The server places one order per list, so a repeat is harmless.
      if (!list) keepSent(Date.now())
      sendLast.current = () =>
        list
          ? fromList.send({ body: { ...order, manualOrderId: list._id } })
          : forCustomer.send({ body: { ...order, userId: buyerId } })
      sendLast.current()
    },
    retry: () => sendLast.current(),
  }
}
