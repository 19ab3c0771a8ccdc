import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** What every statement runs on: the embedded PostgreSQL, a server's pool, or a transaction on either. */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>
