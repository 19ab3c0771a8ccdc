import * as z from 'zod/mini'
import { read, write } from './route.ts'
import { byId, id, required, spelled } from './shapes.ts'

/** A review video of a product. `url` is the video's code, not a full address. */
export const Video = spelled(
  { _id: id, fullName: z.string(), url: z.string(), about: z.string(), productId: id },
  { _id: 'id', url: 'code' },
)
export type Video = z.input<typeof Video>

const FIELDS = 'All fields is required'
/** It ends up in the address of an embedded player, so nothing but a code gets through. */
const url = required(FIELDS).check(
  z.regex(/^[\w-]{1,64}$/, 'Enter only the video code, not the full address'),
)
const about = required(FIELDS, 2000)
const name = required(FIELDS, 200)

/** What is asked for of a video, new or not. */
export const VideoForm = z.object({ fullName: name, url, about })

const eitherName = z.optional(z.string({ error: FIELDS }))

type AddedVideo = { fullName: string; code: string; about: string; productId: string }

/** The add call is sent `fullname`, the edit call `fullName` (specification, section 7); add takes both. */
const SentVideo = z.codec(
  z
    .object({ fullname: eitherName, fullName: eitherName, url, about, productId: id })
    .check(z.refine((sent) => Boolean((sent.fullname ?? sent.fullName)?.trim()), FIELDS)),
  z.object({ fullName: name, code: z.string(), about: z.string(), productId: z.string() }),
  {
    decode: ({ fullname, fullName, url, about, productId }): AddedVideo => ({
      fullName: fullname ?? fullName ?? '',
      code: url,
      about,
      productId,
    }),
    encode: ({ fullName, code, about, productId }) => ({ fullname: fullName, url: code, about, productId }),
  },
)

export const videos = {
  list: read({
    access: 'staff',
    method: 'GET',
    path: '/product/review/video/get/product/:productId',
    summary: 'The review videos of a product',
    params: z.object({ productId: id }),
    data: z.array(Video),
  }),
  add: write({
    access: 'staff',
    method: 'POST',
    path: '/product/review/video/add',
    summary: 'Adds a review video',
    body: SentVideo,
    message: 'Video added successfully',
  }),
  edit: write({
    access: 'staff',
    method: 'PUT',
    path: '/product/review/video/edit',
    summary: 'Changes a review video',
    body: spelled({ ...VideoForm.shape, productId: id, videoId: id }, { url: 'code' }),
    message: 'Video updated successfully',
  }),
  remove: write({
    access: 'staff',
    method: 'DELETE',
    path: '/product/review/video/delete/:id',
    summary: 'Deletes a review video',
    params: byId,
    message: 'Video deleted successfully',
  }),
}
