import { NAME_REQUIRED, ONE_IMAGE } from '@kirana/domain/texts'
import * as z from 'zod/mini'
import { read, write, type FileRule } from './wire/route.ts'
import { byId, flag, id, idFilter, required, renamed } from './wire/shapes.ts'

/** `image` is the key of its file. */
export const Subcategory = renamed(
  { _id: id, name: z.string(), image: z.string(), isActive: z.boolean(), categoryId: id },
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

export const subcategories = {
  list: read({
    access: 'staff',
    can: 'catalogue.read',
    method: 'GET',
    path: '/product/subcategory/get/all',
    summary: 'Subcategories, optionally of one category',
    query: z.object({ categoryId: idFilter }),
    data: z.array(Subcategory),
  }),
  add: write({
    access: 'staff',
    can: 'catalogue.write',
    method: 'POST',
    path: '/product/subcategory/add',
    summary: 'Adds a subcategory',
    body: z.object({ name: required(FIELDS, 100), categoryId: id }),
    files: { ...image, required: FIELDS },
    message: 'Subcatagory added successfully',
  }),
  edit: write({
    access: 'staff',
    can: 'catalogue.write',
    method: 'PUT',
    path: '/product/subcategory/edit',
    summary: 'Changes a subcategory; the image stays when none is sent',
    body: renamed(
      { subCategoryId: id, name: required(NAME_REQUIRED, 100), isActive: z.optional(flag) },
      { subCategoryId: 'subcategoryId' },
    ),
    files: image,
    message: 'Subcatagory updated successfully',
  }),
  remove: write({
    access: 'staff',
    can: 'catalogue.write',
    method: 'DELETE',
    path: '/product/subcategory/delete/:id',
    summary: 'Deletes an unused subcategory',
    params: byId,
    message: 'Subcategory deleted successfully',
  }),
}
