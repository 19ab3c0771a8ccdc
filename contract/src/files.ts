import * as z from 'zod/mini'
import { download, forAnyone } from './wire/route.ts'
import { id } from './wire/shapes.ts'

export const files = {
  get: download(
    forAnyone,
    '/file/get/:key',
    "A file's bytes; private kinds (lists, prescriptions, receipts, photos of claims and of failed drops) are a 404 for anyone but staff whose role includes what they belong to",
    { params: z.object({ key: id }) },
  ),
}
