import { type FactorKind, SECOND_STEP_MS } from '@kirana/domain/second-factor'
import { and, asc, eq, gt, lt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/types.ts'
import { rejectDuplicate, requireRow } from '../../errors.ts'
import type { CookieRole } from '../../session.ts'
import {
  factorChallenges,
  recoveryCodes,
  secondFactors as table,
  signInSteps,
} from '../../tables/second-factors.ts'

/** The person to whom second factors belong. */
export type Holder = { role: CookieRole; id: string }
export type Factor = typeof table.$inferSelect

const ofHolder = ({ role, id }: Holder) => and(eq(table.role, role), eq(table.personId, id))

/** The second factors of a person, oldest first. */
export const factorsOf = (db: Db, holder: Holder): Promise<Factor[]> =>
  db.select().from(table).where(ofHolder(holder)).orderBy(asc(table.id))

/** A column with the kinds of second factors, for a query of the people of a role. */
export const kindsColumn = (role: CookieRole, personId: SQL) => sql<FactorKind[]>`(
  SELECT coalesce(jsonb_agg(DISTINCT kind ORDER BY kind DESC), '[]'::jsonb) FROM second_factors
  WHERE role = ${role} AND person_id = ${personId})`

export const kindsOf = (factors: readonly Factor[]): FactorKind[] =>
  [...new Set(factors.map(({ kind }) => kind))].toSorted((a, b) => b.localeCompare(a))

/** Removes all second factors and recovery codes of a person; false if there was no second factor. Two statements. */
export async function removeFactors(db: Db, { role, id }: Holder): Promise<boolean> {
  await db.delete(recoveryCodes).where(and(eq(recoveryCodes.role, role), eq(recoveryCodes.personId, id)))
  const removed = await db.delete(table).where(ofHolder({ role, id })).returning({ id: table.id })
  return removed.length > 0
}

/** Stores a new factor. A new app replaces the earlier one. */
export async function storeFactor(
  db: Db,
  { role, id }: Holder,
  factor: Omit<typeof table.$inferInsert, 'role' | 'personId'>,
) {
  if (factor.kind === 'totp')
    await db.delete(table).where(and(ofHolder({ role, id }), eq(table.kind, 'totp')))
  await rejectDuplicate(db.insert(table).values({ ...factor, role, personId: id }), 'This is already set up')
}

/** Removes one factor; with the last one also the recovery codes. @throws HttpError 404 */
export async function removeFactor(db: Db, holder: Holder, factorId: string): Promise<Factor> {
  const factors = await factorsOf(db, holder)
  const removed = requireRow(
    factors.filter(({ id }) => id === factorId),
    'Second factor',
  )
  if (factors.length === 1) await removeFactors(db, holder)
  else await db.delete(table).where(eq(table.id, factorId))
  return removed
}

type Purpose = typeof factorChallenges.$inferSelect.purpose

/** Stores the challenge of a session or a pending sign-in, and replaces an earlier one with the same purpose. */
export async function keepChallenge(
  db: Db,
  { tokenHash, purpose, value, now }: { tokenHash: string; purpose: Purpose; value: string; now: Date },
) {
  const expiresAt = new Date(now.getTime() + SECOND_STEP_MS)
  await db
    .insert(factorChallenges)
    .values({ tokenHash, purpose, value, expiresAt })
    .onConflictDoUpdate({
      target: [factorChallenges.tokenHash, factorChallenges.purpose],
      set: { value, expiresAt },
    })
}

const waiting = (tokenHash: string, purpose: Purpose, now: Date) =>
  and(
    eq(factorChallenges.tokenHash, tokenHash),
    eq(factorChallenges.purpose, purpose),
    gt(factorChallenges.expiresAt, now),
  )

/** The challenge of a session or a pending sign-in; null if there is none or it has expired. */
export async function findChallenge(db: Db, tokenHash: string, purpose: Purpose, now: Date) {
  const [row] = await db
    .select()
    .from(factorChallenges)
    .where(waiting(tokenHash, purpose, now))
  return row?.value ?? null
}

/** Deletes a used challenge; false if it was used or replaced concurrently. */
export async function spendChallenge(
  db: Db,
  { tokenHash, purpose, value, now }: { tokenHash: string; purpose: Purpose; value: string; now: Date },
) {
  const isThis = and(waiting(tokenHash, purpose, now), eq(factorChallenges.value, value))
  const used = await db.delete(factorChallenges).where(isThis).returning({ value: factorChallenges.value })
  return used.length === 1
}

/** Removes expired pending sign-ins and unanswered challenges. */
export async function purgeExpiredSteps(db: Db, now: Date) {
  await db.delete(signInSteps).where(lt(signInSteps.expiresAt, now))
  await db.delete(factorChallenges).where(lt(factorChallenges.expiresAt, now))
}
