import { sql } from 'drizzle-orm'
import type { Db } from '../db/types.ts'
import { invariants } from '../services/invariants.ts'

const everyOne = sql.join(
  Object.entries(invariants).map(
    ([name, broken]) => sql`SELECT ${sql.raw(`'${name}'`)} || ': ' || what AS broken FROM (${broken}) b`,
  ),
  sql` UNION ALL `,
)

/** What breaks an invariant of the database, as 'Every customer has a wallet: …'. One statement. */
export async function brokenBooks(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ broken: string }>(everyOne)
  return rows.map(({ broken }) => broken)
}
