import { releases as calls } from '@kirana/contract/releases'
import { desc, eq } from 'drizzle-orm'
import { requireRow } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { releases as table } from '../tables/releases.ts'

const { id } = table

export const releases = serve(calls, {
  list: ({ db }) => db.select().from(table).orderBy(desc(id)),
  add: async ({ db, body, now, audit }) => {
    const added = await db
      .insert(table)
      .values({ ...body, createdAt: now })
      .returning()
    audit({ object: requireRow(added, 'Release').id, after: body })
  },
  edit: async ({ db, body: { releaseId, ...after }, audit }) => {
    const before = await db.select().from(table).where(eq(id, releaseId)).for('update')
    audit({ object: releaseId, before: requireRow(before, 'Release'), after })
    await db.update(table).set(after).where(eq(id, releaseId))
  },
  remove: async ({ db, params, audit }) => {
    const removed = await db.delete(table).where(eq(id, params.id)).returning()
    audit({ object: params.id, before: requireRow(removed, 'Release') })
  },
})
