import { staffSecurity as staffCalls, superadminSecurity as superadminCalls } from '@kirana/contract/security'
import { CONFIRM_FIRST, PASSWORD_FIRST } from '@kirana/domain/texts'
import { eq } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Change } from '../request/audit.ts'
import { endOtherSessionsOf, endSessionOf, ownSessions } from '../request/own-sessions.ts'
import { markProved } from '../request/sessions.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/types.ts'
import { HttpError, requireRow } from '../errors.ts'
import { deviceOf, renewSession } from '../http/access.ts'
import { clientOf } from '../http/client.ts'
import { pageOf } from '../http/links.ts'
import { serve } from '../http/serve.ts'
import { idOf } from '../live-event.ts'
import { completeSignIn, endSecondStep, findSecondStep } from '../http/sign-in.ts'
import { checkOwnPassword, usernameOf } from '../services/people/accounts.ts'
import {
  factorsOf,
  findChallenge,
  type Holder,
  keepChallenge,
  removeFactor,
  storeFactor,
  spendChallenge,
} from '../services/people/factors.ts'
import {
  type MadePasskey,
  passkeyCreation,
  passkeyRequest,
  verifyCreation,
} from '../services/people/passkeys.ts'
import { checkNewApp, checkProof, type Proof, type Proven, spendProof } from '../services/people/proofs.ts'
import {
  generateRecoveryCodes,
  type NewCodes,
  replaceRecoveryCodes,
} from '../services/people/recovery-codes.ts'
import { seal } from '../services/people/secret-box.ts'
import { staffProfile } from '../services/people/staff-rows.ts'
import { newTotp } from '../services/people/totp.ts'
import type { CookieRole, Session } from '../session.ts'
import { staff, superadmins } from '../tables/people.ts'

type Request = { db: Db; context: AppContext; now: Date; request: FastifyRequest; reply: FastifyReply }
type Own = Request & { who: Session }
type Changing = Own & {
  audit: (change: Change | null) => void
  after: (work: () => Promise<unknown>) => void
}

const PASSKEYS_NEED_A_NAME = 'Passkeys need the address of the store to be a name over HTTPS, not a number'
const page = ({ request, context: { config } }: Pick<Request, 'request' | 'context'>) => {
  const found = pageOf(request, config)
  if (!found) throw new HttpError(422, PASSKEYS_NEED_A_NAME)
  return found
}

const unproved = () => new HttpError(422, CONFIRM_FIRST, { code: 'proof-needed' })
const expired = () => new HttpError(409, 'This took too long. Please start again', { code: 'expired' })

/** The person and the address by which guesses are counted. */
const guessOf = ({ request, context: { config }, now }: Request, holder: Holder) => ({
  holder,
  ...clientOf(request),
  config,
  now,
})

/** Checks a second factor of the holder, before the transaction that marks it as used. */
async function prove(call: Request, holder: Holder, tokenHash: string, proof: Proof): Promise<Proven> {
  const { db, request, context } = call
  const factors = await factorsOf(db, holder)
  const asked = { proof, tokenHash, page: pageOf(request, context.config) }
  return checkProof(db, { ...guessOf(call, holder), ...asked, factors })
}

const holderOf = (role: CookieRole, { id }: Pick<Session, 'id'>): Holder => ({ role, id })

/**
 * Checks before the transactions of these calls. A change of the factors must contain a factor, so that a stolen
 * session cannot make it. Factors are read again, because the body may arrive long after the session was looked up.
 */
