import * as z from 'zod/mini'
import { read, write, type FileRule } from './route.ts'
import { byId, flag, id, idFilter, required, spelled } from './shapes.ts'

/** `image` is the key of its file; `section` is null when it has none. */
export const Category = spelled(
  {
    _id: id,
    name: z.string(),
    image: z.string(),
    section: z.nullable(z.object({ name: z.string() })),
    sectionId: z.string(),
    isActive: z.boolean(),
  },
  { _id: 'id' },
)
export type Category = z.input<typeof Category>

const FIELDS = 'Name, image and section is required'
/** What an edit without a name or a section is told. */
export const NAME_AND_SECTION = 'Name and section is required'

const words = ['true', 'false', 'Active', 'Inactive'] as const
/** A category's edit sends the flag as `status`, in whichever words (domain rules, Catalogue). */
const status = z.codec(z.union([z.boolean(), z.enum(words)], { error: 'Status is not valid' }), z.boolean(), {
  decode: (value) => value === true || value === 'true' || value === 'Active',
  encode: (value) => value,
})

const image = {
  field: 'catagoryImg',
  kind: 'image',
  max: 1,
  tooMany: 'Upload 1 image',
} as const satisfies FileRule

export const categories = {
  list: read({
    access: 'staff',
    method: 'GET',
    path: '/product/catagory/list',
    summary: 'Active categories, of one section if asked; with isGetAll inactive ones too',
    query: z.object({ sectionId: idFilter, isGetAll: z._default(flag, false) }),
    data: z.array(Category),
  }),
  add: write({
    access: 'staff',
    method: 'POST',
    path: '/product/catagory/add',
    summary: 'Adds a category',
    body: z.object({ name: required(FIELDS, 100), sectionId: required(FIELDS) }),
    files: { ...image, required: FIELDS },
    message: 'Catagory added successfully',
  }),
  edit: write({
    access: 'staff',
    method: 'PUT',
    path: '/product/catagory/edit',
    summary: 'Changes a category; without an image it keeps the one it has',
    body: spelled(
      {
        catagoryId: id,
        sectionId: required(NAME_AND_SECTION),
        status: z.optional(status),
        name: required(NAME_AND_SECTION, 100),
      },
      { catagoryId: 'categoryId', status: 'isActive' },
    ),
    files: image,
    message: 'Catagory updated successfully',
  }),
  remove: write({
    access: 'staff',
    method: 'DELETE',
    path: '/product/catagory/delete/:id',
    summary: 'Deletes a category that nothing uses',
    params: byId,
    message: 'Catagory deleted successfully',
  }),
}
