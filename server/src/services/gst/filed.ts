import { desc, inArray } from 'drizzle-orm'
import type { Db } from '../../db/types.ts'
import { gstFilings } from '../../tables/gst.ts'
import type { Months } from './period.ts'

/** Whether all months of a return are filed, and when and by whom the last of them was filed. One statement. */
export async function filedState(db: Db, months: Months) {
  const filings = await db
    .select()
    .from(gstFilings)
    .where(inArray(gstFilings.month, months))
    .orderBy(desc(gstFilings.filedAt))
  const [filing] = filings.length === months.length ? filings : []
  return { filed: filing !== undefined, filedAt: filing?.filedAt ?? null, filedBy: filing?.by ?? '' }
}
