import type { ClaimReason } from '@kirana/domain/claims'
import { sql } from 'drizzle-orm'
import { NIL } from 'uuid'
import * as z from 'zod/mini'
import { rowsOf } from '../db/rows.ts'
import type { Db } from '../db/types.ts'
import { openClaim } from '../services/claims/open.ts'
import { refundClaim } from '../services/claims/refund.ts'
import { refuseClaim } from '../services/claims/refuse.ts'

const minute = 60_000
const by = 'Asha Patil (staff)'

/** Claims for one piece each of the orders delivered last, newest first. */
const claims: readonly { reason: ClaimReason; note: string; end?: 'refunded' | { refused: string } }[] = [
  { reason: 'damaged', note: 'The pack was torn and half of it was in the bag.' },
  { reason: 'missing', note: '' },
  { reason: 'wrong', note: 'I ordered the small one.', end: 'refunded' },
  {
    reason: 'quality',
    note: 'Not as fresh as last week.',
    end: { refused: 'It was within its date and sealed' },
  },
]

const orderRow = z.strictObject({
  orderId: z.string(),
  userId: z.string(),
  deliveredAt: z.union([z.string(), z.date()]),
})

/** Opens claims a quarter of an hour after delivery, and decides those with a planned decision. */
export async function loadClaims(tx: Db, now: Date) {
  const orders = await rowsOf(tx, orderRow).execute(sql`
    SELECT o.id AS "orderId", o.user_id AS "userId", h.created_at AS "deliveredAt"
    FROM orders o JOIN order_history h ON h.order_id = o.id AND h.to_status = 'delivered'
    WHERE o.status = 'delivered' AND h.created_at < ${now.toISOString()}::timestamptz - interval '40 minutes'
      AND (h.created_at AT TIME ZONE 'Asia/Kolkata')::date
        = ((h.created_at + interval '15 minutes') AT TIME ZONE 'Asia/Kolkata')::date
      AND (SELECT count(*) FROM order_history again WHERE again.order_id = o.id AND again.to_status = 'delivered') = 1
    ORDER BY h.created_at DESC, o.id LIMIT ${claims.length}`)
  for (const [i, { orderId, userId, deliveredAt }] of orders.entries()) {
    const claim = claims[i]
    if (!claim) continue
    const { reason, note, end } = claim
    const after = (minutes: number) => new Date(new Date(deliveredAt).getTime() + minutes * minute)
    const lines = [{ line: 1, pieces: 1 }]
    const opened = { orderId, userId, lines, reason, note, photos: [], now: after(15) }
    const { id: claimId } = await openClaim(tx, opened)
    if (!end) continue
    // The sample store may have no accounts, so its history has the name only.
    const decision = { claimId, staffId: NIL, by, now: after(30) }
    if (end === 'refunded')
      await refundClaim(tx, { ...decision, actionId: `sample ${claimId}`, to: 'wallet', restock: [] })
    else await refuseClaim(tx, { ...decision, reason: end.refused })
  }
}
