import type { RiderDay } from '@kirana/contract/rider'
import { isOpenDrop } from '@kirana/domain/drops'

/**
 * Rupees of change that may still go to customers' wallets: the rider's cash limit minus the cash in hand and the bills
 * to collect.
 */
export function walletRoomOf({ cash, cashLimit, drops }: RiderDay): number {
  const open = drops.filter(({ state }) => isOpenDrop(state))
  const paise = open.reduce((sum, { toCollect }) => sum + Math.round(toCollect * 100), 0)
  return Math.max(0, (Math.round(cashLimit * 100) - Math.round(cash * 100) - paise) / 100)
}
