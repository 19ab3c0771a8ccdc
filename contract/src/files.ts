import * as z from 'zod/mini'
import { bytes, read } from './wire/route.ts'
import { id } from './wire/shapes.ts'

export const files = {
  get: read({
    access: 'public',
    method: 'GET',
    path: '/file/get/:key',
    summary:
      "A file's bytes; private kinds (lists, prescriptions, receipts) are a 404 for anyone but staff whose role includes orders or withdrawals",
    params: z.object({ key: id }),
    answers: 'bytes',
    data: bytes,
  }),
}
