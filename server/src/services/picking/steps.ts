import { sql } from 'drizzle-orm'
import { validate } from 'uuid'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'

const PickChange = z.strictObject({
  title: z.string(),
  missing: z.int(),
  reason: z.string(),
  grams: z.nullable(z.int()),
  swap: z.nullable(z.strictObject({ title: z.string(), quantity: z.int(), isAgreed: z.boolean() })),
})

const stepRow = z.strictObject({
  step: z.strictObject({
    kind: z.enum(['claim', 'done', 'discard']),
    by: z.string(),
    at: z.string(),
    changes: z.array(PickChange),
  }),
})

/** The claims of an order, its discarded picks, and its end with the changes of the ordered lines, in order of time. */
export async function pickSteps(db: Db, orderId: string) {
  if (!validate(orderId)) return []
  const rows = await rowsOf(db, stepRow).execute(sql`
    SELECT json_build_object('kind', a.kind, 'by', a.by, 'at', a.created_at, 'changes', CASE WHEN a.kind = 'done' THEN (
        SELECT coalesce(json_agg(json_build_object('title', l.title, 'missing', l.quantity - k.found, 'reason', k.reason,
          'grams', k.grams, 'swap', CASE WHEN k.swap_variant IS NOT NULL THEN json_build_object('title', k.swap_title,
            'quantity', k.swap_quantity, 'isAgreed', k.swap_agreed IS NOT NULL) END) ORDER BY l.line), '[]')
        FROM pick_lines k JOIN order_lines l ON l.order_id = k.order_id AND l.line = k.line
        WHERE k.order_id = a.order_id AND (k.found < l.quantity OR k.grams IS NOT NULL))
      ELSE '[]'::json END) AS step
    FROM pick_actions a WHERE a.order_id = ${orderId} AND a.kind <> 'line' ORDER BY a.created_at, a.kind`)
  return rows.map(({ step }) => ({ ...step, at: new Date(step.at) }))
}
