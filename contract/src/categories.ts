import { ONE_IMAGE, STATUS_INVALID } from '@kirana/domain/texts'
import * as z from 'zod/mini'
import { versionBesideFiles } from './wire/numbers.ts'
import { type FileRule, del, forStaff, get, post, put } from './wire/route.ts'
import { idFilter } from './wire/lists.ts'
import { byId, edited, flag, id, required, renamed, staleRefusal, version } from './wire/shapes.ts'

/** `image` is the key of its file; `section` is null when it has none. */
export const Category = renamed(
  {
    _id: id,
    name: z.string(),
    image: z.string(),
    section: z.nullable(z.object({ name: z.string() })),
    sectionId: z.string(),
    isActive: z.boolean(),
    version,
  },
  { _id: 'id' },
)
export type Category = z.input<typeof Category>

const FIELDS = 'Name, image and section is required'
/** The message for an edit without a name or a section. */
export const NAME_AND_SECTION = 'Name and section is required'

const words = ['true', 'false', 'Active', 'Inactive'] as const
/** The edit call sends the flag as `status`: a boolean, 'true' or 'false', 'Active' or 'Inactive' (domain rules, Catalogue). */
const status = z.codec(z.union([z.boolean(), z.enum(words)], { error: STATUS_INVALID }), z.boolean(), {
  decode: (value) => value === true || value === 'true' || value === 'Active',
  encode: (value) => value,
})

const image = {
  field: 'catagoryImg',
  kind: 'image',
  max: 1,
  tooMany: ONE_IMAGE,
} as const satisfies FileRule

/** The labels of the fields in forms, comparisons and the audit log, in the order of the screens. */
export const categoryLabels = {
  name: 'Name',
  sectionId: 'Section',
  status: 'Active/Inactive',
} as const

export const categories = {
  list: get(
    forStaff('catalogue.read'),
    '/product/catagory/list',
    'Active categories, optionally of one section; isGetAll includes inactive ones',
    { query: z.object({ sectionId: idFilter, isGetAll: z._default(flag, false) }), data: z.array(Category) },
  ),
  add: post(forStaff('catalogue.write'), '/product/catagory/add', 'Adds a category', {
    body: z.object({ name: required(FIELDS, 100), sectionId: required(FIELDS) }),
    files: { ...image, required: FIELDS },
    message: 'Catagory added successfully',
  }),
  edit: put(
    forStaff('catalogue.write'),
    '/product/catagory/edit',
    'Changes a category; the image stays when none is sent. With `version`, 409 `stale` if it was changed since that version',
    {
      refusals: staleRefusal(Category),
      body: renamed(
        {
          catagoryId: id,
          sectionId: required(NAME_AND_SECTION),
          status: z.optional(status),
          name: required(NAME_AND_SECTION, 100),
          version: versionBesideFiles,
        },
        { catagoryId: 'categoryId', status: 'isActive' },
      ),
      files: image,
      data: edited,
      message: 'Catagory updated successfully',
    },
  ),
  remove: del(forStaff('catalogue.write'), '/product/catagory/delete/:id', 'Deletes an unused category', {
    params: byId,
    message: 'Catagory deleted successfully',
  }),
}
