import { SORT_INVALID } from '@kirana/domain/texts'
import { userSorts } from '@kirana/domain/vocabulary'
import * as z from 'zod/mini'
import { SavedAddress } from './wire/address.ts'
import { text } from './wire/bounded.ts'
import { download, forStaff, get, post } from './wire/route.ts'
import { byPage, paged, search } from './wire/lists.ts'
import { id, moment, required, rupees, renamed } from './wire/shapes.ts'

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

const user = {
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
}
const userNames = { _id: 'id', address: 'addresses' } as const

/** A customer. Unknown texts are ''; `fcmToken` is '' when no phone is registered for push. */
export const User = renamed(user, userNames)
export type User = z.input<typeof User>

/** A customer with the details for the page of one customer. */
export const Customer = renamed(
  { ...user, customerId: z.string(), referCode: z.string(), registeredAt: moment },
  userNames,
)
export type Customer = z.input<typeof Customer>

const found = { _id: id, fullName: z.string(), phone: z.string() }

const sort = z._default(z.enum(userSorts, { error: SORT_INVALID }), '')

const LAST_DIGITS = 'Enter the last four digits of the phone number'

export const users = {
  list: get(
    forStaff('customers.read'),
    '/user/get/all/user/staff/:page',
    'Customers, newest first unless sorted, 20 a page; search matches the phone number',
    { params: byPage, query: z.object({ search, sort }), data: paged(User) },
  ),
  get: get(forStaff('customers.read'), '/user/get/single/user/staff/:userId', 'One customer', {
    params: z.object({ userId: id }),
    data: Customer,
  }),
  find: get(
    forStaff('customers.read'),
    '/user/find',
    'Up to 8 customers whose name or phone contains the search of 3 characters or more',
    { query: z.object({ search }), data: z.array(renamed(found, { _id: 'id' })) },
  ),
  export: download(
    // The file includes prescriptions, photos of claims and bank accounts, so it needs the permission for each of them.
    forStaff({
      all: [
        'customers.write',
        'orders.write',
        'withdrawals.read',
        'claims',
        'approvals',
        'messages',
        'push',
        'dispatch',
      ],
    }),
    '/user/export/:userId',
    "Everything kept about a customer as one JSON file, for the customer's right of access; audited",
    { fresh: true, params: z.object({ userId: id }) },
  ),
  erase: post(
    forStaff('customers.write'),
    '/user/erase',
    "Erases a customer's personal data; orders, invoices and the ledger stay without the person. `lastDigits` are the " +
      'last four of the phone number',
    {
      fresh: true,
      body: z.object({
        userId: id,
        lastDigits: text(4, LAST_DIGITS, LAST_DIGITS).check(z.regex(/^\d{4}$/, LAST_DIGITS)),
        reason: required('Reason is required', 500),
      }),
      message: 'Personal data erased successfully',
    },
  ),
}
