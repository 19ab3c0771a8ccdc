import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** What a statement written by hand gives back, on either engine. */
type Result<Row> = { rows: Row[] }
interface Rows extends PgQueryResultHKT {
  type: Result<this['row']>
}

/** What every statement runs on: the embedded PostgreSQL, a server's pool, or a transaction on either. */
export type Db = PgDatabase<Rows, Record<string, never>>
