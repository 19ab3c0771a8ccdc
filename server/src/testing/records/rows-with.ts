import { sql } from 'drizzle-orm'
import { tablesOf } from '../../db/snapshot.ts'
import type { Db } from '../../db/types.ts'

/** The rows of all tables that contain the text, but for rate limits: their keys expire after a day. */
export async function rowsWith(db: Db, text: string) {
  const found = []
  for (const { name } of await tablesOf(db)) {
    if (name === 'attempts') continue
    const { rows: hits } = await db.execute(
      sql`SELECT to_jsonb(x) AS row FROM ${sql.identifier(name)} x WHERE strpos(to_jsonb(x)::text, ${text}) > 0`,
    )
    found.push(...hits.map(({ row }) => ({ name, row })))
  }
  return found
}
