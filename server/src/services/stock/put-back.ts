import { byShelf } from '@kirana/domain/stock'
import { holdingIn } from '@kirana/domain/stock'
import type { DeliveryStatus } from '@kirana/domain/vocabulary'
import { type SQL, sql } from 'drizzle-orm'
import { validate } from 'uuid'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import { send } from '../../db/send.ts'
import type { Db } from '../../db/types.ts'
import { HttpError } from '../../errors.ts'
import { billedLines } from '../shared/billed-lines.ts'

const MAX_PUT_BACKS = 50

const itemFields = sql`'variantId', i.variant_id, 'title', min(i.title), 'quantityText', min(i.quantity_text),
  'quantity', sum(i.pieces)`

/**
 * The pieces that were taken from the shelves for an order with this status: its lines, or the pieces found so far if
 * it is being picked.
 */
const inTheBag = (orderId: string, status: DeliveryStatus): SQL =>
  holdingIn(status) === 'taken'
    ? sql`
      SELECT l.variant_id, l.title, l.quantity_text, l.pieces - l.claimed AS pieces, l.line
      FROM (SELECT b.*, (SELECT coalesce(sum(c.pieces), 0) FROM claim_pieces c
          WHERE c.order_id = ${orderId}::uuid AND c.position = b.position) AS claimed
        FROM ${billedLines(sql`${orderId}::uuid`)} b) l WHERE l.pieces > l.claimed`
    : sql`
      SELECT l.variant_id, l.title, l.quantity_text, k.found AS pieces, l.line
      FROM pick_lines k JOIN order_lines l ON l.order_id = k.order_id AND l.line = k.line
      WHERE k.order_id = ${orderId} AND k.found > 0
      UNION ALL
      SELECT k.swap_variant, k.swap_title, k.swap_quantity_text, k.swap_quantity, k.line
      FROM pick_lines k WHERE k.order_id = ${orderId} AND k.swap_variant IS NOT NULL`

/** Stores the items of a canceled order that must be put back on the shelves. */
export const rememberPutBack = (
  tx: Db,
  orderId: string,
  { from, by, now }: { from: DeliveryStatus; by: string; now: Date },
) =>
  send(
    tx,
    sql`INSERT INTO put_backs (order_id, items, by, created_at)
      SELECT ${orderId}::uuid, q.items, ${by}, ${now.toISOString()}::timestamptz
      FROM (SELECT json_agg(g.item ORDER BY g.line)::jsonb AS items
        FROM (SELECT json_build_object(${itemFields}) AS item, min(i.line) AS line
          FROM (${inTheBag(orderId, from)}) i GROUP BY i.variant_id) g) q
      WHERE q.items IS NOT NULL
      ON CONFLICT (order_id) DO UPDATE SET items = excluded.items, by = excluded.by, created_at = excluded.created_at,
        done_at = NULL, done_by = ''`,
  )

/** Deletes the stored items when the order is reopened. */
export const forgetPutBack = (tx: Db, orderId: string) =>
  send(tx, sql`DELETE FROM put_backs WHERE order_id = ${orderId}`)

const putBackRow = z.strictObject({
  putBack: z.strictObject({
    orderId: z.string(),
    orderNumber: z.string(),
    by: z.string(),
    at: z.string(),
    items: z.array(
      z.strictObject({
        variantId: z.string(),
        title: z.string(),
        quantityText: z.string(),
        quantity: z.int(),
        shelf: z.string(),
        line: z.int(),
      }),
    ),
  }),
})

/**
 * Items of canceled orders that have not been put back, latest first; with `orderId` only those of one order. One
 * statement.
 */
export async function putBacks(db: Db, orderId: string | undefined) {
  if (orderId !== undefined && !validate(orderId)) return []
  const rows = await rowsOf(db, putBackRow).execute(sql`
    SELECT json_build_object('orderId', b.order_id, 'orderNumber', o.order_id, 'by', b.by, 'at', b.created_at, 'items', (
      SELECT json_agg(json_build_object('variantId', i.item ->> 'variantId', 'title', i.item ->> 'title',
        'quantityText', i.item ->> 'quantityText', 'quantity', i.item -> 'quantity', 'shelf', coalesce(s.shelf, ''),
        'line', i.line) ORDER BY i.line)
      FROM jsonb_array_elements(b.items) WITH ORDINALITY AS i(item, line)
      LEFT JOIN stock_levels s ON s.variant_id = (i.item ->> 'variantId')::uuid
      WHERE NOT i.item ? 'done')) AS "putBack"
    FROM put_backs b JOIN orders o ON o.id = b.order_id
    WHERE b.done_at IS NULL ${orderId === undefined ? sql`` : sql`AND b.order_id = ${orderId}`}
    ORDER BY b.order_id DESC LIMIT ${MAX_PUT_BACKS}`)
  return rows.map(({ putBack: { items, at, ...rest } }) => ({
    ...rest,
    at: new Date(at),
    items: items.toSorted(byShelf).map(({ line: _, ...item }) => item),
  }))
}

/**
 * Records that the items of an order, or of one of its variants, are back on their shelves, so that screens no longer
 * list them. The new value is computed from the locked row, so that two people can put back different items
 * concurrently.
 * @throws HttpError 404 for a malformed id
 */
export async function finishPutBack(
  tx: Db,
  { orderId, variantId }: { orderId: string; variantId?: string | undefined },
  by: string,
  now: Date,
): Promise<void> {
  if (!validate(orderId)) throw new HttpError(404, 'Order not found')
  const isMeant = variantId === undefined ? sql`true` : sql`i.item ->> 'variantId' = ${variantId}`
  const isLast = sql`NOT EXISTS (
    SELECT FROM jsonb_array_elements(b.items) AS i(item) WHERE NOT (i.item ? 'done' OR ${isMeant}))`
  await tx.execute(sql`
    WITH done AS (
      UPDATE put_backs b SET
        items = (SELECT jsonb_agg(CASE WHEN ${isMeant} THEN i.item || '{"done": true}' ELSE i.item END ORDER BY i.line)
          FROM jsonb_array_elements(b.items) WITH ORDINALITY AS i(item, line)),
        done_at = CASE WHEN ${isLast} THEN ${now.toISOString()}::timestamptz END,
        done_by = CASE WHEN ${isLast} THEN ${by} ELSE '' END
      WHERE order_id = ${orderId} AND done_at IS NULL
        AND EXISTS (SELECT FROM jsonb_array_elements(b.items) AS i(item) WHERE NOT i.item ? 'done' AND ${isMeant})
      RETURNING order_id
    )
    INSERT INTO live_events (type, subject) SELECT 'order.changed', order_id FROM done`)
}
