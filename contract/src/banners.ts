import { ONE_IMAGE } from '@kirana/domain/texts'
import * as z from 'zod/mini'
import { del, forStaff, get, post } from './wire/route.ts'
import { byId, id, renamed } from './wire/shapes.ts'

/** `image` is the key of its file. */
export const Banner = renamed({ _id: id, image: z.string() }, { _id: 'id' })
export type Banner = z.input<typeof Banner>

export const banners = {
  list: get(forStaff('catalogue.read'), '/banners/all', 'All banners', { data: z.array(Banner) }),
  add: post(forStaff('offers.write'), '/banners/add', 'Adds a banner', {
    files: {
      field: 'bannerImg',
      kind: 'image',
      max: 1,
      tooMany: ONE_IMAGE,
      required: 'Image is required',
    },
    message: 'Banner added successfully',
  }),
  remove: del(forStaff('offers.write'), '/banners/delete/:id', 'Deletes a banner and its file', {
    params: byId,
    message: 'Banner deleted successfully',
  }),
}
