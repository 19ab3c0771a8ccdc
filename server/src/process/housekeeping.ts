import type { AppContext } from '../context.ts'
import { incomingFolder, removeLeftovers } from '../http/uploads/uploads.ts'
import { purgeExpiredSteps } from '../services/people/factors.ts'
import { purgeExpiredAttempts } from '../services/people/rate-limits.ts'
import { purgeUnusedDevices } from '../request/devices.ts'
import { purgeOrphans } from '../services/files/removal.ts'
import { purgeExpiredKeys } from '../request/idempotency.ts'
import { noteErasures } from '../services/operations/erasures.ts'
import { poll } from '../jobs/poll.ts'
import { makeAuditMonths } from '../services/journal/audit-months.ts'
import { purgeExpiredEvents } from '../services/journal/live.ts'
import {
  purgeExpiredAudit,
  purgeExpiredClaimPhotos,
  purgeExpiredDropPhotos,
  purgeExpiredCodeMessages,
  purgeExpiredContactMessages,
  purgeExpiredManualOrders,
  purgeExpiredPushMessages,
} from '../services/operations/retention.ts'
import { addUpPastDays } from '../services/reports/add-up.ts'
import { purgeSettledFaults } from '../services/payments/faults.ts'
import { purgeExpiredPaymentEvents } from '../services/payments/intake.ts'
import { purgeExpiredSessions } from '../request/sessions.ts'
import { expireApprovals } from '../services/approvals/expire.ts'
import { giveUpOverdue } from '../services/messaging/code-rows.ts'
import { purgeExpiredSignInCodes } from '../services/people/sign-in-codes.ts'

const hour = 3_600_000

/**
 * Remove expired rows, unreferenced files, and data past the retention periods of the Privacy Policy, and make the next
 * months of the audit log. The last task computes the totals of past days for the reports.
 */
const tasks: readonly ((context: AppContext, now: Date) => Promise<unknown>)[] = [
  ({ database }, now) => purgeExpiredSessions(database.db, now),
  ({ database }, now) => purgeExpiredSteps(database.db, now),
  ({ database }, now) => purgeExpiredKeys(database.db, now),
  ({ database }, now) => purgeExpiredAttempts(database.db, now),
  ({ database }, now) => purgeExpiredSignInCodes(database.db, now),
  // This also runs without a provider, because its settings may have been removed.
  ({ database }, now) => giveUpOverdue(database.db, now),
  ({ database }, now) => purgeExpiredCodeMessages(database.db, now),
  ({ database }, now) => expireApprovals(database.db, now),
  ({ database }, now) => purgeUnusedDevices(database.db, now),
  ({ database }, now) => purgeExpiredEvents(database.db, now),
  ({ database }, now) => purgeExpiredContactMessages(database.db, now),
  ({ database }, now) => purgeExpiredPushMessages(database.db, now),
  ({ database }, now) => makeAuditMonths(database, now),
  ({ database }, now) => purgeExpiredAudit(database, now),
  ({ database }, now) => purgeExpiredPaymentEvents(database.db, now),
  ({ database }, now) => purgeSettledFaults(database.db, now),
  ({ database, files }, now) => purgeExpiredManualOrders(database, files, now),
  ({ database, files }, now) => purgeExpiredClaimPhotos(database, files, now),
  ({ database, files }, now) => purgeExpiredDropPhotos(database, files, now),
  ({ database, files }) => purgeOrphans(database.db, files),
  ({ database, files }, now) => noteErasures(database.db, files, now),
  ({ database }, now) => addUpPastDays(database, now),
]

/**
 * Runs every task once; a failure is passed to `failed` and does not stop the others. Only one process per database
 * runs them at a time; returns false if another process does. Every process removes its own incoming files.
 */
export async function cleanUp(context: AppContext, failed: (error: unknown) => void): Promise<boolean> {
  await removeLeftovers(incomingFolder(context.config)).catch(failed)
  const lease = await context.database.lease('kirana_housekeeping')
  if (lease === null) return false
  try {
    for (const task of tasks) await task(context, context.now()).catch(failed)
    return true
  } finally {
    await lease.release()
  }
}

/** Cleans up now and every hour. The returned function stops this and waits for a running clean-up. */
export function keepClean(context: AppContext, failed: (error: unknown) => void) {
  const cleaning = poll(hour, failed, async () => void (await cleanUp(context, failed)))
  cleaning.start()
  return cleaning.end
}
