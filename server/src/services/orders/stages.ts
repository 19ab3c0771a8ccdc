import { deliveryStages } from '@kirana/domain/delivery'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { orderCount } from './selections.ts'

const stageRow = z.strictObject({ status: z.enum(deliveryStages), count: z.int() })

/** How many orders are in each stage on their way to the customer, from the counters. */
export const stageCounts = (db: Db) =>
  rowsOf(db, stageRow).execute(
    sql.join(
      deliveryStages.map(
        (stage) => sql`SELECT ${stage}::text AS status, ${orderCount(`status:${stage}`)} AS count`,
      ),
      sql` UNION ALL `,
    ),
  )
