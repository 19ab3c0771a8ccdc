import { dayAfter } from '@kirana/domain/calendar'
import { claimReasons } from '@kirana/domain/claims'
import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { requireRow } from '../../errors.ts'
import { billedLines } from '../shared/billed-lines.ts'
import { listOf } from '../shared/json.ts'
import { startOfDay } from '../shared/pages.ts'

const claimed = {
  claims: z.int(),
  pieces: z.int(),
  refundedPieces: z.int(),
  replacedPieces: z.int(),
  refusedPieces: z.int(),
  refunded: z.int(),
}
const named = z.array(z.strictObject({ name: z.string(), ...claimed }))
const reportRow = z.strictObject({
  report: z.strictObject({
    total: z.strictObject(claimed),
    reasons: z.array(z.strictObject({ reason: z.enum(claimReasons), ...claimed })),
    products: z.array(z.strictObject({ id: z.string(), title: z.string(), ...claimed })),
    packers: named,
    riders: named,
  }),
})

/** Business days, both inclusive. */
type Days = { from: string; to: string }

/** Sums of the lines `l` of a group, as columns. */
const sums = sql`count(DISTINCT l.claim_id)::int AS claims, sum(l.pieces)::int AS pieces,
  sum(l.refunded)::int AS "refundedPieces", sum(l.replaced)::int AS "replacedPieces",
  sum(l.refused)::int AS "refusedPieces", sum(l.amount)::bigint AS refunded`

/**
 * The claims of the days `from` to `to`, each with the names of the packer and the rider of its order; '' if unknown.
 */
const openedClaims = ({ from, to }: Days) => sql`
  SELECT c.id, c.order_id, c.reason,
    coalesce((SELECT regexp_replace(h.by, ' \\(staff\\)$', '') FROM order_history h
      WHERE h.order_id = c.order_id AND h.from_status = 'confirmed' AND h.to_status = 'prepared'
      ORDER BY h.step DESC LIMIT 1), '') AS packer,
    coalesce((SELECT r.name FROM drops d JOIN riders r ON r.id = d.rider_id
      WHERE d.order_id = c.order_id AND d.state = 'delivered' ORDER BY d.attempt DESC LIMIT 1), '') AS rider
  FROM claims c
  WHERE c.created_at >= ${startOfDay(from)} AND c.created_at < ${startOfDay(dayAfter(to))}`

const ofAction = sql`PARTITION BY p.claim_id, p.action_id`

/**
 * The refunded pieces; the most expensive of each refund has `rank` 1. `rest` is the part of the refund beyond its
 * pieces.
 */
const refundedPieces = sql`
  SELECT p.*, row_number() OVER (${ofAction} ORDER BY p.amount DESC, p.position) AS rank,
    a.amount - sum(p.amount) OVER (${ofAction}) AS rest
  FROM opened o JOIN claim_pieces p ON p.claim_id = o.id
  JOIN claim_actions a ON a.claim_id = p.claim_id AND a.action_id = p.action_id`

/** The refunded amount of each line of an order. */
const paidLines = sql`
  SELECT k.claim_id, b.line, sum(k.amount + CASE WHEN k.rank = 1 THEN k.rest ELSE 0 END) AS amount
  FROM (${refundedPieces}) k
  CROSS JOIN LATERAL ${billedLines(sql`k.order_id`)} b WHERE b.position = k.position
  GROUP BY k.claim_id, b.line`

/** The claimed lines with their refunded amounts. */
const claimedLines = sql`
  SELECT l.claim_id, o.reason, o.packer, o.rider, n.product_id, l.pieces, l.refunded, l.replaced, l.refused,
    coalesce(p.amount, 0) AS amount
  FROM opened o JOIN claim_lines l ON l.claim_id = o.id
  JOIN order_lines n ON n.order_id = l.order_id AND n.line = l.line
  LEFT JOIN paid p ON p.claim_id = l.claim_id AND p.line = l.line`

/** The totals of all lines; `refunded` is the sum of the refunds themselves. */
const total = sql`(
  SELECT json_build_object('claims', count(DISTINCT l.claim_id), 'pieces', coalesce(sum(l.pieces), 0),
    'refundedPieces', coalesce(sum(l.refunded), 0), 'replacedPieces', coalesce(sum(l.replaced), 0),
    'refusedPieces', coalesce(sum(l.refused), 0), 'refunded', (SELECT coalesce(sum(a.amount), 0)::bigint
      FROM opened o JOIN claim_actions a ON a.claim_id = o.id))
  FROM lines l)`

/** The groups by reason, most pieces first. */
const byReason = listOf(sql`SELECT l.reason, ${sums} FROM lines l GROUP BY l.reason
  ORDER BY sum(l.pieces) DESC, l.reason`)

/** The groups by product, most pieces first. */
const byProduct = (limit: number) =>
  listOf(sql`SELECT l.product_id AS id, min(p.title) AS title, ${sums}
    FROM lines l JOIN products p ON p.id = l.product_id GROUP BY l.product_id
    ORDER BY sum(l.pieces) DESC, l.product_id LIMIT ${limit}`)

/** The groups by a person's name, most pieces first. */
const byName = (name: SQL, limit: number) =>
  listOf(sql`SELECT ${name} AS name, ${sums} FROM lines l WHERE ${name} <> '' GROUP BY ${name}
    ORDER BY sum(l.pieces) DESC, ${name} LIMIT ${limit}`)

/**
 * The claims that were opened on the business days `from` to `to`, and their refunds so far, in paise. One statement,
 * which finds the claims by the index on their time and all other rows by their orders. Charges and rounding in a
 * refund count for its most expensive pieces, so that the products add up to the total.
 */
export async function claimReport(db: Db, { limit, ...days }: Days & { limit: number }) {
  const rows = await rowsOf(db, reportRow).execute(sql`
    WITH opened AS MATERIALIZED (${openedClaims(days)}), paid AS (${paidLines}), lines AS MATERIALIZED (${claimedLines})
    SELECT json_build_object('total', ${total}, 'reasons', ${byReason}, 'products', ${byProduct(limit)},
      'packers', ${byName(sql`l.packer`, limit)}, 'riders', ${byName(sql`l.rider`, limit)}) AS report`)
  return requireRow(rows, 'Report').report
}
export type ClaimReport = Awaited<ReturnType<typeof claimReport>>
