import { NAME_REQUIRED } from '@kirana/domain/texts'
import * as z from 'zod/mini'
import { read, write } from './wire/route.ts'
import { byId, flag, id, optionalText, required, renamed } from './wire/shapes.ts'

export const Keyword = renamed(
  { _id: id, name: z.string(), desc: z.string(), isActive: z.boolean() },
  { _id: 'id', desc: 'description' },
)
export type Keyword = z.input<typeof Keyword>

const fields = { name: required(NAME_REQUIRED, 100), desc: optionalText() }

export const keywords = {
  list: read({
    access: 'staff',
    can: 'catalogue.read',
    method: 'GET',
    path: '/keyward/get/all',
    summary: 'All keywords',
    data: z.array(Keyword),
  }),
  add: write({
    access: 'staff',
    can: 'catalogue.write',
    method: 'POST',
    path: '/keyward/add',
    summary: 'Adds a keyword',
    body: renamed(fields, { desc: 'description' }),
    data: renamed({ _id: id }, { _id: 'id' }),
    message: 'Keyward added successfully',
  }),
  edit: write({
    access: 'staff',
    can: 'catalogue.write',
    method: 'PUT',
    path: '/keyward/edit',
    summary: 'Changes a keyword',
    body: renamed(
      { ...fields, keywardId: id, isActive: z.optional(flag) },
      { desc: 'description', keywardId: 'keywordId' },
    ),
    message: 'Keyward updated successfully',
  }),
  remove: write({
    access: 'staff',
    can: 'catalogue.write',
    method: 'DELETE',
    path: '/keyward/delete/:id',
    summary: 'Deletes an unused keyword',
    params: byId,
    message: 'Keyward deleted successfully',
  }),
}
