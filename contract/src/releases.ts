import { dayInKolkata } from '@kirana/domain/calendar'
import { RELEASE_FIELDS_REQUIRED } from '@kirana/domain/texts'
import * as z from 'zod/mini'
import { wholeInput } from './wire/numbers.ts'
import { del, forSuperadmin, get, post, put } from './wire/route.ts'
import { edited, id, required, renamed, staleRefusal, version, versionSeen } from './wire/shapes.ts'

/** A day in Asia/Kolkata on the wire ('YYYY-MM-DD'), a Date inside. */
const day = z.codec(z.string(), z.date(), {
  decode: (text) => new Date(`${text}T00:00:00+05:30`),
  encode: dayInKolkata,
})

/** A release of the customer app. */
export const Release = renamed(
  { _id: id, buildNumber: z.int(), versionName: z.string(), description: z.string(), date: day, version },
  { _id: 'id', date: 'createdAt' },
)
export type Release = z.input<typeof Release>

const fields = {
  buildNumber: wholeInput(
    1,
    2_147_483_647,
    RELEASE_FIELDS_REQUIRED,
    'Build number must be a number and bigger than 0',
  ),
  versionName: required(RELEASE_FIELDS_REQUIRED, 100),
  description: required(RELEASE_FIELDS_REQUIRED, 5000),
}

/** The labels of the fields in forms, comparisons and the audit log, in the order of the screens. */
export const releaseLabels = {
  buildNumber: 'Build Number',
  versionName: 'Version Name',
  description: 'Description',
} as const

export const releases = {
  list: get(forSuperadmin, '/release/get/all', 'All releases, newest first', { data: z.array(Release) }),
  add: post(forSuperadmin, '/release/add', 'Adds a release', {
    body: z.object(fields),
    message: 'Release added successfully',
  }),
  edit: put(
    forSuperadmin,
    '/release/edit',
    'Changes a release. With `version`, 409 `stale` if it was changed since that version',
    {
      refusals: staleRefusal(Release),
      body: z.object({ ...fields, releaseId: required('Release ID is required'), version: versionSeen }),
      data: edited,
      message: 'Release updated successfully',
    },
  ),
  remove: del(forSuperadmin, '/release/delete/:id', 'Deletes a release', {
    params: z.object({ id: required('Release ID is required') }),
    message: 'Release deleted successfully',
  }),
}
