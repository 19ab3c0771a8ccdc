import { sql } from 'drizzle-orm'
import type { Db } from '../../db/types.ts'

/** The rows of all tables that contain the text, but for rate limits: their keys expire after a day. */
export async function rowsWith(db: Db, text: string) {
  const { rows } = await db.execute<{ name: string }>(
    sql`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'attempts'`,
  )
  const found = []
  for (const { name } of rows) {
    const { rows: hits } = await db.execute(
      sql`SELECT to_jsonb(x) AS row FROM ${sql.identifier(name)} x WHERE strpos(to_jsonb(x)::text, ${text}) > 0`,
    )
    found.push(...hits.map(({ row }) => ({ name, row })))
  }
  return found
}
