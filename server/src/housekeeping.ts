import { join } from 'node:path'
import type { Kit } from './http/kit.ts'
import { removeLeftovers } from './http/uploads.ts'
import { sweepAttempts } from './services/attempts.ts'
import { sweepSignInCodes } from './services/customers.ts'
import { sweep as sweepFiles } from './services/files.ts'
import { sweepKeys } from './services/idempotency.ts'
import { sweepEvents } from './services/live.ts'
import { sweepSessions } from './services/sessions.ts'

const hour = 3_600_000

/**
 * Removes what nobody needs any more: sessions, keys, attempts, codes and events that are over, files without an owner.
 * Of all processes on the database one does so at a time; false where another does. Each clears its own incoming files.
 */
export async function clean({ database, config, files, now }: Kit): Promise<boolean> {
  await removeLeftovers(join(config.dataDir, 'incoming'))
  const turn = await database.hold('kirana_housekeeping')
  if (turn === null) return false
  try {
    const { db } = database
    await sweepSessions(db, now())
    await sweepKeys(db, now())
    await sweepAttempts(db, now())
    await sweepSignInCodes(db, now())
    await sweepEvents(db, now())
    await sweepFiles(db, files)
    return true
  } finally {
    await turn.release()
  }
}

/** Cleans hourly; returns what ends it. */
export function housekeeping(kit: Kit, failed: (error: unknown) => void) {
  const timer = setInterval(() => void clean(kit).catch(failed), hour)
  timer.unref()
  return () => clearInterval(timer)
}
