import type { DeliveryStatusName } from '@kirana/contract/wire/shapes'

/** The stages of an order on its way to the customer, in order (domain, `deliveryStages`). */
export const stages = [
  'Confirmed',
  'Prepeared',
  'Dispatched',
  'Out for Delivary',
] as const satisfies readonly DeliveryStatusName[]
export type Stage = (typeof stages)[number]

export const isStage = (status: DeliveryStatusName): status is Stage =>
  stages.some((stage) => stage === status)
