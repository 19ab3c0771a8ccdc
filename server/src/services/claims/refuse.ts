import { claimState, openPieces } from '@kirana/domain/claims'
import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { send } from '../../db/send.ts'
import type { Db } from '../../db/types.ts'
import { lockClaim, refuseWaiting, requireOpen, writeLines } from './lock.ts'

/**
 * Refuses the open pieces of a claim; they can be claimed again.
 * @returns the state of the claim
 * @throws HttpError 404, and 409 for a decided claim
 */
export async function refuseClaim(
  tx: Db,
  {
    claimId,
    reason,
    staffId,
    by,
    now,
  }: { claimId: string; reason: string; staffId: string; by: string; now: Date },
) {
  const claim = await lockClaim(tx, claimId, '', now)
  requireOpen(claim)
  refuseWaiting(claim)
  const lines = claim.lines.map((line) => ({ ...line, refused: line.refused + openPieces(line) }))
  const state = claimState(lines)
  await send(
    tx,
    sql`INSERT INTO claim_actions (claim_id, action_id, kind, staff_id, by, created_at)
      VALUES (${claimId}, ${v7()}, 'refuse', ${staffId}, ${by}, ${now.toISOString()})`,
  )
  await writeLines(tx, claimId, lines, { decided: 'refused', state, refusedReason: reason })
  return { state, order: claim.order.id }
}
