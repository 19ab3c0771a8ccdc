import { dayInKolkata } from '@kirana/domain/calendar'
import * as z from 'zod/mini'
import { wholeSent } from './numbers.ts'
import { read, write } from './route.ts'
import { id, required, spelled } from './shapes.ts'

/** Inside a moment, on the wire its day in Kolkata. */
const day = z.codec(z.string(), z.date(), {
  decode: (text) => new Date(`${text}T00:00:00+05:30`),
  encode: dayInKolkata,
})

/** A release of the customers' app. */
export const Release = spelled(
  { _id: id, buildNumber: z.int(), versionName: z.string(), description: z.string(), date: day },
  { _id: 'id', date: 'createdAt' },
)
export type Release = z.input<typeof Release>

const FIELDS = 'All fields are required'
const fields = {
  buildNumber: wholeSent(1, 2_147_483_647, FIELDS, 'Build number must be a number and bigger than 0'),
  versionName: required(FIELDS, 100),
  description: required(FIELDS, 5000),
}

export const releases = {
  list: read({
    access: 'superadmin',
    method: 'GET',
    path: '/release/get/all',
    summary: 'All releases, the latest first',
    data: z.array(Release),
  }),
  add: write({
    access: 'superadmin',
    method: 'POST',
    path: '/release/add',
    summary: 'Adds a release',
    body: z.object(fields),
    message: 'Release added successfully',
  }),
  edit: write({
    access: 'superadmin',
    method: 'PUT',
    path: '/release/edit',
    summary: 'Changes a release',
    body: z.object({ ...fields, releaseId: required('Release ID is required') }),
    message: 'Release updated successfully',
  }),
  remove: write({
    access: 'superadmin',
    method: 'DELETE',
    path: '/release/delete/:id',
    summary: 'Deletes a release',
    params: z.object({ id: required('Release ID is required') }),
    message: 'Release deleted successfully',
  }),
}
