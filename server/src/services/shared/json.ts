import { type SQL, sql } from 'drizzle-orm'

/** SQL for the rows of a query as a JSON array of objects, in their order. */
export const listOf = (rows: SQL) => sql`(SELECT coalesce(json_agg(t), '[]') FROM (${rows}) t)`
