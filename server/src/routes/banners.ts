import { banners as calls } from '@kirana/contract/banners'
import { asc, eq } from 'drizzle-orm'
import { found } from '../http/refuse.ts'
import { serve } from '../http/serve.ts'
import { keep } from '../services/files.ts'
import { letGo } from '../services/pictures.ts'
import { banners as table } from '../tables/banners.ts'

export const banners = serve(calls, {
  list: ({ db }) => db.select().from(table).orderBy(asc(table.id)),
  add: async ({ db, files, kit, audit }) => {
    const [image = ''] = await keep(db, kit.files, files, { purpose: 'banner' })
    const added = found(await db.insert(table).values({ image }).returning(), 'Banner')
    audit({ object: added.id, after: { image } })
  },
  remove: async ({ db, params: { id }, kit, after, audit }) => {
    const { image } = found(await db.delete(table).where(eq(table.id, id)).returning(), 'Banner')
    await letGo({ db, kit, after }, [image])
    audit({ object: id, before: { image } })
  },
})
