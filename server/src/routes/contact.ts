import { contact as calls } from '@kirana/contract/contact'
import { contactDates } from '@kirana/domain/grievance'
import { ticketText } from '@kirana/domain/ticket'
import { eq } from 'drizzle-orm'
import type { Db } from '../db/types.ts'
import { requireRow } from '../errors.ts'
import { serve } from '../http/serve.ts'
import {
  contactPage,
  contactRow,
  messagesOfCustomer,
  newestMessages,
} from '../services/people/contact-rows.ts'
import { conflictAbout, updateVersion } from '../services/shared/versions.ts'
import { auditRows } from '../tables/journal.ts'
import { contactMessages as table } from '../tables/contact-messages.ts'
import { staff } from '../tables/people.ts'

async function ownerOf(db: Db, ownerId: string | null): Promise<string> {
  if (ownerId === null) return ''
  const [owner] = await db.select({ name: staff.name }).from(staff).where(eq(staff.id, ownerId))
  return owner?.name ?? ''
}

export const contact = serve(calls, {
  of: ({ db, params: { userId }, now }) => messagesOfCustomer(db, userId, now),
  list: ({ db, now }) => newestMessages(db, now),
  page: ({ db, params, query, now }) => contactPage(db, { ...query, page: params.page, now }),
  setState: async ({ db, body: { messageId, state, version: seen }, who, now, audit }) => {
    const row = eq(table.id, messageId)
    const before = requireRow(await db.select().from(table).where(row).for('update'), 'Message')
    // A separate statement, because a join would still return the previous owner after waiting for the lock.
    const owner = await ownerOf(db, before.ownerId)
    const isTaken = state === 'in-work' || (state === 'answered' && before.ownerId === null)
    const owned = state === 'new' ? null : isTaken ? who : { id: before.ownerId, name: owner }
    const changes = { state, ownerId: owned?.id ?? null, ...contactDates(state, before, now) }
    const entries = eq(auditRows.object, ticketText(before.number))
    const conflict = conflictAbout(db, 'this message', entries, () => contactRow(before, owner, now))
    const { version } = await updateVersion(db, table, row, { changes, seen, conflict })
    audit({
      object: ticketText(before.number),
      before: { state: before.state, owner },
      after: { state, owner: owned?.name ?? '' },
    })
    return contactRow({ ...before, ...changes, version }, owned?.name ?? '', now)
  },
})
