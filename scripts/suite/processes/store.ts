import { addPhones } from '@kirana/testing/phones'
import { runProgram } from '@kirana/testing/program'
import { drizzle } from 'drizzle-orm/node-postgres'
import { sql } from 'drizzle-orm'
import { Pool } from 'pg'
import type { People } from './load.ts'

/** Prepares a migrated store with signed-in staff, customers with money, and phones with push tokens. */
export async function openStore(url: string, counts: { customers: number; phones: number }) {
  const pool = new Pool({ connectionString: url })
  const db = drizzle(pool)
  await addPhones(db, counts.phones)
  await db.execute(sql`INSERT INTO wallets (user_id) SELECT id FROM users`)
  const writing = ['server/src/testing/processes/write-people.ts', String(counts.customers)]
  const { code, said } = await runProgram(writing, { DATABASE_URL: url }).ended
  if (code !== 0) throw new Error(said)
  const people = JSON.parse(said) as People

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
