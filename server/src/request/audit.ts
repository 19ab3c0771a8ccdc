import { fieldChanges, isObject } from '@kirana/domain/changes'
import { send } from '../db/send.ts'
import type { Db } from '../db/types.ts'
import { auditRows } from '../tables/journal.ts'
import type { Person } from '../session.ts'

/** The changed object's id, and its old and new values. `by` overrides the caller, and `call` the name of the call. */
export type Change = { object: string; before?: unknown; after?: unknown; by?: Person; call?: string }

/** Whether a save changed nothing. */
const isUnchanged = ({ before, after }: Change) =>
  isObject(before) && isObject(after) && fieldChanges(before, after).length === 0

/** Writes one row for each change of a call, in one statement; none for a save that changed nothing. */
export async function writeAudit(
  tx: Db,
  {
    call,
    who,
    requestId,
    change,
    now,
  }: { call: string; who: Person | null; requestId: string; change: Change | Change[]; now: Date },
) {
  const changes = [change].flat().filter((one) => !isUnchanged(one))
  if (changes.length === 0) return
  const rows = changes.map(({ object, before, after, by, call: done = call }) => {
    const person = by ?? who
    return {
      at: now,
      requestId,
      role: person?.role ?? 'public',
      personId: person?.id ?? null,
      person: person?.name ?? '',
      call: done,
      object,
      before,
      after,
    }
  })
  await send(tx, tx.insert(auditRows).values(rows))
}

type Read = { who: Person; context: { database: { db: Db } }; request: { id: string }; now: Date }
const audited = new WeakSet<object>()

/**
 * Writes the audit row of a call that only reads. Writes it on the primary, and only once even if the read is repeated
 * there.
 */
export async function auditRead({ who, context, request, now }: Read, call: string, change: Change) {
  if (audited.has(request)) return
  await writeAudit(context.database.db, { call, who, requestId: request.id, change, now })
  audited.add(request)
}
