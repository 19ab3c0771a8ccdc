import * as z from 'zod/mini'
import { write } from './route.ts'
import { id } from './shapes.ts'

/** File names in display order. */
const ProductImages = z.object({ images: z.array(z.string()) })

export const productImages = {
  add: write({
    access: 'staff',
    can: 'catalogue.write',
    method: 'POST',
    path: '/product/image/add',
    summary: 'Adds images to a product, up to 6 in total',
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
    can: 'catalogue.write',
    method: 'PUT',
    path: '/product/image/order',
    summary: 'Reorders the images of a product; `images` must list each of them exactly once',
    body: z.object({
      productId: id,
      images: z.array(id, { error: 'Images is not valid' }).check(z.minLength(1, 'Select at least 1 image')),
    }),
    data: ProductImages,
    message: 'Images reordered successfully',
  }),
  remove: write({
    access: 'staff',
    can: 'catalogue.write',
    method: 'DELETE',
    path: '/product/image/delete/:productId/:image',
    summary: 'Deletes an image of a product by its file name',
    params: z.object({ productId: id, image: id }),
    data: ProductImages,
    message: 'Image deleted successfully',
  }),
}
