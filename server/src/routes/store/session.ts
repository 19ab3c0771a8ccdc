import { storeSession as calls } from '@kirana/contract/store/session'
import { type CodeBudget, stateBegunBy } from '@kirana/domain/code-budget'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { isDeviceToken, newDeviceToken } from '../../request/devices.ts'
import { withoutTurn } from '../../request/held-turn.ts'
import { clientOf } from '../../http/client.ts'
import { HttpError } from '../../errors.ts'
import { serve } from '../../http/serve.ts'
import {
  acceptNotice,
  clearPushToken,
  findOrAddCustomer,
  readProfile,
} from '../../services/people/customers.ts'
import { endSession, startSession } from '../../request/sessions.ts'
import { newSignInCode, redeemSignInCode, uncountSignInCode } from '../../services/people/sign-in-codes.ts'

/** The response is the same for every phone, with or without an account. */
const codesUnavailable = () =>
  new HttpError(503, 'The code could not be sent. Please try again later', { code: 'code-not-sent' })
const numberRefused = () =>
  new HttpError(422, 'No code can be sent to this number. Please check it', { code: 'number-refused' })

/** The app's device token is in the body, because not every app stores cookies. */
const clientFrom = (request: FastifyRequest, { device }: { device: string }) => ({
  ...clientOf(request),
  device: isDeviceToken(device) ? device : undefined,
})

/** Logs once when the day's budget of codes to new numbers is nearly used, and once when it is used up. */
function reportBudget(log: FastifyBaseLogger, budget: CodeBudget | null) {
  const state = budget && stateBegunBy(budget)
  if (state === 'near') log.warn(budget, 'the daily codes to new numbers are nearly used up')
  if (state === 'used')
    log.error(budget, 'the daily codes to new numbers are used up: only customers get codes')
}

export const storeSession = serve(
  calls,
  {
    sendCode: async ({ db, body, request, context, now }) => {
      const { codes, config } = context
      if (!codes.canSend) throw codesUnavailable()
      const { phone } = body
      const client = clientFrom(request, body)
      const issued = await newSignInCode(db, { phone, ...client, sampleMode: config.sampleMode, now })
      reportBudget(request.log, issued.budget)
      const message = { purpose: 'sign-in' as const, phone, ...issued }
      // Not awaited, because the response time would reveal which numbers get a code.
      if (issued.customersOnly) {
        if (issued.isSent)
          void codes
            .sendLater(message)
            .catch((error: unknown) => request.log.error({ err: error }, 'a code could not be sent'))
        return { issued }
      }
      const { state, error } = await withoutTurn(request.visit, () => codes.send(message))
      if (state === 'failed' || state === 'given-up') {
        await uncountSignInCode(db, issued, client.network)
        throw error === 'number' ? numberRefused() : codesUnavailable()
      }
      return { issued }
    },
    signIn: async ({ db, body, request, context, now }) => {
      const { phone, code } = body
      const { sampleMode } = context.config
      await redeemSignInCode(db, { phone, code, ...clientFrom(request, body), sampleMode, now })
      return {}
    },
  },
  {
    sendCode: ({ body, issued: { code, isSent, customersOnly }, context, audit }) => {
      // A request above the limits leaves no entry. A message that it sent is in the list of code messages.
      audit(customersOnly ? null : { object: body.phone })
      return {
        ...(context.config.sampleMode && isSent && { code }),
        ...(customersOnly && { customersOnly }),
      }
    },
    signIn: async ({ db, body, context, now, audit }) => {
      const { phone, fullName, referCode, noticeVersion } = body
      const id = await findOrAddCustomer(db, { phone, fullName, invitedWith: referCode, now })
      if (noticeVersion !== undefined) await acceptNotice(db, id, noticeVersion, now)
      const device = isDeviceToken(body.device) ? body.device : newDeviceToken()
      const { sampleMode: isSample } = context.config
      const token = await startSession(db, 'customer', id, now, { isSample, device })
      const user = await readProfile(db, id)
      audit({ object: id, by: { role: 'customer', id, name: user.fullName || user.phone } })
      return { token, device, user }
    },
    signOut: async (call) => {
      await endSession(call, call.who.tokenHash)
      await clearPushToken(call.db, call.who.id)
    },
  },
)
