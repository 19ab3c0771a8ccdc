import { opening as calls } from '@kirana/contract/opening'
import { formatDateTime, readMoment } from '@kirana/domain/calendar'
import { clockText, type Week } from '@kirana/domain/opening'
import { weekdays } from '@kirana/domain/weekday'
import { eq } from 'drizzle-orm'
import { NIL } from 'uuid'
import type { Db } from '../db/types.ts'
import { HttpError } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { publishEvent } from '../services/journal/live.ts'
import { readOpening } from '../services/shared/opening.ts'
import { staleConflict } from '../services/shared/versions.ts'
import { auditRows } from '../tables/journal.ts'
import { type ClosedDay, opening as table } from '../tables/opening.ts'

type Row = typeof table.$inferSelect

/** The longest time that the store can be closed manually with a time to reopen. */
const MAX_CLOSED_MS = 90 * 24 * 3_600_000

/** The table has one row at most, so the event has no id. */
const publish = (db: Db) => publishEvent(db, 'opening.changed', NIL)

async function lockOpening(db: Db): Promise<Row | null> {
  const [row] = await db.select().from(table).for('update')
  return row ?? null
}

const put = (db: Db, fields: Partial<Row>) =>
  db.insert(table).values(fields).onConflictDoUpdate({ target: table.id, set: fields })

/** The hours for the audit log, one field for each weekday. */
function hoursInWords({ week, closedDays }: { week: Week | null; closedDays: readonly ClosedDay[] }) {
  const day = (n: number) =>
    week === null
      ? 'Round the clock'
      : (week[n] ?? []).map(({ from, to }) => `${clockText(from)} to ${clockText(to)}`).join(', ') || 'Closed'
  const days = weekdays.map((name, n) => [name, day(n)] as const)
  const closed = closedDays.map(({ date, reason }) => (reason ? `${date} ${reason}` : date)).join(', ')
  return { ...Object.fromEntries(days), closedDays: closed }
}

/** @throws HttpError 400 for invalid text, and for a time that has passed or is more than 90 days ahead */
function readUntil(text: string | null | undefined, now: Date): Date | null {
  if (!text) return null
  const until = readMoment(text)
  if (!until) throw new HttpError(400, 'Time is not valid')
  if (until <= now) throw new HttpError(400, 'Choose a time to reopen that has not passed')
  if (until.getTime() - now.getTime() > MAX_CLOSED_MS)
    throw new HttpError(400, 'The store can be closed for 90 days at most')
  return until
}

const closedInWords = ({ isClosed, closedUntil }: Pick<Row, 'isClosed' | 'closedUntil'>) => ({
  isClosed,
  closedUntil: isClosed ? (closedUntil ? formatDateTime(closedUntil) : 'Until reopened') : null,
})

export const opening = serve(calls, {
  get: ({ db, now }) => readOpening(db, now),
  editHours: async ({ db, body: { version, week, closedDays }, now, audit }) => {
    const conflict = async () =>
      staleConflict(db, {
        message: 'Somebody has changed the opening hours. Load them and try again',
        entries: eq(auditRows.call, 'opening.editHours'),
        current: await readOpening(db, now),
      })
    const row = await lockOpening(db)
    if ((row?.version ?? 0) !== version) throw await conflict()
    const before = { week: row?.week ?? null, closedDays: row?.closedDays ?? [] }
    const ordered = closedDays.toSorted((a, b) => (a.date < b.date ? -1 : 1))
    const after = { week, closedDays: ordered, version: version + 1 }
    audit({ object: 'opening', before: hoursInWords(before), after: hoursInWords(after) })
    // `setWhere` repeats the check, because two concurrent first changes have no row to lock.
    const changed = await db
      .insert(table)
      .values(after)
      .onConflictDoUpdate({ target: table.id, set: after, setWhere: eq(table.version, version) })
      .returning()
    if (changed.length === 0) throw await conflict()
    await publish(db)
  },
  close: async ({ db, body, who, now, audit }) => {
    const closedUntil = body.isClosed ? readUntil(body.closedUntil, now) : null
    const row = await lockOpening(db)
    const { isClosed } = body
    const after = { isClosed, closedUntil }
    const before = { isClosed: row?.isClosed ?? false, closedUntil: row?.closedUntil ?? null }
    audit({ object: 'opening', before: closedInWords(before), after: closedInWords(after) })
    await put(db, { ...after, closedAt: isClosed ? now : null, closedBy: isClosed ? who.name : '' })
    await publish(db)
  },
  setBusy: async ({ db, body: { busyMinutes }, audit }) => {
    const row = await lockOpening(db)
    audit({ object: 'opening', before: { busyMinutes: row?.busyMinutes ?? 0 }, after: { busyMinutes } })
    await put(db, { busyMinutes })
    await publish(db)
  },
})
