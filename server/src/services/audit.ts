import type { Db } from '../db/types.ts'
import { auditRows } from '../tables/journal.ts'
import type { Person } from './sessions.ts'

/** What a change was about, and what it changed where that is money or a status. */
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
