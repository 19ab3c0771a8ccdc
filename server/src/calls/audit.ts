import type { Db } from '../db/types.ts'
import { auditRows } from '../tables/journal.ts'
import type { Person } from '../session.ts'

/** The changed object's id, and its values before and after for money and statuses; `by` overrides the caller. */
export type Change = { object: string; before?: unknown; after?: unknown; by?: Person }

/** Writes one row for each change of a call, in one statement. */
export const writeAudit = (
  tx: Db,
  {
    call,
    who,
    requestId,
    change,
    now,
  }: { call: string; who: Person | null; requestId: string; change: Change | Change[]; now: Date },
) =>
  tx.insert(auditRows).values(
    [change].flat().map(({ object, before, after, by }) => {
      const person = by ?? who
      return {
        at: now,
        requestId,
        role: person?.role ?? 'public',
        personId: person?.id ?? null,
        person: person?.name ?? '',
        call,
        object,
        before,
        after,
      }
    }),
  )
