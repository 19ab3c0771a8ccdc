/** What the screens offer as the reason for canceling a paid order; any other text will do as well. */
export const cancelReasons = [
  'Customer asked',
  'Items are out of stock',
  'Cannot be delivered',
  'Ordered by mistake',
] as const

export const MIN_CANCEL_REASON = 3
export const MAX_CANCEL_REASON = 200
/** The message when a reason is too short. */
export const CANCEL_REASON_NEEDED = 'Say in 3 to 200 characters why the order is canceled'
