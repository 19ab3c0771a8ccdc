import { storeSession as calls } from '@kirana/contract/store/session'
import { addressOf } from '../../http/address.ts'
import { serve } from '../../http/serve.ts'
import { findOrAddCustomer, readProfile } from '../../services/people/customers.ts'
import { endSession, startSession } from '../../calls/sessions.ts'
import { newSignInCode, redeemSignInCode } from '../../services/people/sign-in-codes.ts'

export const storeSession = serve(
  calls,
  {
    sendCode: async ({ db, body, request, context, now }) => {
      const { sampleMode } = context.config
      const code = await newSignInCode(db, {
        phone: body.phone,
        address: addressOf(request),
        sampleMode,
        now,
      })
      await context.sendCode(body.phone, code)
      return { code }
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
      const { phone, fullName, referCode } = body
      const id = await findOrAddCustomer(db, { phone, fullName, invitedWith: referCode, now })
      const token = await startSession(db, 'customer', id, now, { isSample: context.config.sampleMode })
      const user = await readProfile(db, id)
      audit({ object: id, by: { role: 'customer', id, name: user.fullName || user.phone } })
      return { token, user }
    },
    signOut: (call) => endSession(call, call.who.tokenHash),
  },
)
