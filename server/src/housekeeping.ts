import { join } from 'node:path'
import type { AppContext } from './context.ts'
import { removeLeftovers } from './http/uploads.ts'
import { purgeExpiredAttempts } from './services/people/rate-limits.ts'
import { purgeUnusedDevices } from './calls/devices.ts'
import { purgeReleasedFiles } from './services/files/files.ts'
import { purgeExpiredKeys } from './calls/idempotency.ts'
import { coalesce } from './coalesce.ts'
import { purgeExpiredEvents } from './services/journal/live.ts'
import {
  purgeExpiredAudit,
  purgeExpiredCodeMessages,
  purgeExpiredContactMessages,
  purgeExpiredManualOrders,
  purgeExpiredPushMessages,
} from './services/operations/retention.ts'
import { purgeExpiredSessions } from './calls/sessions.ts'
import { giveUpOverdue } from './services/messaging/code-rows.ts'
import { purgeExpiredSignInCodes } from './services/people/sign-in-codes.ts'

const hour = 3_600_000

/** Removes what has expired, what nobody owns, and what the Privacy Policy no longer lets us keep. */
const purges: readonly ((context: AppContext, now: Date) => Promise<unknown>)[] = [
  ({ database }, now) => purgeExpiredSessions(database.db, now),
  ({ database }, now) => purgeExpiredKeys(database.db, now),
  ({ database }, now) => purgeExpiredAttempts(database.db, now),
  ({ database }, now) => purgeExpiredSignInCodes(database.db, now),
  // Also without a provider, when its settings have been taken away.
  ({ database }, now) => giveUpOverdue(database.db, now),
  ({ database }, now) => purgeExpiredCodeMessages(database.db, now),
  ({ database }, now) => purgeUnusedDevices(database.db, now),
  ({ database }, now) => purgeExpiredEvents(database.db, now),
  ({ database }, now) => purgeExpiredContactMessages(database.db, now),
  ({ database }, now) => purgeExpiredPushMessages(database.db, now),
  ({ database }, now) => purgeExpiredAudit(database.db, now),
  ({ database, files }, now) => purgeExpiredManualOrders(database, files, now),
  ({ database, files }) => purgeReleasedFiles(database.db, files),
]

/**
 * Runs every purge once; a failure is passed to `failed` and does not stop the others. One process per database at a
 * time; false when another one is at it. Each process clears its own incoming files.
 */
export async function cleanUp(context: AppContext, failed: (error: unknown) => void): Promise<boolean> {
  await removeLeftovers(join(context.config.dataDir, 'incoming')).catch(failed)
  const lease = await context.database.lease('kirana_housekeeping')
  if (lease === null) return false
  try {
    for (const purge of purges) await purge(context, context.now()).catch(failed)
    return true
  } finally {
    await lease.release()
  }
}

/** Cleans up now and every hour. Returns a function that stops it and waits for a running clean-up. */
export function keepClean(context: AppContext, failed: (error: unknown) => void) {
  const cleaning = coalesce(async () => void (await cleanUp(context, failed)), failed)
  cleaning.start()
  const timer = setInterval(cleaning.start, hour)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await cleaning.end()
  }
}
