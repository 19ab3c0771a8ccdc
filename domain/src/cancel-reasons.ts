/** The reasons for canceling a paid order that the screens offer; any other text is accepted, too. */
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
