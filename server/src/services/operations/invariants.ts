import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Database } from '../../db/types.ts'
import type { FileStore } from '../files/store.ts'
import { approvalInvariants } from './invariants-approvals.ts'
import { cashInvariants } from './invariants-cash.ts'
import { claimInvariants } from './invariants-claims.ts'
import { findFileViolations, bytesInvariant, fileInvariants } from './invariants-files.ts'
import { moneyInvariants } from './invariants-money.ts'
import { orderInvariants } from './invariants-orders.ts'
import { paymentInvariants } from './invariants-payments.ts'
import { reportInvariants } from './invariants-reports.ts'
import { stockInvariants } from './invariants-stock.ts'
import { pickInvariants } from './invariants-picks.ts'

/** The invariants of the database: a sentence, and the statement that selects its violations. */
export const invariants: Readonly<Record<string, SQL>> = {
  ...moneyInvariants,
  ...cashInvariants,
  ...orderInvariants,
  ...paymentInvariants,
  ...reportInvariants,
  ...stockInvariants,
  ...pickInvariants,
  ...claimInvariants,
  ...approvalInvariants,
  ...fileInvariants,
}

/** The result of an invariant: the number of violations, and the first few of them. */
export type InvariantResult = { name: string; count: number; examples: string[] }

const EXAMPLES = 5
const violationRow = z.strictObject({ what: z.string(), count: z.int() })

/**
 * Checks every invariant without changing data: the database in one snapshot, then the bytes of all files. There is no
 * timeout.
 */
export async function* checkInvariants(
  { db, transaction }: Database,
  store: FileStore,
  now: Date,
): AsyncGenerator<InvariantResult> {
  yield* await transaction(async (tx) => {
    await tx.execute(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`)
    await tx.execute(sql`SET LOCAL statement_timeout = 0`)
    const checked: InvariantResult[] = []
    for (const [name, violations] of Object.entries(invariants)) {
      const rows = await rowsOf(tx, violationRow).execute(
        sql`SELECT what, count(*) OVER ()::int AS count FROM (${violations}) v ORDER BY what LIMIT ${EXAMPLES}`,
      )
      checked.push({ name, count: rows[0]?.count ?? 0, examples: rows.map(({ what }) => what) })
    }
    return checked
  })
  const violations = await findFileViolations(db, store, now)
  yield { name: bytesInvariant, count: violations.length, examples: violations.slice(0, EXAMPLES) }
}
