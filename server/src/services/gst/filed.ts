import { eq } from 'drizzle-orm'
import type { Db } from '../../db/types.ts'
import { gstFilings } from '../../tables/gst.ts'

/** When and by whom a month was filed. One statement. */
export async function filedState(db: Db, month: string) {
  const [filing] = await db.select().from(gstFilings).where(eq(gstFilings.month, month))
  return { filed: filing !== undefined, filedAt: filing?.filedAt ?? null, filedBy: filing?.by ?? '' }
}
