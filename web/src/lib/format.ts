import { formatTime } from '@kirana/domain/calendar'
import { formatRupees } from '@kirana/domain/money'

export { formatDateTime, formatDateTimeOr } from '@kirana/domain/calendar'
export { formatPhone } from '@kirana/domain/phone'

/** Formats rupees from the wire (at most 2 decimals): '₹1,23,456.50'. */
export const rupees = (amount: number) => formatRupees(Math.round(amount * 100))

const grouped = new Intl.NumberFormat('en-IN')

/** A count with Indian digit grouping: '1,23,456'. */
export const count = (amount: number) => grouped.format(amount)

/** A count with its noun: '1 product', '2,000 products'. */
export const counted = (amount: number, noun: string) => `${count(amount)} ${noun}${amount === 1 ? '' : 's'}`

/** Time of day in Asia/Kolkata, '10:42 am'. `ms`: milliseconds since 1970. */
export const clockTime = (ms: number) => formatTime(new Date(ms))
