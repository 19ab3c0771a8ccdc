import * as z from 'zod/mini'
import { write } from './route.ts'
import { id } from './shapes.ts'

/** File names, in the order they are shown. */
const ProductImages = z.object({ images: z.array(z.string()) })

export const productImages = {
  add: write({
    access: 'staff',
    method: 'POST',
    path: '/product/image/add',
    summary: 'Adds images to a product, which has 6 at most',
    body: z.object({ productId: id }),
    files: {
      field: 'productImg',
      kind: 'image',
      max: 6,
      tooMany: 'A product has 6 images at most',
      required: 'Select at least 1 image',
    },
    data: ProductImages,
    message: 'Image added successfully',
  }),
  reorder: write({
    access: 'staff',
    method: 'PUT',
    path: '/product/image/order',
    summary: 'Puts the images of a product in another order; names exactly those that are there',
    body: z.object({
      productId: id,
      images: z.array(id, { error: 'Images is not valid' }).check(z.minLength(1, 'Select at least 1 image')),
    }),
    data: ProductImages,
    message: 'Images reordered successfully',
  }),
  remove: write({
    access: 'staff',
    method: 'DELETE',
    path: '/product/image/delete/:productId/:image',
    summary: 'Deletes an image of a product by its file name',
    params: z.object({ productId: id, image: id }),
    data: ProductImages,
    message: 'Image deleted successfully',
  }),
}
