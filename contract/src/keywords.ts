import { NAME_REQUIRED } from '@kirana/domain/texts'
import * as z from 'zod/mini'
import { del, forStaff, get, post, put } from './wire/route.ts'
import {
  byId,
  edited,
  flag,
  id,
  optionalText,
  required,
  renamed,
  staleRefusal,
  version,
  versionSeen,
} from './wire/shapes.ts'

export const Keyword = renamed(
  { _id: id, name: z.string(), desc: z.string(), isActive: z.boolean(), version },
  { _id: 'id', desc: 'description' },
)
export type Keyword = z.input<typeof Keyword>

const fields = { name: required(NAME_REQUIRED, 100), desc: optionalText() }

/** The labels of the fields in forms, comparisons and the audit log, in the order of the screens. */
export const keywordLabels = {
  name: 'Keyward Name',
  desc: 'Description',
  isActive: 'Enable/Disable',
} as const

export const keywords = {
  list: get(forStaff('catalogue.read'), '/keyward/get/all', 'All keywords', { data: z.array(Keyword) }),
  add: post(forStaff('catalogue.write'), '/keyward/add', 'Adds a keyword', {
    body: renamed(fields, { desc: 'description' }),
    data: renamed({ _id: id }, { _id: 'id' }),
    message: 'Keyward added successfully',
  }),
  edit: put(
    forStaff('catalogue.write'),
    '/keyward/edit',
    'Changes a keyword. With `version`, 409 `stale` if it was changed since that version',
    {
      refusals: staleRefusal(Keyword),
      body: renamed(
        { ...fields, keywardId: id, isActive: z.optional(flag), version: versionSeen },
        { desc: 'description', keywardId: 'keywordId' },
      ),
      data: edited,
      message: 'Keyward updated successfully',
    },
  ),
  remove: del(forStaff('catalogue.write'), '/keyward/delete/:id', 'Deletes an unused keyword', {
    params: byId,
    message: 'Keyward deleted successfully',
  }),
}
