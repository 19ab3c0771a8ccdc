import type { RiderDay, RiderDrop } from '@kirana/contract/rider'

/** The customer's code, or why there is none; neither where no code is needed. */
export type DoorProof = { doorCode?: string; override?: string }

/** What a rider does with a bag. Amounts are rupees. */
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

/** An action of a rider on this phone that the server has not confirmed, or has refused. */
export type DropAction = {
  kind: 'drop'
  /** The `actionId`: sent again after a lost answer, it counts once. */
  key: string
  /** Id of the rider. */
  by: string
  orderId: string
  /** The number that people read out. */
  number: string
  step: DropStep
  /** A refused one stays until the rider has read why. */
  state: 'queued' | 'refused'
  /** The server's message, once it refused the action. */
  message: string
}

const stateAfter = { start: 'on the road', deliver: 'delivered', fail: 'failed' } as const

/** Whether the rider still has to do something with the bag at the customer's door. */
export const isToDeliver = ({ state }: Pick<RiderDrop, 'state'>) =>
  state === 'assigned' || state === 'on the road'

/** The day with an action of the rider that it does not contain yet: the drop's state and the cash in hand, in rupees. */
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

/** Rupees that the rider has more in hand after the step. */
function collectedBy(step: DropStep, { toCollect }: RiderDrop) {
  if (step.do !== 'deliver' || step.paidBy !== 'cash') return 0
  return step.toWallet ? (step.received ?? toCollect) : toCollect
}
