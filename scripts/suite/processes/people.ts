import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { openDatabase } from '../../../server/src/db/open.ts'
import { post } from '../../../server/src/services/ledger.ts'
import { startSession } from '../../../server/src/services/sessions.ts'
import { staff } from '../../../server/src/tables/people.ts'
import { users } from '../../../server/src/tables/users.ts'
import { wallets } from '../../../server/src/tables/wallets.ts'
import { addPhones } from '../../../server/src/testing/phones.ts'
import type { People } from './load.ts'

const COINS = 1_000_000

/** A store with signed-in staff, so many customers with money to withdraw, and so many phones to push to. */
export async function openStore(url: string, counts: { customers: number; phones: number }) {
  const database = await openDatabase({ url, folder: null })
  const { db } = database
  await database.migrate(fileURLToPath(new URL('../../../server/drizzle', import.meta.url)))
  const now = new Date()
  const people = await database.transaction(async (tx): Promise<People> => {
    await addPhones(tx, counts.phones)
    await tx.execute(sql`INSERT INTO wallets (user_id) SELECT id FROM users`)
    const values = { name: 'Asha', username: 'asha', passwordHash: '-' }
    const [person] = await tx.insert(staff).values(values).returning()
    const customers: People['customers'] = []
    for (let n = 0; n < counts.customers; n++) {
      const row = { phone: `+9198000000${n + 10}`, referCode: `RAVI${n}` }
      const [user] = await tx.insert(users).values(row).returning()
      const userId = user?.id ?? ''
      await tx.insert(wallets).values({ userId })
      const key = `given ${n}`
      await post(tx, [{ key, kind: 'staff-coins', userId, by: 'Asha (staff)', amounts: [COINS] }], now)
      customers.push({ userId, token: await startSession(tx, 'customer', userId, now) })
    }
    return { customers, staff: `kirana_staff=${await startSession(tx, 'staff', person?.id ?? '', now)}` }
  })

  /** How many of the load's writes stand in the books, and which withdrawals. */
  async function books() {
    const { rows } = await db.execute<{ coins: number; paid: number; asked: string[] }>(sql`
      SELECT (SELECT count(*)::int FROM ledger_transactions WHERE kind = 'staff-coins' AND key NOT LIKE 'given %') AS coins,
        (SELECT count(*)::int FROM ledger_transactions WHERE kind = 'withdrawal-payout') AS paid,
        (SELECT coalesce(json_agg(id), '[]') FROM withdrawals) AS asked`)
    return rows[0] ?? { coins: 0, paid: 0, asked: [] }
  }
  return { people, books, close: database.close }
}
