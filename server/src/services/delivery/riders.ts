import { sql } from 'drizzle-orm'
import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { rejectDuplicate, requireRow } from '../../errors.ts'
import { riders } from '../../tables/riders.ts'
import { conflictAbout, editsOf, updateVersion } from '../shared/versions.ts'

const riderRow = z.strictObject({
  rider: z.strictObject({
    id: z.string(),
    name: z.string(),
    phone: z.string(),
    isActive: z.boolean(),
    cashLimit: z.int(),
    hasPin: z.boolean(),
    version: z.int(),
  }),
})

const columns = sql`json_build_object('id', r.id, 'name', r.name, 'phone', r.phone, 'isActive', r.is_active,
  'cashLimit', r.cash_limit, 'hasPin', r.pin_hash <> '', 'version', r.version) AS rider`

/** All riders by name; amounts are paise. */
export async function riderRows(db: Db) {
  const rows = await rowsOf(db, riderRow).execute(
    sql`SELECT ${columns} FROM riders r ORDER BY lower(r.name), r.id`,
  )
  return rows.map(({ rider }) => rider)
}

/** @throws HttpError 404 for an unknown rider */
export async function requireRider(db: Db, id: string) {
  const rows = await rowsOf(db, riderRow).execute(sql`SELECT ${columns} FROM riders r WHERE r.id = ${id}`)
  return requireRow(rows, 'Rider').rider
}

type Fields = { name: string; phone: string; isActive: boolean; cashLimit: number; pinHash?: string }

const PHONE_TAKEN = 'Another rider has this phone number'

/** Adds a rider. @throws HttpError 409 for a phone that another rider has */
export async function addRider(tx: Db, fields: Fields): Promise<string> {
  const added = await rejectDuplicate(
    tx.insert(riders).values(fields).returning({ id: riders.id }),
    PHONE_TAKEN,
  )
  return requireRow(added, 'Rider').id
}

/**
 * Changes a rider.
 * @returns the rider before the change, and whether their sessions must end, because of a new phone or PIN, or because
 * they are disabled
 * @throws HttpError 404 for an unknown rider; 409 for a phone that another rider has, and `stale` if another version
 * than `seen` is stored
 */
export async function editRider(
  tx: Db,
  id: string,
  { changes, seen }: { changes: Fields; seen: number | undefined },
) {
  const row = eq(riders.id, id)
  const before = requireRow(await tx.select().from(riders).where(row).for('update'), 'Rider')
  const conflict = conflictAbout(tx, 'this rider', editsOf('riders.edit', id), () => requireRider(tx, id))
  await rejectDuplicate(updateVersion(tx, riders, row, { changes, seen, conflict }), PHONE_TAKEN)
  const endsSessions = !changes.isActive || changes.phone !== before.phone || changes.pinHash !== undefined
  return { before, endsSessions }
}
