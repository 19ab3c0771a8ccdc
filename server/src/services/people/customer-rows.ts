import { customerNumberText } from '@kirana/domain/customer-number'
import { PAGE_SIZE } from '@kirana/domain/paging'
import type { UserSort } from '@kirana/domain/vocabulary'
import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { requireRow } from '../../errors.ts'
import { containing, containingPhone, isIndexed, listRow, pageOf, phonePart } from '../shared/pages.ts'
import { profile, Profile } from './customers.ts'

const listed = {
  profile: Profile,
  totalPayment: z.int(),
  isErased: z.boolean(),
  wallet: z.strictObject({
    coins: z.int(),
    money: z.int(),
    withdrawnCoins: z.int(),
    withdrawnMoney: z.int(),
  }),
}

const select = sql`${profile} AS profile, u.total_payment AS "totalPayment",
  u.erased_at IS NOT NULL AS "isErased", (
  SELECT json_build_object('coins', w.coins, 'money', w.money, 'withdrawnCoins', w.withdrawn_coins,
    'withdrawnMoney', w.withdrawn_money)
  FROM wallets w WHERE w.user_id = u.id) AS wallet`

/** The exact expression of the indexes of the name. */
const name = sql`lower(u.full_name)`

const sortedBy = (sort: UserSort): SQL => (sort.endsWith('name') ? name : sql`u.total_payment`)

/** A page of the customers with this part of a phone, with the number of pages (`pageOf`). */
export async function customerPage(
  db: Db,
  { search, sort }: { search: string; sort: UserSort },
  page: number,
) {
  const selection = {
    from: sql`users u`,
    id: sql`u.id`,
    condition: search ? containingPhone(sql`u.phone`, search) : sql`true`,
    name: JSON.stringify(['users', search]),
    size: PAGE_SIZE.users,
    ...(sort && { sort: { by: sortedBy(sort), ascending: !sort.startsWith('-') } }),
  }
  const { data, totalPages } = await pageOf(db, selection, page, { select, row: listRow(listed) })
  return { data: data.map(({ profile: customer, ...more }) => ({ ...customer, ...more })), totalPages }
}

const oneRow = z.strictObject({ ...listed, customerNumber: z.int(), registeredAt: z.string() })

/** One customer. @throws HttpError 404 */
export async function readCustomer(db: Db, id: string) {
  const rows = await rowsOf(db, oneRow).execute(sql`
    SELECT ${select}, u.customer_number::int AS "customerNumber", to_json(u.created_at)#>>'{}' AS "registeredAt"
    FROM users u WHERE u.id = ${id}`)
  const { profile: customer, customerNumber, registeredAt, ...more } = requireRow(rows, 'Customer')
  return {
    ...customer,
    ...more,
    customerId: customerNumberText(customerNumber),
    registeredAt: new Date(registeredAt),
  }
}

const MAX_FOUND = 8
/** The maximum number of matches that are ranked: names that begin with the search come first. */
const MAX_RANKED = 200

const foundRow = z.strictObject({ id: z.string(), fullName: z.string(), phone: z.string() })

/** Customers whose name or phone contains the text, for choosing one. Finds none for a text that is too short. */
export async function findCustomers(db: Db, text: string) {
  const phone = phonePart(text)
  if (!isIndexed(text)) return []
  const byPhone =
    /\d/.test(phone) && isIndexed(phone) ? sql` OR ${containingPhone(sql`u.phone`, text)}` : sql``
  return rowsOf(db, foundRow).execute(sql`
    SELECT f.id, f.full_name AS "fullName", f.phone
    FROM (SELECT u.id, u.full_name, u.phone FROM users u
      WHERE (${containing(name, text)}${byPhone}) AND u.erased_at IS NULL LIMIT ${MAX_RANKED}) f
    ORDER BY position(lower(${text}) in lower(f.full_name)) <> 1, lower(f.full_name), f.id LIMIT ${MAX_FOUND}`)
}
