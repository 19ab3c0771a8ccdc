import { staffOrders } from '@kirana/contract/staff-orders'
import type { Sent } from '@kirana/contract/wire/route'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { read } from '#/lib/api.ts'
import { useDebounced } from '#/lib/browser/debounced.ts'

type Order = Sent<typeof staffOrders.quote>['body']

/**
 * The bill of an order, reloaded when the order changes. `quote`: undefined until it is loaded. `isCurrent`: false
 * while it is outdated. `missing`: the text to show without a bill.
 */
export function useQuote({ coupon, ...order }: Order & { coupon: string }) {
  const asked = { ...order, coupon: useDebounced(coupon, 400) }
  const isComplete = order.items.length > 0 && /^\d{6}$/.test(order.pincode)
  const query = useQuery({
    ...read(staffOrders.quote, { body: asked }),
    placeholderData: keepPreviousData,
    enabled: isComplete,
  })
  return {
    query,
    quote: isComplete ? query.data : undefined,
    isCurrent: !query.isFetching && !query.isPlaceholderData && asked.coupon === coupon,
    missing:
      order.items.length === 0
        ? 'Add an item to see the bill'
        : isComplete
          ? 'Reading the bill …'
          : 'Enter the pincode to see the bill',
  }
}
