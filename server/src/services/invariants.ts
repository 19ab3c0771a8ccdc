import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../db/open.ts'
import type { FileStore } from './files-store.ts'
import { brokenFiles, bytesInvariant, fileInvariants } from './invariants-files.ts'
import { moneyInvariants } from './invariants-money.ts'
import { orderInvariants } from './invariants-orders.ts'

/** What must be true of the database at any moment: by its sentence, the statement that selects what breaks it. */
export const invariants: Readonly<Record<string, SQL>> = {
  ...moneyInvariants,
  ...orderInvariants,
  ...fileInvariants,
}

/** An invariant that was checked: how often it is broken, and the first few things that break it. */
export type Checked = { name: string; count: number; examples: string[] }

const EXAMPLES = 5

/**
 * Checks every invariant of database and files, one after the other, and only reads: the database as it stood at one
 * moment, then the bytes. Takes as long as there is to read.
 */
export async function* checkInvariants(
  { db, transaction }: Database,
  store: FileStore,
  now: Date,
): AsyncGenerator<Checked> {
  yield* await transaction(async (tx) => {
    await tx.execute(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`)
    await tx.execute(sql`SET LOCAL statement_timeout = 0`)
    const checked: Checked[] = []
    for (const [name, broken] of Object.entries(invariants)) {
      const { rows } = await tx.execute<{ what: string; count: number }>(
        sql`SELECT what, count(*) OVER ()::int AS count FROM (${broken}) b ORDER BY what LIMIT ${EXAMPLES}`,
      )
      checked.push({ name, count: rows[0]?.count ?? 0, examples: rows.map(({ what }) => what) })
    }
    return checked
  })
  const broken = await brokenFiles(db, store, now)
  yield { name: bytesInvariant, count: broken.length, examples: broken.slice(0, EXAMPLES) }
}
