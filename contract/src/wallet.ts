import { withdrawalStates } from '@kirana/domain/payout'
import * as z from 'zod/mini'
import { wholeInput } from './wire/numbers.ts'
import { forStaff, get, post } from './wire/route.ts'
import { page, paged } from './wire/lists.ts'
import { id, moment, signedRupees, renamed } from './wire/shapes.ts'

const entry = {
  _id: id,
  dateAndTime: moment,
  about: z.string(),
  point: z.int(),
  money: signedRupees,
  /** The withdrawal that an entry is about, as it is now; `reason` says why it was refused. */
  withdrawal: z.optional(z.object({ _id: id, state: z.enum(withdrawalStates), reason: z.string() })),
}
const names = { _id: 'id', dateAndTime: 'at', point: 'coins' } as const

/**
 * A wallet entry as its customer sees it. `about` describes it; `point` (coins) and `money` (rupees) are the changes to
 * the balance: negative for debits, both 0 when held money was paid out.
 */
export const WalletEntry = renamed(entry, names)
export type WalletEntry = z.input<typeof WalletEntry>

/** A wallet entry as staff see it: `by` is the person who caused it, `orderId` the `_id` of its order. */
export const StaffWalletEntry = renamed({ ...entry, by: z.string(), orderId: z.optional(id) }, names)
export type StaffWalletEntry = z.input<typeof StaffWalletEntry>

/** Maximum number of coins in one call (domain rules, Wallet). */
const MAX_COINS = 100_000
const POSITIVE = 'Coin must be more than 0'
const point = wholeInput(1, Number.MAX_SAFE_INTEGER, POSITIVE, POSITIVE).check(
  z.lte(MAX_COINS, 'Coin must be 1,00,000 at most'),
)

export const wallet = {
  addCoins: post(
    forStaff('wallet.coins'),
    '/wallet/coin/add',
    "Adds coins to a customer's wallet, up to the daily limit per staff member",
    {
      fresh: true,
      keyRequired: true,
      body: renamed({ userId: id, point }, { point: 'coins' }),
      awaits: true,
      message: 'Coin added successfully',
    },
  ),
  entries: get(
    forStaff('customers.read'),
    '/wallet/get/entries/:userId/:page',
    "The entries of a customer's wallet, newest first, 20 a page",
    { params: z.object({ userId: id, page }), data: paged(StaffWalletEntry) },
  ),
}
