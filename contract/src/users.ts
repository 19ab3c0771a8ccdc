import * as z from 'zod/mini'
import { SavedAddress } from './address.ts'
import { bytes, read, write } from './route.ts'
import { byPage, id, paged, required, rupees, search, renamed } from './shapes.ts'

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
    isErased: z.boolean(),
  },
  { _id: 'id', address: 'addresses' },
)
export type User = z.input<typeof User>

const LAST_DIGITS = 'Enter the last four digits of the phone number'

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
  export: read({
    access: 'staff',
    method: 'GET',
    path: '/user/export/:userId',
    summary: "Everything kept about a customer as one JSON file, for the customer's right of access; audited",
    params: z.object({ userId: id }),
    answers: 'bytes',
    data: bytes,
  }),
  erase: write({
    access: 'staff',
    method: 'POST',
    path: '/user/erase',
    summary:
      "Erases a customer's personal data; orders, invoices and the ledger stay without the person. `lastDigits` are the " +
      'last four of the phone number',
    body: z.object({
      userId: id,
      lastDigits: z.string({ error: LAST_DIGITS }).check(z.trim(), z.regex(/^\d{4}$/, LAST_DIGITS)),
      reason: required('Reason is required', 500),
    }),
    message: 'Personal data erased successfully',
  }),
}
