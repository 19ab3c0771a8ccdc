import { type DeliveryStatusName, deliveryStatusNames } from '@kirana/contract/wire/shapes'
import { nextStatus } from '@kirana/domain/delivery'

const names = Object.keys(deliveryStatusNames) as DeliveryStatusName[]

/** The status that usually follows `status`; null for the last one. */
export function nextOf(status: DeliveryStatusName): DeliveryStatusName | null {
  const next = nextStatus(deliveryStatusNames[status])
  return names.find((name) => deliveryStatusNames[name] === next) ?? null
}

/** Labels of the buttons that set a status. Other buttons are labeled with the status itself. */
export const nextNames: Partial<Record<DeliveryStatusName, string>> = {
  Dispatched: 'Dispatch',
  'Out for Delivary': 'Send out',
  Delivered: 'Deliver',
}
