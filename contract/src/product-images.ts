import * as z from 'zod/mini'
import { boundedList } from './wire/bounded-list.ts'
import { text } from './wire/bounded.ts'
import { del, forStaff, post, put, readingPost } from './wire/route.ts'
import { id, renamed } from './wire/shapes.ts'

/** File names in display order. */
const ProductImages = z.object({ images: z.array(z.string()) })

/** How many pictures staff may add at once. */
export const MAX_PICTURES = 200
/** Two for each picture: its name, and its name without the number at the end. */
const MAX_NAMES = 2 * MAX_PICTURES
const NAME_INVALID = 'Name is not valid'

/** A product with a picture's name. `images` is how many it has. */
const NamedProduct = renamed({ _id: id, title: z.string(), images: z.int() }, { _id: 'id' })

export const productImages = {
  find: readingPost(
    forStaff('catalogue.write'),
    '/product/image/find',
    'The products that have one of these names as their title, for pictures named after them. Case is ignored; blanks, ' +
      'hyphens, underscores and characters that file names may not contain are equal. Names without a product are left ' +
      'out; a name that several products have comes with two of them',
    {
      body: z.object({
        names: boundedList(text(300, NAME_INVALID, NAME_INVALID), MAX_NAMES, {
          error: NAME_INVALID,
          tooMany: `Send ${MAX_NAMES} names at most`,
        }),
      }),
      data: z.array(z.object({ name: z.string(), products: z.array(NamedProduct) })),
    },
  ),
  add: post(forStaff('catalogue.write'), '/product/image/add', 'Adds images to a product, up to 6 in total', {
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
  reorder: put(
    forStaff('catalogue.write'),
    '/product/image/order',
    'Reorders the images of a product; `images` must list each of them exactly once',
    {
      body: z.object({
        productId: id,
        images: boundedList(id, 100, { error: 'Images is not valid' }).check(
          z.minLength(1, 'Select at least 1 image'),
        ),
      }),
      data: ProductImages,
      message: 'Images reordered successfully',
    },
  ),
  remove: del(
    forStaff('catalogue.write'),
    '/product/image/delete/:productId/:image',
    'Deletes an image of a product by its file name',
    {
      params: z.object({ productId: id, image: id }),
      data: ProductImages,
      message: 'Image deleted successfully',
    },
  ),
}
