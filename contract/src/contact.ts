import { contactStates } from '@kirana/domain/grievance'
import { STATUS_INVALID } from '@kirana/domain/texts'
import * as z from 'zod/mini'
import { read, write } from './route.ts'
import { id, moment, renamed, requiredVersion, staleRefusal, version } from './shapes.ts'

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
  list: read({
    access: 'staff',
    can: 'messages',
    method: 'GET',
    path: '/contact/get/all',
    summary: 'All contact messages, newest first, with their state and next deadline',
    data: z.array(ContactMessage),
  }),
  of: read({
    access: 'staff',
    can: 'messages',
    method: 'GET',
    path: '/contact/get/user/:userId',
    summary: "The newest 20 contact messages sent with a customer's phone number",
    params: z.object({ userId: id }),
    data: z.array(ContactMessage),
  }),
  setState: write({
    access: 'staff',
    can: 'messages',
    method: 'PUT',
    path: '/contact/state',
    summary:
      'Sets the state of a contact message, if nobody has changed it since `version`. Whoever sets it to in-work owns it',
    refusals: staleRefusal(ContactMessage),
    body: z.object({
      messageId: id,
      state: z.enum(contactStates, { error: STATUS_INVALID }),
      version: requiredVersion,
    }),
    data: ContactMessage,
    message: 'Status has been changed',
  }),
}
