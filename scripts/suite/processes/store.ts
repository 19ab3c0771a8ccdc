import { addPhones } from '@kirana/testing/phones'
import { drizzle } from 'drizzle-orm/node-postgres'
import { sql } from 'drizzle-orm'
import { Pool } from 'pg'
import { run } from './backend.ts'
import type { People } from './load.ts'

/** Prepares a migrated store with signed-in staff, customers with money, and phones with push tokens. */
export async function openStore(url: string, counts: { customers: number; phones: number }) {
  const pool = new Pool({ connectionString: url })
  const db = drizzle(pool)
  await addPhones(db, counts.phones)
  await db.execute(sql`INSERT INTO wallets (user_id) SELECT id FROM users`)
  const args = [String(counts.customers)]
  const writing = run('server/src/testing/processes/write-people.ts', { DATABASE_URL: url }, args)
  if ((await writing.ended) !== 0) throw new Error(writing.said())
  const people = JSON.parse(writing.said()) as People

  /** The number of stored writes of the load, and the ids of its withdrawals. */
  async function stored() {
    const { rows } = await db.execute<{ coins: number; paid: number; asked: string[] }>(sql`
      SELECT (SELECT count(*)::int FROM ledger_transactions WHERE kind = 'staff-coins' AND key NOT LIKE 'given %') AS coins,
        (SELECT count(*)::int FROM ledger_transactions WHERE kind = 'withdrawal-payout') AS paid,
        (SELECT coalesce(json_agg(id), '[]') FROM withdrawals) AS asked`)
    return rows[0] ?? { coins: 0, paid: 0, asked: [] }
  }
  return { people, stored, close: () => pool.end() }
}
