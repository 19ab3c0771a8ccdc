import { openDatabase } from '../../db/open.ts'
import { post } from '../../services/wallet/ledger.ts'
import { startSession } from '../../request/sessions.ts'
import { staff } from '../../tables/people.ts'
import { users } from '../../tables/users.ts'
import { wallets } from '../../tables/wallets.ts'

const COINS = 1_000_000

/**
 * Writes signed-in staff and COUNT customers with coins into the migrated database at DATABASE_URL, and prints their
 * credentials as JSON: `node server/src/testing/processes/write-people.ts COUNT`.
 */
const count = Number(process.argv[2])
const database = await openDatabase({ url: process.env['DATABASE_URL'] ?? null, folder: null })
const now = new Date()
const people = await database.transaction(async (tx) => {
  const values = { name: 'Asha', username: 'asha', passwordHash: '-' }
  const [person] = await tx.insert(staff).values(values).returning()
  const customers: { userId: string; token: string }[] = []
  for (let n = 0; n < count; n++) {
    const row = { phone: `+919800${String(n + 10).padStart(6, '0')}`, referCode: `RAVI${n}` }
    const [user] = await tx.insert(users).values(row).returning()
    const userId = user?.id ?? ''
    await tx.insert(wallets).values({ userId })
    const key = `given ${n}`
    await post(tx, [{ key, kind: 'staff-coins', userId, by: 'Asha (staff)', amounts: [COINS] }], now)
    customers.push({ userId, token: await startSession(tx, 'customer', userId, now) })
  }
  return { customers, staff: `kirana_staff=${await startSession(tx, 'staff', person?.id ?? '', now)}` }
})
process.stdout.write(JSON.stringify(people))
await database.close()
