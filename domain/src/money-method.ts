import type { PaymentMethod } from './vocabulary.ts'

/** How money moves; `other` is an online payment whose method the provider did not name. */
export const moneyMethods = ['cash', 'upi', 'card', 'netbanking', 'wallet', 'other'] as const
export type MoneyMethod = (typeof moneyMethods)[number]

export const moneyMethodNames: Record<MoneyMethod, string> = {
  cash: 'Cash',
  upi: 'UPI',
  card: 'Card',
  netbanking: 'Netbanking',
  wallet: 'Wallet',
  other: 'Other',
}

/** The provider's names of the online methods that are counted separately. */
const instruments: readonly string[] = ['upi', 'card', 'netbanking'] satisfies MoneyMethod[]

/**
 * How an order is paid: cash on delivery may be paid by UPI at the door. A wallet of another company, through the provider, is `other`: `wallet` is the store's own.
 */
export function moneyMethodOf(method: PaymentMethod, instrument: string): MoneyMethod {
  if (method === 'cod') return instrument === 'upi' ? 'upi' : 'cash'
  if (method === 'wallet') return 'wallet'
  return instruments.includes(instrument) ? (instrument as MoneyMethod) : 'other'
}
