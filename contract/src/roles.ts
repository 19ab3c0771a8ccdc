import { permissions } from '@kirana/domain/permissions'
import { NAME_REQUIRED } from '@kirana/domain/texts'
import * as z from 'zod/mini'
import { boundedList } from './wire/bounded-list.ts'
import { del, forSuperadmin, get, post, put } from './wire/route.ts'
import {
  byId,
  edited,
  flag,
  id,
  maxDistinct,
  renamed,
  required,
  staleRefusal,
  version,
  versionSeen,
} from './wire/shapes.ts'

/** What a role of staff may do. `isFixed`: it includes everything, later permissions too, and stays as it is. */
export const StaffRole = renamed(
  {
    _id: id,
    name: z.string(),
    permissions: z.array(z.enum(permissions)),
    isFixed: z.boolean(),
    /** Who has the role must sign in with a second factor. */
    requiresSecondFactor: z.boolean(),
    /** How many staff members have it. */
    staff: z.int(),
    version,
  },
  { _id: 'id' },
)
export type StaffRole = z.input<typeof StaffRole>

const NOT_VALID = 'Permission is not valid'
const CHOOSE = 'Choose what the role may do'
const fields = {
  name: required(NAME_REQUIRED, 60),
  permissions: boundedList(z.enum(permissions, { error: NOT_VALID }), 200, {
    error: CHOOSE,
    tooMany: NOT_VALID,
  }).check(z.minLength(1, CHOOSE), maxDistinct(permissions.length, NOT_VALID)),
  requiresSecondFactor: z.optional(flag),
}

/** The labels of the fields in forms, comparisons and the audit log, in the order of the screens. */
export const roleLabels = {
  name: 'Name',
  permissions: 'May',
  requiresSecondFactor: 'Second factor',
} as const

export const roles = {
  list: get(forSuperadmin, '/role/get/all', 'All roles of staff', { data: z.array(StaffRole) }),
  add: post(forSuperadmin, '/role/add', 'Adds a role; permissions that a chosen one needs are added', {
    fresh: true,
    body: z.object(fields),
    data: renamed({ _id: id }, { _id: 'id' }),
    message: 'Role added successfully',
  }),
  edit: put(
    forSuperadmin,
    '/role/edit',
    'Changes a role, at once for all who have it. With `version`, 409 `stale` if it was changed since that version',
    {
      refusals: staleRefusal(StaffRole),
      fresh: true,
      body: z.object({ roleId: id, ...fields, version: versionSeen }),
      data: edited,
      message: 'Role updated successfully',
    },
  ),
  remove: del(forSuperadmin, '/role/delete/:id', 'Deletes a role that is not assigned to staff', {
    fresh: true,
    params: byId,
    message: 'Role deleted successfully',
  }),
}
