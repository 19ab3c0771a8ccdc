import { customerNotes as calls } from '@kirana/contract/customer-notes'
import { and, desc, eq, isNull } from 'drizzle-orm'
import { HttpError, requireRow } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { customerNotes as table } from '../tables/customer-notes.ts'
import { staff } from '../tables/people.ts'
import { users } from '../tables/users.ts'

const MAX_LISTED = 100

export const customerNotes = serve(calls, {
  list: async ({ db, params, who }) => {
    const rows = await db
      .select({ note: table, by: staff.name })
      .from(table)
      .innerJoin(staff, eq(staff.id, table.staffId))
      .where(eq(table.userId, params.userId))
      .orderBy(desc(table.id))
      .limit(MAX_LISTED)
    return rows.map(({ note, by }) => ({ ...note, by, isOwn: note.staffId === who.id }))
  },
  add: async ({ db, body: { userId, text }, who, now, audit }) => {
    // This locks the person and waits for an erasure in progress, so that no note about an erased person is left.
    const person = and(eq(users.id, userId), isNull(users.erasedAt))
    requireRow(await db.select({ id: users.id }).from(users).where(person).for('share'), 'Customer')
    await db.insert(table).values({ userId, staffId: who.id, text, createdAt: now })
    // Without the text, because an erasure could not remove it from the audit log.
    audit({ object: userId })
  },
  remove: async ({ db, params: { id }, who, audit }) => {
    const note = requireRow(await db.delete(table).where(eq(table.id, id)).returning(), 'Note')
    if (note.staffId !== who.id) throw new HttpError(403, 'Only its author can delete a note')
    audit({ object: note.userId })
  },
})
