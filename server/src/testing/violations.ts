import { sql } from 'drizzle-orm'
import type { Db } from '../db/types.ts'
import { invariants } from '../services/operations/invariants.ts'

const allInvariants = sql.join(
  Object.entries(invariants).map(
    ([name, violations]) =>
      sql`SELECT ${sql.raw(`'${name}'`)} || ': ' || what AS violation FROM (${violations}) v`,
  ),
  sql` UNION ALL `,
)

/** All violations of the database's invariants, as 'Every customer has a wallet: …'. One statement. */
export async function findInvariantViolations(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ violation: string }>(allInvariants)
  return rows.map(({ violation }) => violation)
}
