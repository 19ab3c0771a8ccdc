import * as z from 'zod/mini'
import { download, forAnyone } from './wire/route.ts'
import { id } from './wire/shapes.ts'

export const files = {
  get: download(
    forAnyone,
    '/file/get/:key',
    "A file's bytes; private kinds (lists, prescriptions, receipts) are a 404 for anyone but staff whose role includes orders or withdrawals",
    { params: z.object({ key: id }) },
  ),
}
