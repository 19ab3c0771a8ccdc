import { type ClaimDestination, claimDestinations, type ClaimedLine, claimState } from '@kirana/domain/claims'
import { formatRupees } from '@kirana/domain/money'
import { type SQL, sql } from 'drizzle-orm'
import { validate } from 'uuid'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import { run, send } from '../../db/send.ts'
import type { Db } from '../../db/types.ts'
import { HttpError, requireRow } from '../../errors.ts'
import { billedLines } from '../shared/billed-lines.ts'
import { ClaimedOrder, claimedOrder, claimLineList, claimLines, openLines } from './facts.ts'

const EarlierDecision = z.strictObject({
  kind: z.enum(['refund', 'replace', 'refuse']),
  amount: z.int(),
  coins: z.int(),
  destination: z.nullable(z.enum(claimDestinations)),
  lines: z.array(z.strictObject({ line: z.int(), pieces: z.int(), restocked: z.int() })),
})
type EarlierDecision = z.output<typeof EarlierDecision>

/** SQL for the claimed lines that action `a` of a claim about order `o` refunded or replaced, as JSON. */
const decidedLines: SQL = sql`(SELECT coalesce(json_agg(json_build_object('line', d.line, 'pieces', d.pieces,
  'restocked', d.restocked) ORDER BY d.line), '[]')
  FROM (SELECT b.line, sum(p.pieces)::int AS pieces, sum(p.restocked)::int AS restocked
      FROM claim_pieces p JOIN ${billedLines(sql`o.id`)} b ON b.position = p.position
      WHERE p.claim_id = a.claim_id AND p.action_id = a.action_id GROUP BY b.line
    UNION ALL
    SELECT r.claim_line, sum(n.quantity)::int, 0
      FROM claim_replacements r JOIN order_lines n ON n.order_id = r.order_id AND n.line = r.line
      WHERE r.claim_id = a.claim_id AND r.action_id = a.action_id GROUP BY r.claim_line) d)`

const LockedClaim = z.strictObject({
  number: z.int(),
  lines: claimLineList,
  order: ClaimedOrder,
  /** The earlier decision of the same action, if it is repeated. */
  known: z.nullable(EarlierDecision),
  /** The kind of decision that waits for a second person. */
  waiting: z.nullable(z.enum(['claim-refund', 'claim-replacement'])),
  /** Refunds from this amount on need a second person, in paise; null if the store does not require one. */
  approvalFrom: z.nullable(z.int()),
})
export type LockedClaim = z.output<typeof LockedClaim>
const lockedRow = z.strictObject({ claim: LockedClaim })

const notFound = () => new HttpError(404, 'Claim not found')

/**
 * Locks the order of a claim, its payment and the claim, and reads them. Every decision locks the order, so that all
 * earlier decisions are seen. A change of a replacement locks the claim (`lockReplacedClaim`), and also the order if it
 * reactivates a canceled replacement.
 * @throws HttpError 404
 */
export async function lockClaim(tx: Db, claimId: string, actionId: string, now: Date): Promise<LockedClaim> {
  if (!validate(claimId)) throw notFound()
  const orderId = sql`(SELECT order_id FROM claims WHERE id = ${claimId})`
  const [, , , rows] = await Promise.all([
    run(tx, sql`SELECT 1 FROM orders WHERE id = ${orderId} FOR UPDATE`),
    run(tx, sql`SELECT 1 FROM payments WHERE order_id = ${orderId} AND state = 'paid' FOR UPDATE`),
    run(tx, sql`SELECT 1 FROM claims WHERE id = ${claimId} FOR NO KEY UPDATE`),
    rowsOf(tx, lockedRow).execute(sql`
      SELECT json_build_object('number', c.number, 'lines', ${claimLines}, 'order', ${claimedOrder},
        'known', (SELECT json_build_object('kind', a.kind, 'amount', a.amount, 'coins', a.coins,
            'destination', a.destination, 'lines', ${decidedLines})
          FROM claim_actions a
          WHERE a.claim_id = c.id AND a.action_id = ${actionId}),
        'waiting', (SELECT w.kind FROM approvals w WHERE w.claim_id = c.id AND w.state = 'waiting'
          AND w.expires_at > ${now.toISOString()}::timestamptz),
        'approvalFrom', (SELECT payout_approval_from FROM company WHERE second_person)) AS claim
      FROM claims c JOIN orders o ON o.id = c.order_id WHERE c.id = ${claimId}`),
  ])
  return requireRow(rows, 'Claim').claim
}

/** The error for a decision that the state of a claim does not allow. */
export const conflict = (message: string, code: string) => new HttpError(409, message, { code })

