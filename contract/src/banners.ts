import { ONE_IMAGE } from '@kirana/domain/texts'
import * as z from 'zod/mini'
import { read, write } from './wire/route.ts'
import { byId, id, renamed } from './wire/shapes.ts'

/** `image` is the key of its file. */
export const Banner = renamed({ _id: id, image: z.string() }, { _id: 'id' })
export type Banner = z.input<typeof Banner>

export const banners = {
  list: read({
    access: 'staff',
    can: 'catalogue.read',
    method: 'GET',
    path: '/banners/all',
    summary: 'All banners',
    data: z.array(Banner),
  }),
  add: write({
    access: 'staff',
    can: 'offers.write',
    method: 'POST',
    path: '/banners/add',
    summary: 'Adds a banner',
    files: {
      field: 'bannerImg',
      kind: 'image',
      max: 1,
      tooMany: ONE_IMAGE,
      required: 'Image is required',
    },
    message: 'Banner added successfully',
  }),
  remove: write({
    access: 'staff',
    can: 'offers.write',
    method: 'DELETE',
    path: '/banners/delete/:id',
    summary: 'Deletes a banner and its file',
    params: byId,
    message: 'Banner deleted successfully',
  }),
}
