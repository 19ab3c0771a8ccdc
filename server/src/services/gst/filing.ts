import { dayInKolkata } from '@kirana/domain/calendar'
import { financialYear } from '@kirana/domain/invoice'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/types.ts'
import { HttpError } from '../../errors.ts'
import { gstFilings } from '../../tables/gst.ts'
import { filedState } from './filed.ts'
import { requireExportable } from './register.ts'

/**
 * Waits for the documents that are being issued, and lets later ones wait until the commit: who numbers a document holds
 * the row of its series. A series that has no row yet gets one, so that its first document waits, too. Credit notes first,
 * as everywhere.
 */
async function lockSeries(tx: Db, month: string) {
  const year = financialYear(new Date(`${month}-15T00:00:00Z`))
  for (const series of ['credit_note_series', 'invoice_series'])
    await tx.execute(sql`
      INSERT INTO ${sql.raw(series)} AS s (year, last) VALUES (${year}, 0)
      ON CONFLICT (year) DO UPDATE SET last = s.last`)
}

/**
 * Marks a month as filed: no document can be dated in it any more.
 * @returns whether it was not filed before
 * @throws HttpError 409 if the month is not over or cannot be exported
 */
export async function fileMonth(tx: Db, month: string, { by, now }: { by: string; now: Date }) {
  if (dayInKolkata(now).slice(0, 7) <= month)
    throw new HttpError(409, 'The month is not over: documents of today belong to it', { code: 'month' })
  await lockSeries(tx, month)
  const { filed } = await filedState(tx, month)
  if (filed) return false
  await requireExportable(tx, month)
  await tx.insert(gstFilings).values({ month, by, filedAt: now })
  return true
}

/** Unlocks a month. Returns its filing, or null if it was not filed. */
export async function unlockMonth(tx: Db, month: string) {
  const [filing = null] = await tx.delete(gstFilings).where(eq(gstFilings.month, month)).returning()
  return filing
}
