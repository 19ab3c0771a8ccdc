import * as z from 'zod/mini'
import { read, write } from './route.ts'
import { byId, flag, id, optionalText, required, spelled } from './shapes.ts'

export const Keyword = spelled(
  { _id: id, name: z.string(), desc: z.string(), isActive: z.boolean() },
  { _id: 'id', desc: 'description' },
)
export type Keyword = z.input<typeof Keyword>

const fields = { name: required('Name is required', 100), desc: optionalText() }

export const keywords = {
  list: read({
    access: 'staff',
    method: 'GET',
    path: '/keyward/get/all',
    summary: 'All keywords',
    data: z.array(Keyword),
  }),
  add: write({
    access: 'staff',
    method: 'POST',
    path: '/keyward/add',
    summary: 'Adds a keyword',
    body: spelled(fields, { desc: 'description' }),
    message: 'Keyward added successfully',
  }),
  edit: write({
    access: 'staff',
    method: 'PUT',
    path: '/keyward/edit',
    summary: 'Changes a keyword',
    body: spelled(
      { ...fields, keywardId: id, isActive: z.optional(flag) },
      { desc: 'description', keywardId: 'keywordId' },
    ),
    message: 'Keyward updated successfully',
  }),
  remove: write({
    access: 'staff',
    method: 'DELETE',
    path: '/keyward/delete/:id',
    summary: 'Deletes a keyword that no product uses',
    params: byId,
    message: 'Keyward deleted successfully',
  }),
}
