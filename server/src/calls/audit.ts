import type { Db } from '../db/types.ts'
import { auditRows } from '../tables/journal.ts'
import type { Person } from '../session.ts'

/** The changed object's id, and its values before and after for money and statuses; `by` overrides the caller. */
export type Change = { object: string; before?: unknown; after?: unknown; by?: Person }

export const writeAudit = (
  tx: Db,
  {
    call,
    who,
    requestId,
    change,
    now,
  }: { call: string; who: Person | null; requestId: string; change: Change; now: Date },
) => {
  const person = change.by ?? who
  return tx.insert(auditRows).values({
    at: now,
    requestId,
    role: person?.role ?? 'public',
    personId: person?.id ?? null,
    person: person?.name ?? '',
    call,
    object: change.object,
    before: change.before,
    after: change.after,
  })
}
