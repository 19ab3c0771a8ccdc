import type { DeliveryStatus, ManualOrderStatus } from './vocabulary.ts'

const endOf = (status: DeliveryStatus): ManualOrderStatus =>
  status === 'delivered' || status === 'canceled' ? status : 'waiting'

/**
 * The new status of a photographed list when the status of the order placed from it changes. Null if the list keeps its
 * status, which staff may also set by hand.
 */
export function listStatusAfter(from: DeliveryStatus, to: DeliveryStatus): ManualOrderStatus | null {
  const status = endOf(to)
  return status === endOf(from) ? null : status
}
