import { staff as calls } from '@kirana/contract/staff'
import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '../db/types.ts'
import { clearCookie, setCookie, signInWithCookie } from '../http/access.ts'
import { addressOf } from '../http/address.ts'
import type { Kit } from '../http/kit.ts'
import { found } from '../http/refuse.ts'
import { serve } from '../http/serve.ts'
import { checkSignIn, forgiveName, wrongCredentials } from '../services/accounts.ts'
import { hashPassword } from '../services/passwords.ts'
import { endSession, endSessionsOf, startSession } from '../services/sessions.ts'
import { company } from '../tables/company.ts'
import { staff as table } from '../tables/people.ts'

const { name, email, isActive } = table

/** The configured chat, else WhatsApp with the company's contact. */
async function profileOf(db: Db, person: typeof table.$inferSelect, config: Kit['config']) {
  if (config.supportChatUrl) return { ...person, supportUrl: config.supportChatUrl }
  const [settings] = await db.select({ contact: company.contact }).from(company)
  return { ...person, supportUrl: `https://wa.me/${settings?.contact.replace(/\D/g, '') ?? ''}` }
}

const hashed = async ({ body }: { body: { password: string } }) => ({
  passwordHash: await hashPassword(body.password),
})

export const staff = serve(
  calls,
  {
    login: async ({ db, body, request, now }) => ({
      checked: await checkSignIn(db, { ...body, role: 'staff', address: addressOf(request), now }),
    }),
    changePassword: hashed,
    add: hashed,
    resetPassword: hashed,
  },
  {
    login: async ({ db, checked, audit, ...context }) => {
      const { kit, now } = context
      const isStillThem = and(
        eq(table.id, checked.id),
        eq(table.passwordHash, checked.passwordHash),
        eq(isActive, true),
      )
      const [person] = await db.update(table).set({ lastSignInAt: now }).where(isStillThem).returning()
      if (!person) throw wrongCredentials()
      await signInWithCookie(db, context, 'staff', person.id)
      audit({ object: person.id, by: { role: 'staff', id: person.id, name: person.name } })
      return profileOf(db, person, kit.config)
    },
    get: async ({ db, who, kit }) =>
      profileOf(db, found(await db.select().from(table).where(eq(table.id, who.id)), 'Staff'), kit.config),
    changePassword: async ({ db, who, passwordHash, request, reply, kit, now, audit }) => {
      await db.update(table).set({ passwordHash }).where(eq(table.id, who.id))
      await endSessionsOf(db, 'staff', who.id)
      setCookie(request, reply, kit, 'staff', await startSession(db, 'staff', who.id, now))
      audit({ object: who.id })
    },
    logout: async ({ db, who, request, reply, kit }) => {
      await endSession(db, who.tokenHash)
      clearCookie(request, reply, kit, 'staff')
    },
    list: ({ db }) => db.select().from(table).orderBy(asc(table.id)),
    add: async ({ db, body: { password: _, ...person }, passwordHash, audit }) => {
      const added = found(
        await db
          .insert(table)
          .values({ ...person, passwordHash })
          .returning(),
        'Staff',
      )
      audit({ object: added.id, after: person })
    },
    edit: async ({ db, body: { staffId, ...after }, audit }) => {
      const isThem = eq(table.id, staffId)
      const before = await db.select({ name, email, isActive }).from(table).where(isThem).for('update')
      audit({ object: staffId, before: found(before, 'Staff'), after })
      await db.update(table).set(after).where(isThem)
      if (after.isActive === false) await endSessionsOf(db, 'staff', staffId)
    },
    resetPassword: async ({ db, body, passwordHash }) => {
      const isThem = eq(table.id, body.staffId)
      const { username } = found(
        await db.update(table).set({ passwordHash }).where(isThem).returning(),
        'Staff',
      )
      await endSessionsOf(db, 'staff', body.staffId)
      await forgiveName(db, 'staff', username)
    },
  },
)
