import { contactStates } from '@kirana/domain/grievance'
import { SORT_INVALID, STATUS_INVALID } from '@kirana/domain/texts'
import { contactFilters, contactSorts } from '@kirana/domain/contact-list'
import * as z from 'zod/mini'
import { forStaff, get, put } from './wire/route.ts'
import { byPage, paged } from './wire/lists.ts'
import { id, moment, renamed, requiredVersion, staleRefusal, version } from './wire/shapes.ts'

/**
 * `ticket` is the complaint number given to the customer (E-Commerce Rules 2020). `dueAt` is the grievance officer's next
 * deadline: 48 hours to acknowledge, 30 days to resolve; null once answered. `owner` is '' until a staff member starts to
 * work on the message.
 */
export const ContactMessage = renamed(
  {
    _id: id,
    ticket: z.string(),
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    msg: z.string(),
    dateAndTime: moment,
    state: z.enum(contactStates),
    owner: z.string(),
    startedAt: z.nullable(moment),
    answeredAt: z.nullable(moment),
    dueAt: z.nullable(moment),
    isOverdue: z.boolean(),
    version,
  },
  { _id: 'id', msg: 'message', dateAndTime: 'createdAt' },
)
export type ContactMessage = z.input<typeof ContactMessage>

export const contact = {
  list: get(
    forStaff('messages'),
    '/contact/get/all',
    'The newest 500 contact messages, with their state and next deadline',
    { counts: true, data: z.array(ContactMessage) },
  ),
  page: get(
    forStaff('messages'),
    '/contact/get/all/:page',
    'Contact messages, 20 a page, newest first, or by their next deadline with sort=due',
    {
      params: byPage,
      query: z.object({
        state: z._default(z.enum(contactFilters, { error: STATUS_INVALID }), ''),
        sort: z._default(z.enum(contactSorts, { error: SORT_INVALID }), ''),
      }),
      data: paged(ContactMessage),
    },
  ),
  of: get(
    forStaff('messages'),
    '/contact/get/user/:userId',
    "The newest 20 contact messages sent with a customer's phone number",
    { params: z.object({ userId: id }), data: z.array(ContactMessage) },
  ),
  setState: put(
    forStaff('messages'),
    '/contact/state',
    'Sets the state of a contact message; 409 `stale` if it was changed since `version`. Setting it to in-work makes the caller its owner',
    {
      refusals: staleRefusal(ContactMessage),
      body: z.object({
        messageId: id,
        state: z.enum(contactStates, { error: STATUS_INVALID }),
        version: requiredVersion,
      }),
      data: ContactMessage,
      message: 'Status has been changed',
    },
  ),
}
