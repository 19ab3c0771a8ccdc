import { storeRelease as calls } from '@kirana/contract/store/release'
import { desc } from 'drizzle-orm'
import { serve } from '../../http/serve.ts'
import { releases } from '../../tables/releases.ts'

export const storeRelease = serve(calls, {
  get: async ({ db }) => {
    const [newest] = await db.select().from(releases).orderBy(desc(releases.id)).limit(1)
    return newest ?? null
  },
})
