import * as z from 'zod/mini'
import { Release } from '../releases.ts'
import { forAnyone, get } from '../wire/route.ts'

export const storeRelease = {
  get: get(forAnyone, '/store/release', 'The newest release, null if there is none', {
    data: z.nullable(Release),
  }),
}
