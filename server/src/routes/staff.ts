import { staff as calls } from '@kirana/contract/staff'
import { permissions as allPermissions } from '@kirana/domain/permissions'
import { and, asc, eq, getTableColumns, type SQL } from 'drizzle-orm'
import type { Db } from '../db/types.ts'
import { clearCookie, deviceOf, renewSession, signInWithCookie } from '../http/access.ts'
import { addressOf } from '../http/address.ts'
import type { AppContext } from '../context.ts'
import { rejectUnknown, requireRow } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { checkSignIn, wrongCredentials } from '../services/people/accounts.ts'
import { hashChosenPassword } from '../services/people/passwords.ts'
import { endSession, endSessionsOf, SESSIONS_CHANNEL } from '../calls/sessions.ts'
import type { Session } from '../session.ts'
import { company } from '../tables/company.ts'
import { staff as table, staffRoles } from '../tables/people.ts'

const { name, email, isActive, roleId } = table

/** Staff with their role, and the company's contact number. Its permissions are those of the contract: null in the table means all. */
async function withRoles(db: Db, where?: SQL) {
  const rows = await db
    .select({
      ...getTableColumns(table),
      role: { id: staffRoles.id, name: staffRoles.name },
      permissions: staffRoles.permissions,
      contact: company.contact,
    })
    .from(table)
    .innerJoin(staffRoles, eq(staffRoles.id, roleId))
    .crossJoin(company)
    .where(where)
    .orderBy(asc(table.id))
  return rows.map((row) => ({ ...row, permissions: row.permissions ?? [...allPermissions] }))
}

/** `supportUrl` is the configured chat, or WhatsApp with the company's contact number. */
async function profileOf(db: Db, id: string, config: AppContext['config']) {
  const { contact, ...person } = requireRow(await withRoles(db, eq(table.id, id)), 'Staff')
  if (config.supportChatUrl) return { ...person, supportUrl: config.supportChatUrl }
  return { ...person, supportUrl: `https://wa.me/${contact.replace(/\D/g, '')}` }
}

const hashed = async ({
  body,
  who,
  context,
}: {
  body: { password: string }
  who: Session
  context: AppContext
}) => ({
  passwordHash: await hashChosenPassword(body.password, {
    caller: who.id,
    sampleMode: context.config.sampleMode,
  }),
})

export const staff = serve(
  calls,
  {
    login: async ({ db, body, request, context, now }) => ({
      checked: await checkSignIn(db, {
        ...body,
        role: 'staff',
        address: addressOf(request),
        device: deviceOf(request),
        sampleMode: context.config.sampleMode,
        now,
      }),
    }),
    changePassword: hashed,
    add: hashed,
    resetPassword: hashed,
  },
  {
    login: async (call) => {
      const { db, checked, audit, context, now } = call
      const isUnchanged = and(
        eq(table.id, checked.id),
        eq(table.passwordHash, checked.passwordHash),
        eq(isActive, true),
      )
      const [person] = await db.update(table).set({ lastSignInAt: now }).where(isUnchanged).returning()
      if (!person) throw wrongCredentials()
      await signInWithCookie(call, 'staff', person.id)
      audit({ object: person.id, by: { role: 'staff', id: person.id, name: person.name } })
      return profileOf(db, person.id, context.config)
    },
    get: ({ db, who, context }) => profileOf(db, who.id, context.config),
    changePassword: async (call) => {
      const { db, who, passwordHash, audit } = call
      await db.update(table).set({ passwordHash }).where(eq(table.id, who.id))
      await renewSession(call, 'staff')
      audit({ object: who.id })
    },
    logout: async (call) => {
      const { who, request, reply, context } = call
      await endSession(call, who.tokenHash)
      clearCookie(request, reply, context, 'staff')
    },
    list: ({ db }) => withRoles(db),
    add: async ({ db, body: { password: _, ...person }, passwordHash, audit }) => {
      const added = requireRow(
        await db
          .insert(table)
          .values({ ...person, passwordHash })
          .returning(),
        'Staff',
      )
      audit({ object: added.id, after: person })
    },
    edit: async (call) => {
      const { db, audit, after, context } = call
      const { staffId, ...changes } = call.body
      const isStaffMember = eq(table.id, staffId)
      const before = await db
        .select({ name, email, isActive, roleId })
        .from(table)
        .where(isStaffMember)
        .for('update')
      audit({ object: staffId, before: requireRow(before, 'Staff'), after: changes })
      await rejectUnknown(db.update(table).set(changes).where(isStaffMember), 'Role')
      if (changes.isActive === false) await endSessionsOf(call, 'staff', staffId)
      else if (changes.roleId !== undefined) after(() => context.database.notify(SESSIONS_CHANNEL))
    },
    resetPassword: async (call) => {
      const { db, body, passwordHash } = call
      const isStaffMember = eq(table.id, body.staffId)
      requireRow(
        await db.update(table).set({ passwordHash }).where(isStaffMember).returning({ id: table.id }),
        'Staff',
      )
      await endSessionsOf(call, 'staff', body.staffId)
    },
  },
)
