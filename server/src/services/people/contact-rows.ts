import { contactDueAt, contactStates, isContactOverdue } from '@kirana/domain/grievance'
import { PAGE_SIZE } from '@kirana/domain/paging'
import { ticketText } from '@kirana/domain/ticket'
import type { ContactFilter, ContactSort } from '@kirana/domain/contact-list'
import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { contactDeadline, type contactMessages } from '../../tables/contact-messages.ts'
import { listRow, newestOf, pageOf, type Selection } from '../shared/pages.ts'

type Message = typeof contactMessages.$inferSelect

/** A message for responses, with its ticket and next deadline. */
export const contactRow = ({ number, ...message }: Message, owner: string, now: Date) => {
  const dueAt = contactDueAt(message)
  return { ...message, ticket: ticketText(number), owner, dueAt, isOverdue: isContactOverdue(dueAt, now) }
}

const Stored = z.strictObject({
  id: z.string(),
  number: z.int(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  message: z.string(),
  state: z.enum(contactStates),
  ownerId: z.nullable(z.string()),
  startedAt: z.nullable(z.string()),
  answeredAt: z.nullable(z.string()),
  version: z.int(),
  createdAt: z.string(),
  owner: z.string(),
})

const message = sql`json_build_object('id', c.id, 'number', c.number, 'name', c.name, 'email', c.email,
  'phone', c.phone, 'message', c.message, 'state', c.state, 'ownerId', c.owner_id, 'startedAt', c.started_at,
  'answeredAt', c.answered_at, 'version', c.version, 'createdAt', c.created_at,
  'owner', coalesce((SELECT s.name FROM staff s WHERE s.id = c.owner_id), ''))`
const columns = { select: sql`${message} AS row`, row: listRow({ row: Stored }) }
const plainRow = z.strictObject({ row: Stored })

const dateOf = (text: string | null) => (text === null ? null : new Date(text))

const shown =
  (now: Date) =>
  ({ row: { owner, createdAt, startedAt, answeredAt, ...stored } }: { row: z.output<typeof Stored> }) => {
    const dates = { startedAt: dateOf(startedAt), answeredAt: dateOf(answeredAt) }
    return contactRow({ ...stored, ...dates, createdAt: new Date(createdAt) }, owner, now)
  }

type Filter = { state: ContactFilter; sort: ContactSort }

function matching(state: ContactFilter, now: Date): SQL {
  if (state === '') return sql`true`
  if (state !== 'overdue') return sql`c.state = ${state}`
  // Answered messages need no condition, because their deadline is in the year 9999.
  return sql`(${contactDeadline}) < ${now.toISOString()}::timestamptz AT TIME ZONE 'UTC'`
}

const selected = ({ state, sort }: Filter, now: Date): Selection => ({
  from: sql`contact_messages c`,
  id: sql`c.number`,
  condition: matching(state, now),
  name: JSON.stringify(['contact', state]),
  size: PAGE_SIZE.contact,
  ...(sort === 'due' && { sort: { by: sql`(${contactDeadline})`, ascending: true } }),
})

/** The newest messages, and the number of all messages. */
export const newestMessages = (db: Db, now: Date) =>
  newestOf(db, selected({ state: '', sort: '' }, now), columns, shown(now))

/** A page of messages, with the number of pages (`pageOf`). */
export async function contactPage(db: Db, { page, now, ...filter }: Filter & { page: number; now: Date }) {
  const { data, totalPages } = await pageOf(db, selected(filter, now), page, columns)
  return { data: data.map(shown(now)), totalPages }
}

const MAX_OF_CUSTOMER = 20

/** The newest messages that were sent with a customer's phone number. */
export async function messagesOfCustomer(db: Db, userId: string, now: Date) {
  const rows = await rowsOf(db, plainRow).execute(sql`
    SELECT ${message} AS row FROM contact_messages c
    WHERE c.phone = (SELECT u.phone FROM users u WHERE u.id = ${userId}) ORDER BY c.number DESC LIMIT ${MAX_OF_CUSTOMER}`)
  return rows.map(shown(now))
}
