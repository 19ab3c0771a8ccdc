import { roles as calls } from '@kirana/contract/roles'
import { permissions as allPermissions, withImplied } from '@kirana/domain/permissions'
import { asc, count, eq, type SQL, sql } from 'drizzle-orm'
import { SESSIONS_CHANNEL } from '../request/sessions.ts'
import type { Db } from '../db/types.ts'
import { HttpError, rejectDuplicate, requireRow } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { conflictAbout, updateVersion } from '../services/shared/versions.ts'
import { auditRows } from '../tables/journal.ts'
import { EVERYTHING_ROLE, staff, staffRoles as table } from '../tables/people.ts'

const exists = (name: string) => `The role “${name}” already exists`

const { name, permissions, requiresSecondFactor, version } = table

async function roleRows(db: Db, condition?: SQL) {
  const rows = await db
    .select({ id: table.id, name, permissions, requiresSecondFactor, version, staff: count(staff.id) })
    .from(table)
    .leftJoin(staff, eq(staff.roleId, table.id))
    .where(condition)
    .groupBy(table.id)
    .orderBy(sql`${permissions} IS NOT NULL`, asc(sql`lower(${name})`))
  return rows.map((row) => ({
    ...row,
    permissions: row.permissions ?? [...allPermissions],
    isFixed: row.id === EVERYTHING_ROLE,
  }))
}

/** The role, locked. @throws HttpError 404, or 409 for the role that includes everything */
async function locked(db: Db, id: string) {
  const role = requireRow(
    await db
      .select({ name, permissions, requiresSecondFactor })
      .from(table)
      .where(eq(table.id, id))
      .for('update'),
    'Role',
  )
  if (id === EVERYTHING_ROLE) throw new HttpError(409, `“${role.name}” always includes everything and stays`)
  return role
}

export const roles = serve(calls, {
  list: ({ db }) => roleRows(db),
  add: async ({ db, body, audit }) => {
    const role = { ...body, permissions: withImplied(body.permissions) }
    const rows = await rejectDuplicate(db.insert(table).values(role).returning(), exists(role.name))
    const { id } = requireRow(rows, 'Role')
    audit({ object: id, after: role })
    return { id }
  },
  edit: async ({ db, body: { roleId, version: seen, ...body }, context, audit, after }) => {
    const row = eq(table.id, roleId)
    const changes = { ...body, permissions: withImplied(body.permissions) }
    audit({ object: roleId, before: await locked(db, roleId), after: changes })
    const conflict = conflictAbout(db, 'this role', eq(auditRows.object, roleId), async () =>
      requireRow(await roleRows(db, row), 'Role'),
    )
    const edited = await rejectDuplicate(
      updateVersion(db, table, row, { changes, seen, conflict }),
      exists(changes.name),
    )
    after(() => context.database.notify(SESSIONS_CHANNEL))
    return edited
  },
  remove: async ({ db, params: { id }, audit }) => {
    const before = await locked(db, id)
    const [given] = await db.select({ people: count() }).from(staff).where(eq(staff.roleId, id))
    if (given?.people)
      throw new HttpError(
        409,
        `${given.people === 1 ? 'One staff member has' : `${given.people} staff members have`} the role “${before.name}”. Give them another one first`,
      )
    await db.delete(table).where(eq(table.id, id))
    audit({ object: id, before })
  },
})
