import { dayAfter } from '@kirana/domain/calendar'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { startOfDay } from '../shared/pages.ts'

const riderRow = z.strictObject({
  rider: z.strictObject({
    name: z.string(),
    drops: z.int(),
    minutes: z.nullable(z.int()),
    failed: z.int(),
    difference: z.int(),
  }),
})

/**
 * The ended drops and the counts of cash of each rider on the business days `from` to `to`; riders with most drops
 * first. `difference` is paise. One statement, which reads the drops and counts of these days by index.
 */
export async function riderReport(db: Db, { from, to }: { from: string; to: string }) {
  const rows = await rowsOf(db, riderRow).execute(sql`
    SELECT json_build_object('name', r.name, 'drops', d.drops, 'minutes', d.minutes, 'failed', d.failed,
      'difference', coalesce(c.difference, 0)) AS rider
    FROM riders r
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE state = 'delivered')::int AS drops, count(*) FILTER (WHERE fail_reason <> '')::int AS failed,
        round(percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM ended_at - assigned_at) / 60)
          FILTER (WHERE state = 'delivered'))::int AS minutes
      FROM drops
      WHERE rider_id = r.id AND ended_at >= ${startOfDay(from)} AND ended_at < ${startOfDay(dayAfter(to))}
    ) d
    LEFT JOIN (
      SELECT rider_id, sum(amount - expected)::bigint AS difference FROM cash_records
      WHERE kind = 'count' AND day BETWEEN ${from} AND ${to} GROUP BY rider_id
    ) c ON c.rider_id = r.id
    WHERE d.drops > 0 OR d.failed > 0 OR c.difference IS NOT NULL
    ORDER BY d.drops DESC, lower(r.name), r.id`)
  return rows.map(({ rider }) => rider)
}
export type RiderReport = Awaited<ReturnType<typeof riderReport>>