type SentDecision = {
  kind: EarlierDecision['kind']
  /** Undefined: all pieces that were open. */
  lines: readonly ClaimedLine[] | undefined
  restock?: readonly ClaimedLine[]
  destination?: ClaimDestination | null
}

const inOrder = (lines: readonly ClaimedLine[]) =>
  JSON.stringify(lines.map(({ line, pieces }) => [line, pieces]).toSorted(([a = 0], [b = 0]) => a - b))

/** @throws HttpError 409 `action` unless an earlier run of the action made the decision that is sent now */
export function requireSame(
  known: EarlierDecision,
  { kind, lines = known.lines, restock = [], destination = null }: SentDecision,
) {
  if (known.kind !== kind) throw conflict('This action was used for something else', 'action')
  const restocked = known.lines.flatMap(({ line, restocked: pieces }) =>
    pieces > 0 ? [{ line, pieces }] : [],
  )
  const isSame =
    inOrder(lines) === inOrder(known.lines) &&
    inOrder(restock) === inOrder(restocked) &&
    destination === known.destination
  if (isSame) return
  const done =
    kind === 'refund' ? `${formatRupees(known.amount)} were refunded` : 'Other pieces were replaced'
  throw conflict(`${done} already: look at the claim first`, 'action')
}

/** @throws HttpError 409 unless the order is delivered */
export function requireDelivered({ status }: Pick<ClaimedOrder, 'status'>) {
  if (status === 'canceled')
    throw conflict('This order was canceled: what was left of it went back then', 'canceled')
  if (status !== 'delivered') throw conflict('This order is no longer Delivered', 'not-delivered')
}

/** @throws HttpError 409 for a decided claim */
export function requireOpen({ lines }: LockedClaim) {
  if (claimState(lines) !== 'open') throw conflict('This claim is already decided', 'decided')
}

export type ClaimApproval = NonNullable<LockedClaim['waiting']>
export const decisionNames = { 'claim-refund': 'refund', 'claim-replacement': 'replacement' } as const

/** @throws HttpError 409 `waiting` while a decision waits for a second person, unless it has the kind `own` */
export function refuseWaiting({ waiting }: LockedClaim, own?: ClaimApproval) {
  if (waiting !== null && waiting !== own)
    throw conflict(`The ${decisionNames[waiting]} of this claim waits for approval`, 'waiting')
}

/**
 * The pieces to refund or replace, by default all that are open.
 * @throws HttpError 409 for a decided claim, and for a claim whose pieces were not delivered; 422 for pieces that are
 * not open in the claim
 */
export function wantedLines(claim: LockedClaim, wanted: readonly ClaimedLine[] | undefined): ClaimedLine[] {
  requireOpen(claim)
  const open = openLines(claim.lines, claim.order)
  if (open.length === 0)
    throw conflict('The claimed pieces were not delivered. Refuse the claim', 'not-delivered')
  for (const { line, pieces } of wanted ?? [])
    if (pieces > (open.find((other) => other.line === line)?.pieces ?? 0))
      throw new HttpError(422, `Line ${line} has fewer open pieces in this claim`, { code: 'pieces' })
  return wanted ? [...wanted] : open
}

type Decision = {
  decided: 'refunded' | 'refused'
  state: ReturnType<typeof claimState>
  refusedReason?: string
}

/** Writes the pieces and the state of a claim, and publishes it. */
export async function writeLines(
  tx: Db,
  claimId: string,
  lines: LockedClaim['lines'],
  { decided, state, refusedReason = '' }: Decision,
) {
  // Sets only the column of this decision. Setting `refused` makes the database check the line, and in earlier releases
  // too many pieces of a line could be claimed (`openLines`). A refund of another line must not fail because of that.
  const column = sql.identifier(decided)
  await send(
    tx,
    sql`UPDATE claim_lines l SET ${column} = w.${column}
      FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS w(line smallint, refunded int, refused int)
      WHERE l.claim_id = ${claimId} AND l.line = w.line AND l.${column} <> w.${column}`,
  )
  await send(
    tx,
    sql`UPDATE claims SET state = ${state},
        refused_reason = CASE WHEN ${refusedReason} = '' THEN refused_reason ELSE ${refusedReason} END
      WHERE id = ${claimId}`,
  )
  await send(tx, sql`INSERT INTO live_events (type, subject) VALUES ('claim.changed', ${claimId})`)
}

/** Publishes that the balance or the replacements of a claimed order have changed. */
export const orderChanged = (tx: Db, orderId: string) =>
  send(tx, sql`INSERT INTO live_events (type, subject) VALUES ('order.changed', ${orderId})`)
