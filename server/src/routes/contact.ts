import { contact as calls } from '@kirana/contract/contact'
import { contactDates, contactDueAt, isContactOverdue } from '@kirana/domain/grievance'
import { ticketText } from '@kirana/domain/ticket'
import { desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../db/types.ts'
import { requireRow } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { updateVersion } from '../services/shared/versions.ts'
import { contactMessages as table } from '../tables/contact-messages.ts'
import { staff } from '../tables/people.ts'
import { users } from '../tables/users.ts'

type Message = typeof table.$inferSelect

const rowOf = ({ number, ...row }: Message, owner: string, now: Date) => {
  const dueAt = contactDueAt(row)
  return { ...row, ticket: ticketText(number), owner, dueAt, isOverdue: isContactOverdue(dueAt, now) }
}

async function ownerOf(db: Db, { ownerId }: Message): Promise<string> {
  if (ownerId === null) return ''
  const [owner] = await db.select({ name: staff.name }).from(staff).where(eq(staff.id, ownerId))
  return owner?.name ?? ''
}

const messages = (db: Db) =>
  db
    .select({ message: table, owner: staff.name })
    .from(table)
    .leftJoin(staff, eq(staff.id, table.ownerId))
    .orderBy(desc(table.number))
    .$dynamic()

const MAX_OF_CUSTOMER = 20

export const contact = serve(calls, {
  of: async ({ db, params: { userId }, now }) => {
    const phone = db.select({ phone: users.phone }).from(users).where(eq(users.id, userId))
    const rows = await messages(db)
      .where(eq(table.phone, sql`(${phone})`))
      .limit(MAX_OF_CUSTOMER)
    return rows.map(({ message, owner }) => rowOf(message, owner ?? '', now))
  },
  list: async ({ db, now }) => {
    const rows = await messages(db)
    return rows.map(({ message, owner }) => rowOf(message, owner ?? '', now))
  },
  setState: async ({ db, body: { messageId, state, version: seen }, who, now, audit }) => {
    const row = eq(table.id, messageId)
    const before = requireRow(await db.select().from(table).where(row).for('update'), 'Message')
    // Not joined: after waiting for the lock, a join would still see the previous owner.
    const owner = await ownerOf(db, before)
    const isTaken = state === 'in-work' || (state === 'answered' && before.ownerId === null)
    const owned = state === 'new' ? null : isTaken ? who : { id: before.ownerId, name: owner }
    const changes = { state, ownerId: owned?.id ?? null, ...contactDates(state, before, now) }
    const current = () => rowOf(before, owner, now)
    const { version } = await updateVersion(db, table, row, { changes, seen, what: 'this message', current })
    audit({
      object: ticketText(before.number),
      before: { state: before.state, owner },
      after: { state, owner: owned?.name ?? '' },
    })
    return rowOf({ ...before, ...changes, version }, owned?.name ?? '', now)
  },
})
