import { PINCODE_RULE } from '@kirana/domain/pincode'
import { NAME_REQUIRED } from '@kirana/domain/texts'
import * as z from 'zod/mini'
import { sixDigits } from './wire/address.ts'
import { boundedList } from './wire/bounded-list.ts'
import { text } from './wire/bounded.ts'
import { del, forStaff, get, post, put } from './wire/route.ts'
import {
  maxDistinct,
  byId,
  edited,
  flag,
  id,
  optionalText,
  renamed,
  staleRefusal,
  version,
  versionSeen,
} from './wire/shapes.ts'

export const Pincode = renamed(
  { _id: id, pincode: z.string(), isActive: z.boolean(), version },
  { _id: 'id' },
)
export type Pincode = z.input<typeof Pincode>

const pincode = sixDigits(NAME_REQUIRED)

const REQUIRED = 'Enter at least 1 pincode'
const MAX_ADDED = 500
const TOO_MANY = `Add ${MAX_ADDED} pincodes at most`
/** Malformed pincodes are reported in the response; the others are still added. */
const many = boundedList(text(500, PINCODE_RULE, PINCODE_RULE), 4 * MAX_ADDED, {
  error: REQUIRED,
  tooMany: TOO_MANY,
}).check(z.minLength(1, REQUIRED), maxDistinct(MAX_ADDED, TOO_MANY))

/** The labels of the fields in forms, comparisons and the audit log, in the order of the screens. */
export const pincodeLabels = {
  pincode: 'Pincode',
  desc: 'Description',
  isActive: 'Enable/Disable',
} as const

export const pincodes = {
  list: get(forStaff('catalogue.read'), '/pincode/get/all', 'All pincodes', { data: z.array(Pincode) }),
  add: post(forStaff('catalogue.write'), '/pincode/add', 'Adds a pincode to the delivery area', {
    body: renamed({ pincode, desc: optionalText() }, { desc: 'description' }),
    message: 'Pincode added successfully',
  }),
  addMany: post(
    forStaff('catalogue.write'),
    '/pincode/add/many',
    'Adds pincodes to the delivery area; the response has the result of each',
    {
      body: z.object({ pincodes: many }),
      data: z.array(z.object({ pincode: z.string(), done: z.boolean(), message: z.string() })),
      message: 'Pincodes added successfully',
    },
  ),
  edit: put(
    forStaff('catalogue.write'),
    '/pincode/edit',
    'Changes, enables or disables a pincode. With `version`, 409 `stale` if it was changed since that version',
    {
      refusals: staleRefusal(Pincode),
      body: z.object({ pincode, pincodeId: id, isActive: z.optional(flag), version: versionSeen }),
      data: edited,
      message: 'Pincode updated successfully',
    },
  ),
  remove: del(forStaff('catalogue.write'), '/pincode/delete/:id', 'Deletes a pincode', {
    params: byId,
    message: 'Pincode deleted successfully',
  }),
}
