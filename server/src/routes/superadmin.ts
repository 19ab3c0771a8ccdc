import { superadmin as calls } from '@kirana/contract/superadmin'
import { and, eq } from 'drizzle-orm'
import { clearCookie, renewSession } from '../http/access.ts'
import { clientOf } from '../http/client.ts'
import { requireRow, HttpError } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { idOf } from '../live-event.ts'
import { beginSecondStep, completeSignIn } from '../http/sign-in.ts'
import { checkSignIn, wrongCredentials } from '../services/people/accounts.ts'
import { factorsOf, kindsOf } from '../services/people/factors.ts'
import { hashChosenPassword } from '../services/people/passwords.ts'
import { endSession } from '../request/sessions.ts'
import { superadmins } from '../tables/people.ts'

export const superadmin = serve(
  calls,
  {
    login: async ({ db, body, request, context, now }) => ({
      checked: await checkSignIn(db, {
        ...body,
        role: 'superadmin',
        ...clientOf(request),
        sampleMode: context.config.sampleMode,
        now,
      }),
    }),
    changePassword: async ({ db, params, body, who, request, context: { config } }) => {
      // Checked first, because hashing is expensive.
      if (params.id !== who.id || body.username.toLowerCase() !== who.name.toLowerCase())
        throw new HttpError(403, 'Only your own password can be changed here')
      const [own] = await db.select().from(superadmins).where(eq(superadmins.id, who.id))
      const setting = { client: clientOf(request), person: who.id, sampleMode: config.sampleMode }
      return hashChosenPassword(body.password, setting, own?.passwordHash)
    },
  },
  {
    login: async (call) => {
      const { db, checked, audit, context } = call
      const { id, passwordHash } = superadmins
      const isUnchanged = and(eq(id, checked.id), eq(passwordHash, checked.passwordHash))
      const [person] = await db.select().from(superadmins).where(isUnchanged).for('update')
      if (!person) throw wrongCredentials()
      const factors = await factorsOf(db, { role: 'superadmin', id: person.id })
      if (factors.length > 0) {
        audit(null)
        await beginSecondStep(call, 'superadmin', person.id)
        return { secondFactor: kindsOf(factors) }
      }
      await completeSignIn(call, 'superadmin', { id: person.id, name: person.username })
      return { ...person, lastEventId: idOf(context.live.position()) }
    },
    get: async ({ db, who, context }) => {
      const lastEventId = idOf(context.live.position())
      const rows = await db.select().from(superadmins).where(eq(superadmins.id, who.id))
      return { ...requireRow(rows, 'Superadmin'), lastEventId }
    },
    changePassword: async (call) => {
      const { db, who, isSame, passwordHash } = call
      // Checked here and not in `before`, so that a repeated Idempotency-Key still gets the stored response.
      if (isSame) throw new HttpError(422, 'Choose a password that is different from the current one')
      await db.update(superadmins).set({ passwordHash, isJoined: true }).where(eq(superadmins.id, who.id))
      await renewSession(call, 'superadmin', who.hasFactor)
    },
    logout: async (call) => {
      const { who, request, reply, context } = call
      await endSession(call, who.tokenHash)
      clearCookie(request, reply, context, 'superadmin')
    },
  },
)
