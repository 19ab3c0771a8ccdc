import * as z from 'zod/mini'
import { del, forStaff, get, post } from './wire/route.ts'
import { byId, id, moment, renamed, required } from './wire/shapes.ts'

/** A note of a staff member about a customer. `isOwn`: the caller wrote it and may delete it. */
export const CustomerNote = renamed(
  { _id: id, text: z.string(), by: z.string(), dateAndTime: moment, isOwn: z.boolean() },
  { _id: 'id', dateAndTime: 'createdAt' },
)
export type CustomerNote = z.input<typeof CustomerNote>

export const customerNotes = {
  list: get(
    forStaff('customers.read'),
    '/user/notes/:userId',
    'The newest 100 notes of the staff about a customer',
    { params: z.object({ userId: id }), data: z.array(CustomerNote) },
  ),
  add: post(forStaff('customers.write'), '/user/note/add', 'Adds a note about a customer', {
    body: z.object({ userId: id, text: required('Note is required', 1000) }),
    message: 'Note added successfully',
  }),
  remove: del(
    forStaff('customers.write'),
    '/user/note/delete/:id',
    'Deletes a note that the caller wrote about a customer',
    { params: byId, message: 'Note deleted successfully' },
  ),
}
