import { NAME_REQUIRED, ONE_IMAGE } from '@kirana/domain/texts'
import * as z from 'zod/mini'
import { versionBesideFiles } from './wire/numbers.ts'
import { type FileRule, del, forStaff, get, post, put } from './wire/route.ts'
import { idFilter } from './wire/lists.ts'
import { byId, edited, flag, id, required, renamed, staleRefusal, version } from './wire/shapes.ts'

/** `image` is the key of its file. */
export const Subcategory = renamed(
  { _id: id, name: z.string(), image: z.string(), isActive: z.boolean(), categoryId: id, version },
  { _id: 'id' },
)
export type Subcategory = z.input<typeof Subcategory>

const FIELDS = 'Name and image is required'

const image = {
  field: 'subcategoryImg',
  kind: 'image',
  max: 1,
  tooMany: ONE_IMAGE,
} as const satisfies FileRule

/** The labels of the fields in forms, comparisons and the audit log, in the order of the screens. */
export const subcategoryLabels = {
  name: 'Name',
  isActive: 'Active/Inactive',
} as const

export const subcategories = {
  list: get(
    forStaff('catalogue.read'),
    '/product/subcategory/get/all',
    'Subcategories, optionally of one category',
    { query: z.object({ categoryId: idFilter }), data: z.array(Subcategory) },
  ),
  add: post(forStaff('catalogue.write'), '/product/subcategory/add', 'Adds a subcategory', {
    body: z.object({ name: required(FIELDS, 100), categoryId: id }),
    files: { ...image, required: FIELDS },
    message: 'Subcatagory added successfully',
  }),
  edit: put(
    forStaff('catalogue.write'),
    '/product/subcategory/edit',
    'Changes a subcategory; the image stays when none is sent. With `version`, 409 `stale` if it was changed since that version',
    {
      refusals: staleRefusal(Subcategory),
      body: renamed(
        {
          subCategoryId: id,
          name: required(NAME_REQUIRED, 100),
          isActive: z.optional(flag),
          version: versionBesideFiles,
        },
        { subCategoryId: 'subcategoryId' },
      ),
      files: image,
      data: edited,
      message: 'Subcatagory updated successfully',
    },
  ),
  remove: del(
    forStaff('catalogue.write'),
    '/product/subcategory/delete/:id',
    'Deletes an unused subcategory',
    { params: byId, message: 'Subcategory deleted successfully' },
  ),
}
