import * as z from 'zod/mini'
import { wholeSent } from './numbers.ts'
import { write } from './route.ts'
import { id, spelled } from './shapes.ts'

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
}
