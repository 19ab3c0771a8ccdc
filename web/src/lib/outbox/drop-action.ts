import type { RiderDay, RiderDrop } from '@kirana/contract/rider'

/** The customer's code, or the reason why there is none. Both are absent if no code is needed. */
export type DoorProof = { doorCode?: string; override?: string }

/** An action of a rider on a bag. Amounts are in rupees. */
export type DropStep =
  | { do: 'start' }
  | ({
      do: 'deliver'
      paidBy: 'cash' | 'upi' | 'none'
      received?: number
      toWallet?: boolean
      utr?: string
    } & DoorProof)
  | { do: 'fail'; reason: string; photo?: Blob }

/** A rider's action on this phone that the server has not confirmed or has rejected. */
export type DropAction = {
  kind: 'drop'
  /** The `actionId`: if the action is sent again after a lost response, the server counts it once. */
  key: string
  /** Id of the rider. */
  by: string
  orderId: string
  /** The order's number as users see it. */
  number: string
  step: DropStep
  /** A rejected action stays until the rider has read the reason. */
  state: 'queued' | 'refused'
  /** The server's message, if it rejected the action. */
  message: string
}

/** The upload speed of a slow mobile network in bytes per ms: 40 kbit/s. */
const SLOW_UPLOAD = 5

/** The time in ms that the photo of an entry may take to upload; 0 without a photo. */
export const uploadMs = (entry: { kind: string; step?: DropStep }) =>
  entry.step?.do === 'fail' ? (entry.step.photo?.size ?? 0) / SLOW_UPLOAD : 0

const stateAfter = { start: 'on the road', deliver: 'delivered', fail: 'failed' } as const

/** Whether the bag still has to be delivered. */
export const isToDeliver = ({ state }: Pick<RiderDrop, 'state'>) =>
  state === 'assigned' || state === 'on the road'

/**
 * Applies an action to the rider's day: changes the drop's state and the cash in hand (rupees). The action must not be
 * part of the day yet.
 */
export function dayAfter(day: RiderDay, { orderId, step }: Pick<DropAction, 'orderId' | 'step'>): RiderDay {
  const drop = day.drops.find(({ _id }) => _id === orderId)
  if (!drop || !isToDeliver(drop)) return day
  const changed = { ...drop, state: stateAfter[step.do] }
  return {
    ...day,
    cash: Math.round((day.cash + collectedBy(step, drop)) * 100) / 100,
    drops: day.drops.map((one) => (one === drop ? changed : one)),
  }
}

/** Rupees that the step adds to the rider's cash in hand. */
function collectedBy(step: DropStep, { toCollect }: RiderDrop) {
  if (step.do !== 'deliver' || step.paidBy !== 'cash') return 0
  return step.toWallet ? (step.received ?? toCollect) : toCollect
}
