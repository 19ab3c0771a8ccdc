import * as z from 'zod/mini'
import { wholeSent } from './numbers.ts'
import { read, write } from './route.ts'
import { id, moment, page, paged, signedRupees, spelled } from './shapes.ts'

const entry = { _id: id, dateAndTime: moment, about: z.string(), point: z.int(), money: signedRupees }
const names = { _id: 'id', dateAndTime: 'at', point: 'coins' } as const

/**
 * Something that happened to a wallet, as its customer sees it. `about` says what it was; `point` (coins) and `money`
 * (rupees) are what it changed: below 0 when something went out, both 0 when held money was paid out.
 */
export const WalletEntry = spelled(entry, names)
export type WalletEntry = z.input<typeof WalletEntry>

/** The same as staff see it: `by` is who caused it, `orderId` the `_id` of the order that it belongs to. */
export const StaffWalletEntry = spelled({ ...entry, by: z.string(), orderId: z.optional(id) }, names)
export type StaffWalletEntry = z.input<typeof StaffWalletEntry>

/** Coins that staff may add in one go (domain rules, Wallet). */
const MOST_COINS = 100_000
const MORE_THAN_0 = 'Coin must be more than 0'
const point = wholeSent(1, Number.MAX_SAFE_INTEGER, MORE_THAN_0, MORE_THAN_0).check(
  z.lte(MOST_COINS, 'Coin must be 1,00,000 at most'),
)

export const wallet = {
  addCoins: write({
    access: 'staff',
    method: 'POST',
    path: '/wallet/coin/add',
    summary: "Adds coins to a customer's wallet",
    body: spelled({ userId: id, point }, { point: 'coins' }),
    message: 'Coin added successfully',
  }),
  entries: read({
    access: 'staff',
    method: 'GET',
    path: '/wallet/get/entries/:userId/:page',
    summary: "What happened to a customer's wallet, newest first, 20 a page",
    params: z.object({ userId: id, page }),
    data: paged(StaffWalletEntry),
  }),
}
