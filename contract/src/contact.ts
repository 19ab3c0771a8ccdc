import * as z from 'zod/mini'
import { read } from './route.ts'
import { id, moment, renamed } from './shapes.ts'

/** `ticket` is the complaint number given to the customer (E-Commerce Rules 2020). */
export const ContactMessage = renamed(
  {
    _id: id,
    ticket: z.string(),
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    msg: z.string(),
    dateAndTime: moment,
  },
  { _id: 'id', msg: 'message', dateAndTime: 'createdAt' },
)
export type ContactMessage = z.input<typeof ContactMessage>

export const contact = {
  list: read({
    access: 'staff',
    method: 'GET',
    path: '/contact/get/all',
    summary: 'All contact messages, newest first',
    data: z.array(ContactMessage),
  }),
}
