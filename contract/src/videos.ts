import { ALL_FIELDS_REQUIRED } from '@kirana/domain/texts'
import * as z from 'zod/mini'
import { text } from './wire/bounded.ts'
import { del, forStaff, get, post, put } from './wire/route.ts'
import { byId, edited, id, required, renamed, staleRefusal, version, versionSeen } from './wire/shapes.ts'

/** A review video of a product. `url` is the video's code, not a full address. */
export const Video = renamed(
  { _id: id, fullName: z.string(), url: z.string(), about: z.string(), productId: id, version },
  { _id: 'id', url: 'code' },
)
export type Video = z.input<typeof Video>

/** The code becomes part of an embedded player's URL, so it is limited to URL-safe characters. */
const url = required(ALL_FIELDS_REQUIRED).check(
  z.regex(/^[\w-]{1,64}$/, 'Enter only the video code, not the full address'),
)
const about = required(ALL_FIELDS_REQUIRED, 2000)
const name = required(ALL_FIELDS_REQUIRED, 200)

/** The fields of the video form, for adding and editing. */
export const VideoForm = z.object({ fullName: name, url, about })

const eitherName = z.optional(text(200, ALL_FIELDS_REQUIRED))

type AddedVideo = { fullName: string; code: string; about: string; productId: string }

/** The add call has `fullname`, the edit call `fullName` (specification, section 7); add accepts both. */
const AddInput = z.codec(
  z
    .object({ fullname: eitherName, fullName: eitherName, url, about, productId: id })
    .check(z.refine((input) => Boolean(input.fullname ?? input.fullName), ALL_FIELDS_REQUIRED)),
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

/** The labels of the fields in forms, comparisons and the audit log, in the order of the screens. */
export const videoLabels = {
  fullName: 'Title',
  url: 'URL',
  about: 'About',
} as const

export const videos = {
  list: get(
    forStaff('catalogue.read'),
    '/product/review/video/get/product/:productId',
    'The review videos of a product',
    { params: z.object({ productId: id }), data: z.array(Video) },
  ),
  add: post(forStaff('catalogue.write'), '/product/review/video/add', 'Adds a review video', {
    body: AddInput,
    message: 'Video added successfully',
  }),
  edit: put(
    forStaff('catalogue.write'),
    '/product/review/video/edit',
    'Changes a review video. With `version`, 409 `stale` if it was changed since that version',
    {
      refusals: staleRefusal(Video),
      body: renamed(
        { ...VideoForm.shape, productId: id, videoId: id, version: versionSeen },
        { url: 'code' },
      ),
      data: edited,
      message: 'Video updated successfully',
    },
  ),
  remove: del(forStaff('catalogue.write'), '/product/review/video/delete/:id', 'Deletes a review video', {
    params: byId,
    message: 'Video deleted successfully',
  }),
}
