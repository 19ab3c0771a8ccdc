import { deliveryStages } from '@kirana/domain/delivery'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { orderCount } from './selections.ts'

const stageRow = z.strictObject({ status: z.enum(deliveryStages), count: z.int() })

/** How many orders are in each stage on their way to the customer, in their order, from the counters. */
export function stageCounts(db: Db) {
  const counts = deliveryStages.map(
    (stage, n) =>
      sql`SELECT ${n}::int AS place, ${stage}::text AS status, ${orderCount(`status:${stage}`)} AS count`,
  )
  return rowsOf(db, stageRow).execute(
    sql`SELECT status, count FROM (${sql.join(counts, sql` UNION ALL `)}) AS stages ORDER BY place`,
  )
}
