import type { PickedLine } from '@kirana/contract/pick'

/** The result of picking a line, as the picker entered it. */
export type LineSetting = Pick<PickedLine, 'line' | 'found' | 'grams' | 'swap'> & {
  short: { quantity: number; reason: Exclude<PickedLine['reason'], ''> } | null
}

/**
 * Something that a picker did on this device and the server has not confirmed, or has refused; without a setting it ends the
 * pick.
 */
export type PickAction = {
  kind: 'pick'
  /** The `actionId`: sent again after a lost answer, or by two tabs, it counts once. */
  key: string
  /** Id of the staff member. */
  by: string
  orderId: string
  setting: LineSetting | null
  /** The server has refused it, or one before it of the same order, at `at` (ms since 1970); absent while it waits. */
  refused?: { code: string; message: string; at: number }
}
