import * as z from 'zod/mini'
import { Release } from '../releases.ts'
import { read } from '../wire/route.ts'

export const storeRelease = {
  get: read({
    access: 'public',
    method: 'GET',
    path: '/store/release',
    summary: 'The newest release, null if there is none',
    data: z.nullable(Release),
  }),
}
