import { NAME_REQUIRED } from '@kirana/domain/texts'
import * as z from 'zod/mini'
import { del, forStaff, get, put, writingGet } from './wire/route.ts'
import { byId, edited, id, required, renamed, staleRefusal, version, versionSeen } from './wire/shapes.ts'

export const Section = renamed({ _id: id, name: z.string(), version }, { _id: 'id' })
export type Section = z.input<typeof Section>

const name = required(NAME_REQUIRED, 100)

/** The labels of the fields in forms, comparisons and the audit log, in the order of the screens. */
export const sectionLabels = {
  name: 'Name',
} as const

export const sections = {
  list: get(forStaff('catalogue.read'), '/product/section/get/all', 'All sections', {
    data: z.array(Section),
  }),
  add: writingGet(forStaff('catalogue.write'), '/product/section/add/:name', 'Adds a section', {
    params: z.object({ name }),
    message: 'Section added successfully',
  }),
  edit: put(
    forStaff('catalogue.write'),
    '/product/section/edit',
    'Renames a section. With `version`, 409 `stale` if it was changed since that version',
    {
      refusals: staleRefusal(Section),
      body: z.object({ name, sectionId: id, version: versionSeen }),
      data: edited,
      message: 'Section updated successfully',
    },
  ),
  remove: del(forStaff('catalogue.write'), '/product/section/delete/:id', 'Deletes an unused section', {
    params: byId,
    message: 'Section deleted successfully',
  }),
}
