import { isRecorded, pickingText, type PickProgress, pickProgress } from '@kirana/domain/touched-pick'
import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { send } from '../../db/send.ts'
import type { Db } from '../../db/types.ts'
import { HttpError } from '../../errors.ts'
import { pickLineFields, pickLinesOf, type Picker, StoredPickLine } from '../shared/pick-lines.ts'

/** What to do with the progress of a pick when the order's status is set. */
export type TouchedPickPolicy = 'keep' | { discardedBy: Picker }

export const UnfinishedPick = z.strictObject({ by: z.string(), lines: z.array(StoredPickLine) })

/**
 * The pick of order `o` that is not done, as JSON (`UnfinishedPick`); NULL without one. `by` names the picker with the
 * claim or, without a claim, the picker who recorded a line last.
 */
export const unfinishedPick: SQL = sql`(
  SELECT json_build_object('by', coalesce(nullif(p.by, ''), (SELECT s.name FROM staff s WHERE s.id = p.recorded_by), ''),
    'lines', (SELECT json_agg(json_build_object(${pickLineFields}) ORDER BY l.line) FROM ${pickLinesOf}
      WHERE l.order_id = p.order_id))
  FROM order_picks p WHERE p.order_id = o.id AND p.state <> 'done')`

type RecordedLine = {
  title: string
  found: number
  missing: number
  swap?: { title: string; quantity: number }
}

/** The picker and progress of an unfinished pick, in pieces. */
export type TouchedPick = PickProgress & { by: string; lines: RecordedLine[] }

/** The progress of an unfinished pick; null if nothing is recorded. */
export function touchedPick(pick: z.output<typeof UnfinishedPick> | null): TouchedPick | null {
  const progress = pick && pickProgress(pick.lines)
  if (!progress) return null
  const lines = pick.lines.filter(isRecorded).map(({ title, found, short, swap }) => ({
    title,
    found,
    missing: short,
    ...(swap && { swap: { title: swap.title, quantity: swap.quantity } }),
  }))
  return { by: pick.by, ...progress, lines }
}

/** The 409 for a change of status that would lose the progress of a pick. */
export function pickUnderWay({ lines: _, ...progress }: TouchedPick) {
  return new HttpError(409, pickingText(progress), { code: 'picking', data: progress })
}

/** SQL for whether anything is recorded for the lines of an order except `except`. */
export const hasRecorded = (orderId: string, except = 0): SQL => sql`EXISTS (
  SELECT 1 FROM pick_lines k WHERE k.order_id = ${orderId} AND k.line <> ${except}::int
    AND (k.found > 0 OR k.short > 0 OR k.grams IS NOT NULL OR k.swap_variant IS NOT NULL))`

/**
 * Discards the progress of a pick. Its actions are kept, so that a repeated action still counts once. The discarded
 * state is stored in the row, with the step of the order's change, for `restorePick`.
 */
export const discardPick = (
  tx: Db,
  { orderId, step }: { orderId: string; step: number },
  { name }: Picker,
  now: Date,
) =>
  send(
    tx,
    sql`WITH discarded AS (
        UPDATE order_picks p SET discarded = json_build_object('step', ${step}::int,
            'pick', to_jsonb(p) - 'discarded', 'lines', (
              SELECT json_agg(k) FROM pick_lines k WHERE k.order_id = p.order_id)), state = 'none', staff_id = NULL, by = '', until = NULL, recorded_by = NULL, step = step + 1
        WHERE order_id = ${orderId} AND state <> 'done' AND ${hasRecorded(orderId)}
        RETURNING order_id, step
      ), emptied AS (
        DELETE FROM pick_lines k USING discarded d WHERE k.order_id = d.order_id
      )
      INSERT INTO pick_actions (order_id, action_id, kind, by, created_at)
      SELECT order_id, 'discard ' || step, 'discard', ${name}, ${now.toISOString()}::timestamptz FROM discarded
      ON CONFLICT DO NOTHING`,
  )

/** Restores the claim, the lines and the recording picker that the order's change with this step discarded. */
export const restorePick = (tx: Db, orderId: string, step: number) =>
  send(
    tx,
    sql`WITH restored AS (
        UPDATE order_picks p SET state = d.state, staff_id = d.staff_id, by = d.by, until = d.until,
          recorded_by = d.recorded_by, step = p.step + 1, discarded = NULL
        FROM order_picks o CROSS JOIN LATERAL jsonb_populate_record(NULL::order_picks, o.discarded -> 'pick') d
        WHERE p.order_id = ${orderId} AND o.order_id = p.order_id AND o.discarded ? 'pick'
          AND (o.discarded -> 'step')::int = ${step}::int
        RETURNING o.discarded -> 'lines' AS lines
      ), event AS (
        INSERT INTO live_events (type, subject) SELECT 'pick.changed', ${orderId}::uuid FROM restored
      )
      INSERT INTO pick_lines SELECT k.* FROM restored CROSS JOIN LATERAL jsonb_populate_recordset(NULL::pick_lines, lines) k`,
  )

/**
 * Deletes the pick, so that the order can be picked again, unless the bill is the result of a pick. Deletes a finished
 * pick that found nothing and, if the order was canceled, a pick whose pieces are put back.
 */
export const dropPick = (tx: Db, orderId: string, wasCanceled: boolean) =>
  send(
    tx,
    sql`DELETE FROM order_picks p WHERE p.order_id = ${orderId}
      AND (p.state = 'done' OR ${wasCanceled}::boolean AND ${hasRecorded(orderId)})
      AND NOT EXISTS (SELECT 1 FROM picked_lines b WHERE b.order_id = ${orderId})`,
  )
