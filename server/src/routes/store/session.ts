import { storeSession as calls } from '@kirana/contract/store/session'
import { addressOf } from '../../http/address.ts'
import { serve } from '../../http/serve.ts'
import { findOrAddCustomer, newSignInCode, readProfile, redeemSignInCode } from '../../services/customers.ts'
import { endSession, startSession } from '../../services/sessions.ts'

export const storeSession = serve(
  calls,
  {
    sendCode: async ({ db, body, request, kit, now }) => {
      const code = await newSignInCode(db, { phone: body.phone, address: addressOf(request), now })
      await kit.sendCode(body.phone, code)
      return { code }
    },
    signIn: async ({ db, body, request, now }) => {
      await redeemSignInCode(db, { phone: body.phone, code: body.code, address: addressOf(request), now })
      return {}
    },
  },
  {
    sendCode: ({ body, code, kit, audit }) => {
      audit({ object: body.phone })
      return kit.config.sampleMode ? { code } : {}
    },
    signIn: async ({ db, body, now, audit }) => {
      const { phone, fullName, referCode } = body
      const id = await findOrAddCustomer(db, { phone, fullName, invitedWith: referCode, now })
      const token = await startSession(db, 'customer', id, now)
      const user = await readProfile(db, id)
      audit({ object: id, by: { role: 'customer', id, name: user.fullName || user.phone } })
      return { token, user }
    },
    signOut: ({ db, who }) => endSession(db, who.tokenHash),
  },
)
