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

  /** Plays a failover that loses the newest ten events; fifteen others have taken their numbers. */
  const loseEvents = () =>
    db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ kept: string }>(sql`SELECT max(seq) - 10 AS kept FROM live_events`)
      const kept = sql`${rows[0]?.kept}::bigint`
      await tx.execute(sql`DELETE FROM live_events WHERE seq > ${kept}`)
      await tx.execute(sql`SELECT setval('live_event_seq', ${kept})`)
      await tx.execute(sql`
        INSERT INTO live_events (type, subject, seq)
        SELECT 'cash.changed', gen_random_uuid(), nextval('live_event_seq') FROM generate_series(1, 15)`)
    })
  /**
   * Writes `count` events of withdrawals, which the next poll of a process numbers; returns the number of events of
   * each withdrawal.
   */
  async function publish(count: number) {
    const { rows } = await db.execute<{ id: string; times: number }>(sql`
      WITH published AS (
        INSERT INTO live_events (type, subject)
        SELECT 'withdrawal.created', ids[1 + n % array_length(ids, 1)]
        FROM (SELECT array_agg(id) AS ids FROM withdrawals) w, generate_series(1, ${count}::int) n
        RETURNING subject)
      SELECT subject AS id, count(*)::int AS times FROM published GROUP BY subject`)
    return rows
  }
  return { people, stored, loseEvents, publish, close: () => pool.end() }
}
