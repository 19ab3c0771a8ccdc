import type { RiderDay } from '@kirana/contract/rider'
import { isOpenDrop } from '@kirana/domain/drops'

/** The rupees of change that may still go to customers' wallets: what the cash limit leaves beyond the bills to collect. */
export function walletRoomOf({ cash, cashLimit, drops }: RiderDay): number {
  const open = drops.filter(({ state }) => isOpenDrop(state))
  const paise = open.reduce((sum, { toCollect }) => sum + Math.round(toCollect * 100), 0)
  return Math.max(0, (Math.round(cashLimit * 100) - Math.round(cash * 100) - paise) / 100)
}
