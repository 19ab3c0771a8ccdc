import * as z from 'zod/mini'
import { SavedAddress } from './address.ts'
import { read } from './route.ts'
import { byPage, id, paged, rupees, search, renamed } from './shapes.ts'

/**
 * `point` is in coins, `money` in rupees. `withdrawalPoint` is the total of coins converted to money for withdrawals,
 * `withdrawalMoney` the total of money withdrawn.
 */
export const balances = { point: z.int(), money: rupees, withdrawalPoint: z.int(), withdrawalMoney: rupees }
export const balanceNames = {
  point: 'coins',
  withdrawalPoint: 'withdrawnCoins',
  withdrawalMoney: 'withdrawnMoney',
} as const
export const Wallet = renamed(balances, balanceNames)
export type Wallet = z.input<typeof Wallet>

/** A customer. Unknown texts are ''; `fcmToken` is '' when no phone is registered for push. */
export const User = renamed(
  {
    _id: id,
    fullName: z.string(),
    totalPayment: rupees,
    email: z.string(),
    phone: z.string(),
    gender: z.string(),
    country: z.string(),
    address: z.array(SavedAddress),
    wallet: Wallet,
    fcmToken: z.string(),
  },
  { _id: 'id', address: 'addresses' },
)
export type User = z.input<typeof User>

export const users = {
  list: read({
    access: 'staff',
    method: 'GET',
    path: '/user/get/all/user/staff/:page',
    summary: 'Customers, 20 a page; search matches the phone number',
    params: byPage,
    query: z.object({ search }),
    data: paged(User),
  }),
}
