import * as z from 'zod/mini'
import { download, forAnyone } from './wire/route.ts'
import { id } from './wire/shapes.ts'

export const files = {
  get: download(
    forAnyone,
    '/file/get/:key',
    "A file's bytes; private kinds (lists, prescriptions, receipts, photos of claims and of failed drops) are a " +
      '404 for everybody except staff whose role includes the area of the file',
    { params: z.object({ key: id }) },
  ),
}