const beforeCalls = (role: CookieRole) => {
  const proved = async (call: Own & { body: { proof?: Proof | undefined } }) => {
    const { who, body } = call
    if (!body.proof) throw unproved()
    return { proven: await prove(call, holderOf(role, who), who.tokenHash, body.proof) }
  }
  /** An account without a factor confirms with its password, so that a stolen session cannot lock out its owner. */
  const starting = async (
    call: Own & { body: { proof?: Proof | undefined; password?: string | undefined } },
  ) => {
    const { db, who, body, request, context, now } = call
    if ((await factorsOf(db, holderOf(role, who))).length > 0) return proved(call)
    if (body.password === undefined) throw new HttpError(422, PASSWORD_FIRST, { code: 'password-needed' })
    const { sampleMode } = context.config
    const own = { role, id: who.id, password: body.password, ...clientOf(request) }
    await checkOwnPassword(db, { ...own, sampleMode, now })
    return { proven: null }
  }
  /** Recovery codes when the account sets up its first factor, otherwise null. */
  const withCodes = async ({ who, request }: Own) => ({
    codes: who.hasFactor ? null : await generateRecoveryCodes(clientOf(request), who.id),
  })
  return {
    signIn: async (call: Request & { body: Proof }) => {
      const step = await findSecondStep(call, role)
      return { step: { ...step, proven: await prove(call, step.holder, step.tokenHash, call.body) } }
    },
    confirm: proved,
    startTotp: starting,
    startPasskey: starting,
    removeFactor: proved,
    newRecoveryCodes: async (call: Own & { body: { proof: Proof } }) => ({
      ...(await proved(call)),
      codes: await generateRecoveryCodes(clientOf(call.request), call.who.id),
    }),
    addTotp: async (call: Own & { body: { code: string } }) => {
      const { db, who, now, body } = call
      const secret = await findChallenge(db, who.tokenHash, 'totp', now)
      if (secret === null) throw expired()
      const lastStep = await checkNewApp(db, { ...guessOf(call, holderOf(role, who)), secret, ...body })
      return { ...(await withCodes(call)), secret, lastStep }
    },
    addPasskey: async (call: Own & { body: { passkey: MadePasskey } }) => {
      const { db, who, now, body } = call
      const challenge = await findChallenge(db, who.tokenHash, 'passkey', now)
      if (challenge === null) throw expired()
      const made = await verifyCreation(body.passkey, { page: page(call), challenge })
      if (!made) throw new HttpError(422, 'This passkey was not accepted. Try again')
      return { ...(await withCodes(call)), made, challenge }
    },
  }
}

/** Marks the factor that confirmed a change as used; does nothing for an account without a factor. */
const spendOwn = async ({ db, who, now }: Own, role: CookieRole, proven: Proven | null) =>
  proven && spendProof(db, proven, { holder: holderOf(role, who), tokenHash: who.tokenHash, now })

/** Creates and stores a challenge for the passkeys of the holder. */
async function askPasskey(call: Request, holder: Holder, tokenHash: string) {
  const { db, now } = call
  const factors = (await factorsOf(db, holder)).filter(({ kind }) => kind === 'passkey')
  if (factors.length === 0) throw new HttpError(409, 'There is no passkey to ask')
  const asked = await passkeyRequest(page(call), factors)
  await keepChallenge(db, { tokenHash, purpose: 'sign', value: asked.challenge, now })
  return asked
}

/** Stores a new factor; with the first one, stores recovery codes, ends all sessions and starts a new one. */
async function added(
  call: Changing,
  role: CookieRole,
  factor: Parameters<typeof storeFactor>[2],
  codes: NewCodes | null,
) {
  const { db, who, now, audit } = call
  const holder = holderOf(role, who)
  await storeFactor(db, holder, factor)
  audit({ object: who.id, after: { kind: factor.kind, name: factor.name } })
  if (!codes) {
    await markProved(db, who.tokenHash, now)
    return { recoveryCodes: [] }
  }
  await replaceRecoveryCodes(db, holder, codes)
  await renewSession(call, role, true)
  return { recoveryCodes: codes.shown }
}

