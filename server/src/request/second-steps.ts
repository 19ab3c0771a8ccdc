import { SECOND_STEP_MS } from '@kirana/domain/second-factor'
import { and, eq, gt } from 'drizzle-orm'
import type { Db } from '../db/types.ts'
import type { CookieRole } from '../session.ts'
import { signInSteps } from '../tables/second-factors.ts'

type Step = { tokenHash: string; role: CookieRole; now: Date }

/** Stores a pending sign-in for five minutes: the password was right, the second factor is missing. */
export const keepStep = (db: Db, { tokenHash, role, now }: Step, personId: string) =>
  db
    .insert(signInSteps)
    .values({ tokenHash, role, personId, expiresAt: new Date(now.getTime() + SECOND_STEP_MS) })

const isOpen = ({ tokenHash, role, now }: Step) =>
  and(eq(signInSteps.tokenHash, tokenHash), eq(signInSteps.role, role), gt(signInSteps.expiresAt, now))

/** The account of the pending sign-in; null if there is none or it has expired. */
export async function findStep(db: Db, step: Step) {
  const [row] = await db.select({ id: signInSteps.personId }).from(signInSteps).where(isOpen(step))
  return row?.id ?? null
}

/** Deletes the pending sign-in, so that it completes one sign-in only; false if it was deleted before. */
export async function endStep(db: Db, step: Step) {
  const ended = await db.delete(signInSteps).where(isOpen(step)).returning({ id: signInSteps.personId })
  return ended.length > 0
}
