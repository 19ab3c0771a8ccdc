import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'

/** The schema of a count of the till, in paise; null without a count. */
export const tillCountRow = z.nullable(
  z.strictObject({ expected: z.int(), counted: z.int(), by: z.string(), at: z.string() }),
)

/** The latest count of the till on a day of Kolkata, as a JSON object (`tillCountRow`). */
export const latestTillCount = (day: string) => sql`(
  SELECT json_build_object('expected', c.expected, 'counted', c.amount, 'by', c.by, 'at', c.created_at)
  FROM cash_records c WHERE c.day = ${day} AND c.kind = 'close' ORDER BY c.id DESC LIMIT 1)`

/** Adds the difference between counted and expected cash: above 0 if the till had more than expected. */
export const tillCountOf = (count: z.output<typeof tillCountRow>) =>
  count && { ...count, difference: count.counted - count.expected, at: new Date(count.at) }
