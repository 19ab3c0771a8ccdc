import { staff as calls } from '@kirana/contract/staff'
import { and, eq, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { clearCookie, renewSession } from '../http/access.ts'
import { clientOf } from '../http/client.ts'
import type { AppContext } from '../context.ts'
import { HttpError, rejectUnknown, requireRow } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { beginSecondStep, completeSignIn } from '../http/sign-in.ts'
import { checkSignIn, wrongCredentials } from '../services/people/accounts.ts'
import { factorsOf, kindsOf, removeFactors } from '../services/people/factors.ts'
import { hashChosenPassword } from '../services/people/passwords.ts'
import { roleWithoutChoice, staffProfile, staffRows } from '../services/people/staff-rows.ts'
import { endSession, endSessionsOf, SESSIONS_CHANNEL } from '../request/sessions.ts'
import { conflictAbout, editsOf, updateVersion } from '../services/shared/versions.ts'
import type { Session } from '../session.ts'
import { staff as table } from '../tables/people.ts'

const { name, email, isActive, roleId } = table

type Setting = { body: { password: string }; who: Session; request: FastifyRequest; context: AppContext }
const hashed = ({ body, who, request, context: { config } }: Setting) =>
  hashChosenPassword(body.password, {
    client: clientOf(request),
    person: who.id,
    sampleMode: config.sampleMode,
  })

export const staff = serve(
  calls,
  {
    login: async ({ db, body, request, context, now }) => ({
      checked: await checkSignIn(db, {
        ...body,
        role: 'staff',
        ...clientOf(request),
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
      const factors = await factorsOf(db, { role: 'staff', id: checked.id })
      if (factors.length > 0) {
        const [person] = await db.select({ id: table.id }).from(table).where(isUnchanged).for('update')
        if (!person) throw wrongCredentials()
        audit(null)
        await beginSecondStep(call, 'staff', person.id)
        return { secondFactor: kindsOf(factors) }
      }
      const [person] = await db
        .update(table)
        .set({ lastSignInAt: now })
        .where(isUnchanged)
        .returning({ id: table.id, name })
      if (!person) throw wrongCredentials()
      await completeSignIn(call, 'staff', person)
      return staffProfile(db, person.id, context)
    },
    get: ({ db, who, context }) => staffProfile(db, who.id, context),
    changePassword: async (call) => {
      const { db, who, passwordHash, audit } = call
      await db.update(table).set({ passwordHash }).where(eq(table.id, who.id))
      await renewSession(call, 'staff', who.hasFactor)
      audit({ object: who.id })
    },
    logout: async (call) => {
      const { who, request, reply, context } = call
      await endSession(call, who.tokenHash)
      clearCookie(request, reply, context, 'staff')
    },
    list: ({ db }) => staffRows(db),
    add: async ({ db, body: { password: _, ...person }, passwordHash, audit }) => {
      const { roleId: chosen = null } = person
      const values = { ...person, passwordHash, roleId: chosen ?? roleWithoutChoice, chosenRoleId: chosen }
      const added = requireRow(
        await rejectUnknown(db.insert(table).values(values).returning(), 'Role'),
        'Staff',
      )
      audit({ object: added.id, after: { ...person, roleId: added.roleId } })
    },
    edit: async (call) => {
      const { db, audit, after, context } = call
      const { staffId, version: seen, ...changes } = call.body
      const isStaffMember = eq(table.id, staffId)
      const before = await db
        .select({ name, email, isActive, roleId })
        .from(table)
        .where(isStaffMember)
        .for('update')
      audit({ object: staffId, before: requireRow(before, 'Staff'), after: changes })
      const isNew = sql`${table.lastSignInAt} IS NULL`
      const chosenRoleId =
        changes.roleId && sql`CASE WHEN ${isNew} THEN ${changes.roleId}::uuid ELSE ${table.chosenRoleId} END`
      const conflict = conflictAbout(db, 'this person', editsOf('staff.edit', staffId), async () =>
        requireRow(await staffRows(db, isStaffMember), 'Staff'),
      )
      const edited = await rejectUnknown(
        updateVersion(db, table, isStaffMember, {
          changes: { ...changes, ...(chosenRoleId && { chosenRoleId }) },
          seen,
          conflict,
        }),
        'Role',
      )
      if (changes.isActive === false) await endSessionsOf(call, 'staff', staffId)
      else if (changes.roleId !== undefined) after(() => context.database.notify(SESSIONS_CHANNEL))
      return edited
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
    resetSecondFactor: async (call) => {
      const { db, body } = call
      const holder = { role: 'staff' as const, id: body.staffId }
      requireRow(await db.select({ id: table.id }).from(table).where(eq(table.id, holder.id)), 'Staff')
      if (!(await removeFactors(db, holder))) throw new HttpError(409, 'There is no second factor to reset')
      await endSessionsOf(call, holder.role, holder.id)
    },
  },
)
