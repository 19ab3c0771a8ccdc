import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Change } from '../request/audit.ts'
import { endStep, findStep, keepStep } from '../request/second-steps.ts'
import { hashToken } from '../request/sessions.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/types.ts'
import { HttpError } from '../errors.ts'
import type { BrowserRole, CookieRole } from '../session.ts'
import { setStepToken, signInWithCookie, stepTokenOf } from './access.ts'

type Call = { db: Db; request: FastifyRequest; reply: FastifyReply; context: AppContext; now: Date }

const tooLate = () => new HttpError(401, 'Please log in again', { code: 'step-expired' })

/**
 * Stores a pending sign-in for this browser, after the right password, for five minutes. It gives access to the second
 * step only.
 */
export async function beginSecondStep(call: Call, role: CookieRole, personId: string) {
  const token = randomBytes(32).toString('base64url')
  await keepStep(call.db, { tokenHash: hashToken(token), role, now: call.now }, personId)
  setStepToken(call, role, token)
}

/** The account of the pending sign-in of this browser. @throws HttpError 401 when there is none or it has expired */
export async function findSecondStep({ db, request, now }: Omit<Call, 'reply'>, role: CookieRole) {
  const tokenHash = hashToken(stepTokenOf(request, role) ?? '')
  const id = await findStep(db, { tokenHash, role, now })
  if (id === null) throw tooLate()
  return { holder: { role, id }, tokenHash }
}

/** Ends the pending sign-in, so that it completes only one sign-in. @throws HttpError 401 when it has already ended */
export async function endSecondStep(call: Call, role: CookieRole, tokenHash: string) {
  if (!(await endStep(call.db, { tokenHash, role, now: call.now }))) throw tooLate()
  setStepToken(call, role, null)
}

/** Signs in. The audit entry names the device, and whether it is a new one. */
export async function completeSignIn(
  call: Call & { after: (work: () => Promise<unknown>) => void; audit: (change: Change) => void },
  role: BrowserRole,
  { id, name }: { id: string; name: string },
  { isProved = false } = {},
) {
  const device = await signInWithCookie(call, role, id, isProved)
  call.audit({ object: id, by: { role, id, name }, after: device })
}
