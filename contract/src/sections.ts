import { NAME_REQUIRED } from '@kirana/domain/texts'
import * as z from 'zod/mini'
import { read, write } from './wire/route.ts'
import { byId, id, required, renamed } from './wire/shapes.ts'

export const Section = renamed({ _id: id, name: z.string() }, { _id: 'id' })
export type Section = z.input<typeof Section>

const name = required(NAME_REQUIRED, 100)

export const sections = {
  list: read({
    access: 'staff',
    can: 'catalogue.read',
    method: 'GET',
    path: '/product/section/get/all',
    summary: 'All sections',
    data: z.array(Section),
  }),
  add: write({
    access: 'staff',
    can: 'catalogue.write',
    method: 'GET',
    path: '/product/section/add/:name',
    summary: 'Adds a section',
    params: z.object({ name }),
    message: 'Section added successfully',
  }),
  edit: write({
    access: 'staff',
    can: 'catalogue.write',
    method: 'PUT',
    path: '/product/section/edit',
    summary: 'Renames a section',
    body: z.object({ name, sectionId: id }),
    message: 'Section updated successfully',
  }),
  remove: write({
    access: 'staff',
    can: 'catalogue.write',
    method: 'DELETE',
    path: '/product/section/delete/:id',
    summary: 'Deletes an unused section',
    params: byId,
    message: 'Section deleted successfully',
  }),
}
