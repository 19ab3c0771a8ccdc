import * as z from 'zod/mini'
import { KeptAddress } from './address.ts'
import { read } from './route.ts'
import { byPage, id, paged, rupees, search, spelled } from './shapes.ts'

/**
 * `point` is in coins, `money` in rupees; `withdrawalPoint` are the coins turned into money for withdrawals so far,
 * `withdrawalMoney` is the money withdrawn so far.
 */
export const balances = { point: z.int(), money: rupees, withdrawalPoint: z.int(), withdrawalMoney: rupees }
export const balanceNames = {
  point: 'coins',
  withdrawalPoint: 'withdrawnCoins',
  withdrawalMoney: 'withdrawnMoney',
} as const
export const Wallet = spelled(balances, balanceNames)
export type Wallet = z.input<typeof Wallet>

/** A customer. Texts are '' where nothing is known; `fcmToken` is '' without a phone to push to. */
export const User = spelled(
  {
    _id: id,
    fullName: z.string(),
    totalPayment: rupees,
    email: z.string(),
    phone: z.string(),
    gender: z.string(),
    country: z.string(),
    address: z.array(KeptAddress),
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
