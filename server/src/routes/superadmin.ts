import { superadmin as calls } from '@kirana/contract/superadmin'
import { and, eq } from 'drizzle-orm'
import { clearCookie, setCookie, signInWithCookie } from '../http/access.ts'
import { addressOf } from '../http/address.ts'
import { found, Refused } from '../http/refuse.ts'
import { serve } from '../http/serve.ts'
import { checkSignIn, wrongCredentials } from '../services/accounts.ts'
import { hashPassword, passwordMatches } from '../services/passwords.ts'
import { endSession, endSessionsOf, startSession } from '../services/sessions.ts'
import { superadmins } from '../tables/people.ts'

export const superadmin = serve(
  calls,
  {
    login: async ({ db, body, request, now }) => ({
      checked: await checkSignIn(db, { ...body, role: 'superadmin', address: addressOf(request), now }),
    }),
    changePassword: async ({ db, body, who }) => {
      const [own] = await db.select().from(superadmins).where(eq(superadmins.id, who.id))
      const isSame = await passwordMatches(body.password, own?.passwordHash)
      return { isSame, passwordHash: await hashPassword(body.password) }
    },
  },
  {
    login: async ({ db, checked, audit, ...context }) => {
      const { id, passwordHash } = superadmins
      const isStillThem = and(eq(id, checked.id), eq(passwordHash, checked.passwordHash))
      const [person] = await db.select().from(superadmins).where(isStillThem).for('update')
      if (!person) throw wrongCredentials()
      await signInWithCookie(db, context, 'superadmin', person.id)
      audit({ object: person.id, by: { role: 'superadmin', id: person.id, name: person.username } })
      return person
    },
    get: async ({ db, who }) =>
      found(await db.select().from(superadmins).where(eq(superadmins.id, who.id)), 'Superadmin'),
    changePassword: async ({ db, params, body, who, isSame, passwordHash, request, reply, kit, now }) => {
      if (params.id !== who.id || body.username.toLowerCase() !== who.name.toLowerCase())
        throw new Refused(403, 'Only your own password can be changed here')
      if (isSame) throw new Refused(422, 'Please choose a password that is not the present one')
      await db.update(superadmins).set({ passwordHash, isJoined: true }).where(eq(superadmins.id, who.id))
      await endSessionsOf(db, 'superadmin', who.id)
      setCookie(request, reply, kit, 'superadmin', await startSession(db, 'superadmin', who.id, now))
    },
    logout: async ({ db, who, request, reply, kit }) => {
      await endSession(db, who.tokenHash)
      clearCookie(request, reply, kit, 'superadmin')
    },
  },
)
