import type { PickedLine } from '@kirana/contract/pick'

/** The result of picking a line, as the picker entered it. */
export type LineSetting = Pick<PickedLine, 'line' | 'found' | 'grams' | 'swap'> & {
  short: { quantity: number; reason: Exclude<PickedLine['reason'], ''> } | null
}

/**
 * A picker's action on this device that the server has not confirmed or has rejected. Without a setting it ends the
 * pick.
 */
export type PickAction = {
  kind: 'pick'
  /** The `actionId`: if the action is sent again after a lost response or by two tabs, the server counts it once. */
  key: string
  /** Id of the staff member. */
  by: string
  orderId: string
  setting: LineSetting | null
  /** Set if the server has rejected it, or an earlier action on the same order, at `at` (ms since 1970). */
  refused?: { code: string; message: string; at: number }
}
