import { permissions as allPermissions } from '@kirana/domain/permissions'
import { chatDigits } from '@kirana/domain/phone'
import { asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/types.ts'
import { requireRow } from '../../errors.ts'
import { idOf, type Place } from '../../live-event.ts'
import { company } from '../../tables/company.ts'
import { EVERYTHING_ROLE, staff as table, staffRoles } from '../../tables/people.ts'
import { kindsColumn } from './factors.ts'

/**
 * Staff with their role, and the company's settings that screens need. Null permissions in the table become all
 * permissions of the contract.
 */
export async function staffRows(db: Db, where?: SQL) {
  const rows = await db
    .select({
      ...getTableColumns(table),
      role: { id: staffRoles.id, name: staffRoles.name },
      permissions: staffRoles.permissions,
      isRequired: staffRoles.requiresSecondFactor,
      secondFactors: kindsColumn('staff', table.id.getSQL()),
      contact: company.contact,
      lateTimes: { gettingLateMinutes: company.gettingLateMinutes, lateMinutes: company.lateMinutes },
    })
    .from(table)
    .innerJoin(staffRoles, eq(staffRoles.id, table.roleId))
    .crossJoin(company)
    .where(where)
    .orderBy(asc(table.id))
  return rows.map((row) => ({ ...row, permissions: row.permissions ?? [...allPermissions] }))
}

/**
 * The role of a new staff member without a chosen one: the role Everything for the first staff member of the store,
 * otherwise the role that was last chosen for a new staff member, otherwise the role with the fewest permissions.
 */
export const roleWithoutChoice = sql`(CASE WHEN NOT EXISTS (SELECT FROM staff) THEN ${EVERYTHING_ROLE}::uuid
  ELSE coalesce(
    (SELECT s.chosen_role_id FROM staff s WHERE s.chosen_role_id IS NOT NULL ORDER BY s.id DESC LIMIT 1),
    (SELECT r.id FROM staff_roles r ORDER BY r.permissions IS NULL, jsonb_array_length(r.permissions), r.id LIMIT 1))
  END)`

/**
 * The profile of a staff member for the staff member's own screens. `supportUrl` is the configured chat, or WhatsApp
 * with the company's contact number.
 */
export async function staffProfile(
  db: Db,
  id: string,
  { config, live }: { config: { supportChatUrl: string | null }; live: { position: () => Place } },
) {
  const lastEventId = idOf(live.position())
  const { contact, isRequired, ...person } = requireRow(await staffRows(db, eq(table.id, id)), 'Staff')
  return {
    ...person,
    mustEnrol: isRequired && person.secondFactors.length === 0,
    lastEventId,
    supportUrl: config.supportChatUrl ?? `https://wa.me/${chatDigits(contact)}`,
  }
}
