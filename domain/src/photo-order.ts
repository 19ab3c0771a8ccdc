import type { DeliveryStatus, ManualOrderStatus } from './vocabulary.ts'

const endOf = (status: DeliveryStatus): ManualOrderStatus =>
  status === 'delivered' || status === 'canceled' ? status : 'waiting'

/**
 * What a change of an order's status makes of the photographed list that it was placed from; null where the list keeps its
 * status, which staff may also set by hand.
 */
export function listStatusAfter(from: DeliveryStatus, to: DeliveryStatus): ManualOrderStatus | null {
  const status = endOf(to)
  return status === endOf(from) ? null : status
}
