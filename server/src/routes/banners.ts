import { banners as calls } from '@kirana/contract/banners'
import { asc, eq } from 'drizzle-orm'
import { requireRow } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { storing } from '../services/files/files.ts'
import { releasePictures } from '../services/catalogue/pictures.ts'
import { banners as table } from '../tables/banners.ts'

export const banners = serve(
  calls,
  { add: storing('banner') },
  {
    list: ({ db }) => db.select().from(table).orderBy(asc(table.id)),
    add: async ({ db, stored, audit }) => {
      const [image = ''] = await stored.keep(db)
      const added = requireRow(await db.insert(table).values({ image }).returning(), 'Banner')
      audit({ object: added.id, after: { image } })
    },
    remove: async ({ db, params: { id }, context, request, after, audit }) => {
      const { image } = requireRow(await db.delete(table).where(eq(table.id, id)).returning(), 'Banner')
      await releasePictures({ db, context, request, after }, [image])
      audit({ object: id, before: { image } })
    },
  },
)
