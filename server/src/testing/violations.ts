import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Database, Db } from '../db/types.ts'
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

/**
 * `findInvariantViolations` for tests that call it thousands of times. Planning the statement takes far longer than
 * running it on a small store; a function is planned once in a session, until tables are emptied. Call `drop` at the end.
 */
export async function plannedInvariants(db: Db) {
  await db.execute(sql`
    CREATE OR REPLACE FUNCTION invariant_violations() RETURNS SETOF text LANGUAGE plpgsql STABLE AS ${sql.raw('$planned$')}
    BEGIN RETURN QUERY ${allInvariants.inlineParams()}; END ${sql.raw('$planned$')}`)
  const find = async () => {
    const { rows } = await db.execute<{ violation: string }>(
      sql`SELECT violation FROM invariant_violations() violation`,
    )
    return rows.map(({ violation }) => violation)
  }
  const drop = () => db.execute(sql`DROP FUNCTION invariant_violations()`)
  return { find, drop }
}

/** Plants a violation past triggers and foreign keys, expects the invariant `name` to report it, and rolls it back. */
export async function expectDetected(
  { transaction }: Database,
  name: string,
  plant: (tx: Db) => PromiseLike<unknown>,
) {
  const rollback = new Error('Rolls the planted violation back')
  const planted = transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL session_replication_role = replica`)
    await plant(tx)
    expect(await findInvariantViolations(tx)).toContainEqual(expect.stringContaining(`${name}: `))
    throw rollback
  })
  await expect(planted).rejects.toBe(rollback)
}
