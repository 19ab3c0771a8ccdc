import { sql } from 'drizzle-orm'
import type { Db } from '../../db/types.ts'

/**
 * Marks overdue requests as expired and publishes that to the screens. Until this runs, queries treat overdue requests
 * as expired, too.
 */
export const expireApprovals = (db: Db, now: Date) =>
  db.execute(sql`
    WITH overdue AS (
      UPDATE approvals SET state = 'expired', asked_order = NULL
      WHERE state = 'waiting' AND expires_at <= ${now.toISOString()}::timestamptz
      RETURNING id, kind, withdrawal_id, order_id, claim_id
    )
    INSERT INTO live_events (type, subject)
    SELECT 'approval.changed', id FROM overdue
    UNION ALL SELECT 'withdrawal.changed', withdrawal_id FROM overdue WHERE withdrawal_id IS NOT NULL
    UNION ALL SELECT 'claim.changed', claim_id FROM overdue WHERE claim_id IS NOT NULL
    UNION ALL SELECT 'pick.changed', order_id FROM overdue WHERE kind = 'pick'`)
