import { type DeliveryStatusName, deliveryStatusNames } from '@kirana/contract/wire/shapes'
import { nextStatus } from '@kirana/domain/delivery'

const names = Object.keys(deliveryStatusNames) as DeliveryStatusName[]

/** The status that one press leads to, null where the way ends. */
export function nextOf(status: DeliveryStatusName): DeliveryStatusName | null {
  const next = nextStatus(deliveryStatusNames[status])
  return names.find((name) => deliveryStatusNames[name] === next) ?? null
}

/** What one press that sets a status is called, where the status itself is no name for it. */
export const nextNames: Partial<Record<DeliveryStatusName, string>> = {
  Dispatched: 'Dispatch',
  'Out for Delivary': 'Send out',
  Delivered: 'Deliver',
}
