import { storeSession as calls } from '@kirana/contract/store/session'
import { addressOf } from '../../http/address.ts'
import { HttpError } from '../../errors.ts'
import { serve } from '../../http/serve.ts'
import { acceptNotice, findOrAddCustomer, readProfile } from '../../services/people/customers.ts'
import { endSession, startSession } from '../../calls/sessions.ts'
import { newSignInCode, redeemSignInCode, uncountSignInCode } from '../../services/people/sign-in-codes.ts'

/** The same for every phone, with or without an account. */
const codesUnavailable = () =>
  new HttpError(503, 'The code could not be sent. Please try again later', { code: 'code-not-sent' })
const numberRefused = () =>
  new HttpError(422, 'No code can be sent to this number. Please check it', { code: 'number-refused' })

export const storeSession = serve(
  calls,
  {
    sendCode: async ({ db, body, request, context, now }) => {
      const { codes, config } = context
      if (!codes.canSend) throw codesUnavailable()
      const { phone } = body
      const address = addressOf(request)
      const issued = await newSignInCode(db, { phone, address, sampleMode: config.sampleMode, now })
      request.visit?.pause()
      const { state, error } = await codes.send({ purpose: 'sign-in', phone, ...issued })
      await request.visit?.resume()
      if (state === 'failed' || state === 'given-up') {
        await uncountSignInCode(db, issued, address)
        throw error === 'number' ? numberRefused() : codesUnavailable()
      }
      return { code: issued.code }
    },
    signIn: async ({ db, body, request, context, now }) => {
      const { phone, code } = body
      const { sampleMode } = context.config
      await redeemSignInCode(db, { phone, code, address: addressOf(request), sampleMode, now })
      return {}
    },
  },
  {
    sendCode: ({ body, code, context, audit }) => {
      audit({ object: body.phone })
      return context.config.sampleMode ? { code } : {}
    },
    signIn: async ({ db, body, context, now, audit }) => {
      const { phone, fullName, referCode, noticeVersion } = body
      const id = await findOrAddCustomer(db, { phone, fullName, invitedWith: referCode, now })
      if (noticeVersion !== undefined) await acceptNotice(db, id, noticeVersion, now)
      const token = await startSession(db, 'customer', id, now, { isSample: context.config.sampleMode })
      const user = await readProfile(db, id)
      audit({ object: id, by: { role: 'customer', id, name: user.fullName || user.phone } })
      return { token, user }
    },
    signOut: (call) => endSession(call, call.who.tokenHash),
  },
)
