import { dayInKolkata } from '@kirana/domain/calendar'
import { financialYear } from '@kirana/domain/invoice'
import { inArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/types.ts'
import { HttpError } from '../../errors.ts'
import { gstFilings } from '../../tables/gst.ts'
import { filedState } from './filed.ts'
import { countDocuments, requireEquation } from './month.ts'
import { boundsOf, lastOf, type Months } from './period.ts'
import { requireNumbers } from './sellers.ts'

/**
 * Waits for the documents that are being issued, and makes later ones wait until the commit: a transaction that issues
 * a document locks the row of its series. A series without a row gets one, so that its first document waits, too. Locks
 * the series of credit notes first, like all transactions.
 */
async function lockSeries(tx: Db, months: Months) {
  const year = financialYear(new Date(`${months[0]}-15T00:00:00Z`))
  for (const series of ['credit_note_series', 'invoice_series'])
    await tx.execute(sql`
      INSERT INTO ${sql.raw(series)} AS s (year, last) VALUES (${year}, 0)
      ON CONFLICT (year) DO UPDATE SET last = s.last`)
}

/**
 * Marks the months of a return as filed: no document can be dated in them any more. Months that are already filed are
 * unchanged.
 * @returns whether any month was not filed before
 * @throws HttpError 409 if the period of the return is not over, or if it cannot be exported
 */
export async function fileReturn(tx: Db, months: Months, { by, now }: { by: string; now: Date }) {
  if (dayInKolkata(now).slice(0, 7) <= lastOf(months)) {
    const period = months.length > 1 ? 'quarter' : 'month'
    throw new HttpError(409, `The ${period} is not over: documents of today belong to it`, { code: 'month' })
  }
  if ((await filedState(tx, months)).filed) return false
  const bounds = boundsOf(months)
  await requireNumbers(tx, months)
  // Before the locks, because adding up takes seconds, in which no document could be issued.
  const count = await requireEquation(tx, bounds)
  await lockSeries(tx, months)
  if ((await filedState(tx, months)).filed) return false
  if ((await countDocuments(tx, bounds)) !== count) await requireEquation(tx, bounds)
  await tx
    .insert(gstFilings)
    .values(months.map((month) => ({ month, by, filedAt: now })))
    .onConflictDoNothing()
  return true
}

/** Unlocks the months of a return. Returns the filing of the first filed month, or null if none was filed. */
export async function unlockReturn(tx: Db, months: Months) {
  const [filing = null] = await tx.delete(gstFilings).where(inArray(gstFilings.month, months)).returning()
  return filing
}
