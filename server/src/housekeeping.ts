import { join } from 'node:path'
import type { Kit } from './http/kit.ts'
import { removeLeftovers } from './http/uploads.ts'
import { sweepAttempts } from './services/attempts.ts'
import { sweepSignInCodes } from './services/customers.ts'
import { sweep as sweepFiles } from './services/files.ts'
import { sweepKeys } from './services/idempotency.ts'
import { inTurn } from './services/in-turn.ts'
import { sweepEvents } from './services/live.ts'
import {
  sweepAudit,
  sweepContactMessages,
  sweepManualOrders,
  sweepPushMessages,
} from './services/retention.ts'
import { sweepSessions } from './services/sessions.ts'

const hour = 3_600_000

/** What is removed: what is over, what nobody owns, and what the Privacy Policy lets us keep no longer. */
const sweeps: readonly ((kit: Kit, now: Date) => Promise<unknown>)[] = [
  ({ database }, now) => sweepSessions(database.db, now),
  ({ database }, now) => sweepKeys(database.db, now),
  ({ database }, now) => sweepAttempts(database.db, now),
  ({ database }, now) => sweepSignInCodes(database.db, now),
  ({ database }, now) => sweepEvents(database.db, now),
  ({ database }, now) => sweepContactMessages(database.db, now),
  ({ database }, now) => sweepPushMessages(database.db, now),
  ({ database }, now) => sweepAudit(database.db, now),
  ({ database, files }, now) => sweepManualOrders(database, files, now),
  ({ database, files }) => sweepFiles(database.db, files),
]

/**
 * Runs every sweep once. One that fails is told to `failed` and keeps none of the others from running. Of all processes
 * on the database one does so at a time; false where another does. Each clears its own incoming files.
 */
export async function cleanUp(kit: Kit, failed: (error: unknown) => void): Promise<boolean> {
  await removeLeftovers(join(kit.config.dataDir, 'incoming')).catch(failed)
  const turn = await kit.database.hold('kirana_housekeeping')
  if (turn === null) return false
  try {
    for (const sweep of sweeps) await sweep(kit, kit.now()).catch(failed)
    return true
  } finally {
    await turn.release()
  }
}

/** Cleans up now and every hour. What it returns ends that, and resolves once nothing of it is under way. */
export function keepClean(kit: Kit, failed: (error: unknown) => void) {
  const cleaning = inTurn(async () => void (await cleanUp(kit, failed)), failed)
  cleaning.start()
  const timer = setInterval(cleaning.start, hour)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await cleaning.end()
  }
}
