import { readCode } from '@kirana/domain/second-factor'
import { and, eq, lt, sql } from 'drizzle-orm'
import { deviceHash } from '../../request/devices.ts'
import { hashToken } from '../../request/sessions.ts'
import type { Client } from '../../request/client.ts'
import type { Db } from '../../db/types.ts'
import { HttpError } from '../../errors.ts'
import { knownDevices } from '../../tables/people.ts'
import { secondFactors } from '../../tables/second-factors.ts'
import { perAddress, perNameAndAddress, perNetwork } from './accounts.ts'
import { type Factor, findChallenge, type Holder, spendChallenge } from './factors.ts'
import { type HashingPlace, withHashingPlace } from './hashing.ts'
import { type Page, type Signature, verifySignature } from './passkeys.ts'
import { countAttempt, recordSuccess, type Rule } from './rate-limits.ts'
import { findRecoveryCode, spendRecoveryCode } from './recovery-codes.ts'
import { type KeySource, unseal } from './secret-box.ts'
import { stepOf } from './totp.ts'

/**
 * Per person from all unknown browsers: an attacker who reaches this step knows the password, and a code has only six
 * digits. About 120 guesses a day, each with a chance of 1 in 333,333.
 */
const perPerson: Rule = { free: 20, firstWait: 60 }

/** A verified second factor. It takes effect once `spendProof` has marked it as used. */
export type Proven =
  | { kind: 'totp'; factorId: string; step: number }
  | { kind: 'passkey'; factorId: string; counter: number; challenge: string }
  | { kind: 'recovery'; hash: string }

export const wrongCode = () =>
  new HttpError(422, 'This code is not right. Try the next one', { code: 'wrong-code' })
const wrongPasskey = () =>
  new HttpError(422, 'This passkey was not accepted. Try again', { code: 'wrong-code' })

/** The second factor in a request: a code of the app or a recovery code, or the signature of a passkey. */
export type Proof = { code?: string | undefined; passkey?: Signature | undefined }

/** The person of a guess and the origin of the request. */
type Guess = Client & { holder: Holder; now: Date }
type Attempt = Guess & {
  factors: readonly Factor[]
  proof: Proof
  /** The hash of the token (of a session or a pending sign-in) to which the passkey's challenge belongs. */
  tokenHash: string
  page: Page | null
  config: KeySource
}

async function isKnown(db: Db, { role, id }: Holder, device: string | undefined) {
  if (device === undefined) return false
  const rows = await db
    .select({ role: knownDevices.role })
    .from(knownDevices)
    .where(eq(knownDevices.tokenHash, deviceHash(role, sql`${id}`, device)))
  return rows.length > 0
}

/** The rate-limit keys; the first one is the person's own. A known browser is counted separately, as for passwords. */
function limitsOf({ holder, address, network, device }: Guess, isKnown: boolean): [string, Rule][] {
  const { role, id } = holder
  const person = `${role}:factor:${id}`
  if (isKnown) return [[`${person}:device:${hashToken(device ?? '')}`, perNameAndAddress]]
  return [
    [`${person}@${address}`, perNameAndAddress],
    [person, perPerson],
    [`${role}:address:${address}`, perAddress],
    [`${role}:network:${network}`, perNetwork],
  ]
}

/** Counts an attempt as failed before checking it, and reverts that if it was right. */
async function counted<Right>(
  db: Db,
  attempt: Guess,
  check: (place: HashingPlace) => Promise<Right>,
): Promise<Right> {
  const limits = limitsOf(attempt, await isKnown(db, attempt.holder, attempt.device))
  const [own = ''] = limits.map(([key]) => key)
  return withHashingPlace(attempt, limits.length === 1 ? own : null, async (place) => {
    const keys = await countAttempt(db, Object.fromEntries(limits), attempt.now)
    const right = await check(place)
    await recordSuccess(db, keys, { reset: [own] })
    return right
  })
}

/**
 * Checks a second factor. Call it outside any transaction: a failed attempt counts although the call fails.
 * @throws HttpError 422 for a wrong or used factor, 429 after too many failed attempts or concurrent checks of the
 * caller, 503 for too many checks of all callers, or when the app's key is on another machine
 */
export const checkProof = (db: Db, attempt: Attempt): Promise<Proven> =>
  counted(db, attempt, (place) => (attempt.proof.passkey ? signed(db, attempt) : typed(db, attempt, place)))

/**
 * The time step of the first code of an app that is being set up; `secret` is its encrypted key. Guesses count with
 * those of a second factor, because the response to a right code has the recovery codes.
 * @throws HttpError as `checkProof`
 */
export const checkNewApp = (
  db: Db,
  { secret, code, ...guess }: Guess & Pick<Attempt, 'config'> & { secret: string; code: string },
): Promise<number> =>
  counted(db, guess, async () => {
    const { config, holder, now } = guess
    const step = stepOf(unseal(config, secret, holder.id), code.replace(/\s/g, ''), now)
    if (step === null) throw wrongCode()
    return step
  })

async function typed(
  db: Db,
  { holder, factors, proof, config, now }: Attempt,
  place: HashingPlace,
): Promise<Proven> {
  const read = readCode(proof.code ?? '')
  if (read?.kind === 'recovery' && factors.length > 0) {
    const hash = await findRecoveryCode(db, holder, read.code, place)
    if (hash !== null) return { kind: 'recovery', hash }
  }
  const app = factors.find(({ kind }) => kind === 'totp')
  if (read?.kind === 'totp' && app?.secret) {
    const step = stepOf(unseal(config, app.secret, holder.id), read.code, now)
    if (step !== null && step > app.lastStep) return { kind: 'totp', factorId: app.id, step }
  }
  throw wrongCode()
}

async function signed(db: Db, { factors, proof, tokenHash, page, now }: Attempt): Promise<Proven> {
  const factor = factors.find(
    ({ credentialId }) => credentialId !== null && credentialId === proof.passkey?.id,
  )
  const challenge = await findChallenge(db, tokenHash, 'sign', now)
  if (!factor || !proof.passkey || !page || challenge === null) throw wrongPasskey()
  const counter = await verifySignature(proof.passkey, { page, challenge, factor })
  if (counter === null) throw wrongPasskey()
  return { kind: 'passkey', factorId: factor.id, counter, challenge }
}

/**
 * Marks a verified second factor as used, in the transaction that it authorizes: each code and each signature is valid
 * once.
 * @throws HttpError 422 when it was used concurrently
 */
export async function spendProof(
  db: Db,
  proven: Proven,
  { holder, tokenHash, now }: Pick<Attempt, 'holder' | 'tokenHash' | 'now'>,
) {
  if (proven.kind === 'recovery') {
    if (!(await spendRecoveryCode(db, holder, proven.hash))) throw wrongCode()
    return
  }
  const { factorId } = proven
  if (proven.kind === 'passkey') {
    const isUsed = await spendChallenge(db, { tokenHash, purpose: 'sign', value: proven.challenge, now })
    if (!isUsed) throw wrongPasskey()
  }
  const isUnused = proven.kind === 'totp' ? lt(secondFactors.lastStep, proven.step) : undefined
  const used = await db
    .update(secondFactors)
    .set({
      usedAt: now,
      ...(proven.kind === 'totp' ? { lastStep: proven.step } : { counter: proven.counter }),
    })
    .where(and(eq(secondFactors.id, factorId), isUnused))
    .returning({ id: secondFactors.id })
  if (used.length === 0) throw wrongCode()
}
