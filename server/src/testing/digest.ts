import { sql } from 'drizzle-orm'
import { tablesOf } from '../db/snapshot.ts'
import type { Db } from '../db/types.ts'

/** A digest of every table and the position of every sequence, to compare two databases. */
export async function digestOf(db: Db, without: readonly string[] = ['order_counts']) {
  const tables = (await tablesOf(db)).filter(({ name }) => !without.includes(name))
  const { rows } = await db.execute<{ name: string; what: string }>(
    sql.join(
      [
        ...tables.map(
          ({ name }) => sql`
            SELECT ${name}::text AS name, count(*) || ' rows ' || coalesce(md5(string_agg(r::text, ';' ORDER BY r::text)), '') AS what
            FROM ${sql.identifier(name)} r`,
        ),
        sql`SELECT sequencename::text, coalesce(last_value::text, '') FROM pg_sequences WHERE schemaname = 'public'`,
      ],
      sql` UNION ALL `,
    ),
  )
  return Object.fromEntries(rows.map(({ name, what }) => [name, what]))
}