type Body<T> = { body: T }
const ownCalls = (role: CookieRole) => ({
  get: async ({ db, who, now, request, context }: Own) => {
    const factors = await factorsOf(db, holderOf(role, who))
    const devices = await ownSessions(db, who, now)
    const { codesLeft = 0, isRequired = false } = devices[0] ?? {}
    return {
      factors,
      recoveryCodes: codesLeft,
      isRequired,
      hasPasskeys: pageOf(request, context.config) !== null,
      devices,
    }
  },
  confirm: async (call: Changing & { proven: Proven | null }) => {
    call.audit(null)
    await spendOwn(call, role, call.proven)
    await markProved(call.db, call.who.tokenHash, call.now)
  },
  passkey: async (call: Changing) => {
    call.audit(null)
    return askPasskey(call, holderOf(role, call.who), call.who.tokenHash)
  },
  startTotp: async (call: Changing & { proven: Proven | null }) => {
    const { db, who, now, context, audit } = call
    audit(null)
    await spendOwn(call, role, call.proven)
    const made = newTotp(await usernameOf(db, holderOf(role, who)))
    const value = seal(context.config, made.secret, who.id)
    await keepChallenge(db, { tokenHash: who.tokenHash, purpose: 'totp', value, now })
    return made
  },
  addTotp: async (call: Changing & { secret: string; lastStep: number; codes: NewCodes | null }) => {
    const { db, who, now, secret, lastStep } = call
    const asked = { tokenHash: who.tokenHash, purpose: 'totp', value: secret, now } as const
    if (!(await spendChallenge(db, asked))) throw expired()
    return added(call, role, { kind: 'totp', name: 'Authenticator app', secret, lastStep }, call.codes)
  },
  startPasskey: async (call: Changing & { proven: Proven | null }) => {
    const { db, who, now, audit } = call
    audit(null)
    await spendOwn(call, role, call.proven)
    const holder = holderOf(role, who)
    const person = { id: who.id, name: who.name, username: await usernameOf(db, holder) }
    const factors = (await factorsOf(db, holder)).filter(({ kind }) => kind === 'passkey')
    const asked = await passkeyCreation(page(call), person, factors)
    await keepChallenge(db, { tokenHash: who.tokenHash, purpose: 'passkey', value: asked.challenge, now })
    return asked
  },
  addPasskey: async (
    call: Changing &
      Body<{ name: string }> & {
        made: { credentialId: string; publicKey: string; counter: number; transports: string[] }
        challenge: string
        codes: NewCodes | null
      },
  ) => {
    const { db, who, now, body, made, challenge, codes } = call
    const asked = { tokenHash: who.tokenHash, purpose: 'passkey', value: challenge, now } as const
    if (!(await spendChallenge(db, asked))) throw expired()
    return added(call, role, { kind: 'passkey', name: body.name, ...made }, codes)
  },
  removeFactor: async (call: Changing & Body<{ factorId: string }> & { proven: Proven | null }) => {
    const { db, who, body, audit } = call
    await spendOwn(call, role, call.proven)
    const { kind, name } = await removeFactor(db, holderOf(role, who), body.factorId)
    audit({ object: who.id, before: { kind, name } })
  },
  newRecoveryCodes: async (call: Changing & { proven: Proven | null; codes: NewCodes }) => {
    const { db, who, codes, audit } = call
    await spendOwn(call, role, call.proven)
    await replaceRecoveryCodes(db, holderOf(role, who), codes)
    audit({ object: who.id })
    return { recoveryCodes: codes.shown }
  },
  signOut: async (call: Changing & { params: { id: string } }) => {
    const { who, params, audit } = call
    if (!(await endSessionOf(call, who, params.id))) throw new HttpError(404, 'Session not found')
    audit({ object: who.id })
  },
  signOutOthers: async (call: Changing) => {
    const { who, request, audit } = call
    const ended = await endOtherSessionsOf(call, who, deviceOf(request))
    audit({ object: who.id, after: { ended } })
  },
  signInPasskey: async (call: Request & { audit: (change: null) => void }) => {
    call.audit(null)
    const { holder, tokenHash } = await findSecondStep(call, role)
    return askPasskey(call, holder, tokenHash)
  },
})

type Step = { step: { holder: Holder; tokenHash: string; proven: Proven } }
/**
 * Ends the pending sign-in and marks its factor as used. The person must be locked, so that a concurrent reset or new
 * password ends either the pending sign-in or the session that follows from it.
 */
async function completeStep(call: Request & Step) {
  const { db, now, step } = call
  await endSecondStep(call, step.holder.role, step.tokenHash)
  await spendProof(db, step.proven, { ...step, now })
}

export const staffSecurity = serve(staffCalls, beforeCalls('staff'), {
  ...ownCalls('staff'),
  // The contract marks this call as `fresh`, so the factor is checked before the handler.
  fresh: () => null,
  signIn: async (call) => {
    const { db, context, now, step } = call
    const { id } = step.holder
    const signedIn = db.update(staff).set({ lastSignInAt: now }).where(eq(staff.id, id))
    const person = requireRow(await signedIn.returning({ id: staff.id, name: staff.name }), 'Staff')
    await completeStep(call)
    await completeSignIn(call, 'staff', person, { isProved: true })
    return staffProfile(db, id, context)
  },
})

export const superadminSecurity = serve(superadminCalls, beforeCalls('superadmin'), {
  ...ownCalls('superadmin'),
  signIn: async (call) => {
    const { db, context, step } = call
    const { id } = step.holder
    const rows = await db.select().from(superadmins).where(eq(superadmins.id, id)).for('update')
    const person = requireRow(rows, 'Superadmin')
    await completeStep(call)
    await completeSignIn(call, 'superadmin', { id, name: person.username }, { isProved: true })
    return { ...person, lastEventId: idOf(context.live.position()) }
  },
})
