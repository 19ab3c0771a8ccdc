import { dayInKolkata } from '@kirana/domain/calendar'
import { financialYear } from '@kirana/domain/invoice'
import { inArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/types.ts'
import { HttpError } from '../../errors.ts'
import { gstFilings } from '../../tables/gst.ts'
import { filedState } from './filed.ts'
import { lastOf, type Months } from './period.ts'
import { requireExportable } from './register.ts'

/**
 * Waits for the documents that are being issued, and lets later ones wait until the commit: who numbers a document holds
 * the row of its series. A series that has no row yet gets one, so that its first document waits, too. Credit notes first,
 * as everywhere.
 */
async function lockSeries(tx: Db, months: Months) {
  const year = financialYear(new Date(`${months[0]}-15T00:00:00Z`))
  for (const series of ['credit_note_series', 'invoice_series'])
    await tx.execute(sql`
      INSERT INTO ${sql.raw(series)} AS s (year, last) VALUES (${year}, 0)
      ON CONFLICT (year) DO UPDATE SET last = s.last`)
}

/**
 * Marks the months of a return as filed: no document can be dated in them any more. Months that are filed already stay
 * unchanged.
 * @returns whether one was not filed before
 * @throws HttpError 409 if the return's time is not over, or if it cannot be exported
 */
export async function fileReturn(tx: Db, months: Months, { by, now }: { by: string; now: Date }) {
  if (dayInKolkata(now).slice(0, 7) <= lastOf(months)) {
    const period = months.length > 1 ? 'quarter' : 'month'
    throw new HttpError(409, `The ${period} is not over: documents of today belong to it`, { code: 'month' })
  }
  await lockSeries(tx, months)
  const { filed } = await filedState(tx, months)
  if (filed) return false
  await requireExportable(tx, months)
  await tx
    .insert(gstFilings)
    .values(months.map((month) => ({ month, by, filedAt: now })))
    .onConflictDoNothing()
  return true
}

/** Unlocks the months of a return. Returns the filing of the first that was filed, or null if none was. */
export async function unlockReturn(tx: Db, months: Months) {
  const [filing = null] = await tx.delete(gstFilings).where(inArray(gstFilings.month, months)).returning()
  return filing
}
