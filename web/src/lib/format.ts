import { formatTime } from '@kirana/domain/calendar'
import { formatRupees } from '@kirana/domain/money'

export { count, counted } from '@kirana/domain/count'
export { formatDateTime, formatDateTimeOr } from '@kirana/domain/calendar'
export { formatPhone } from '@kirana/domain/phone'

/** Formats rupees from the wire (at most 2 decimals): '₹1,23,456.50'. */
export const rupees = (amount: number) => formatRupees(Math.round(amount * 100))

/** Time of day in Asia/Kolkata, '10:42 am'. `ms`: milliseconds since 1970. */
export const clockTime = (ms: number) => formatTime(new Date(ms))
