import { releases as calls } from '@kirana/contract/releases'
import { desc, eq } from 'drizzle-orm'
import { requireRow } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { conflictAbout, updateVersion } from '../services/shared/versions.ts'
import { auditRows } from '../tables/journal.ts'
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
  edit: async ({ db, body: { releaseId, version: seen, ...changes }, audit }) => {
    const row = eq(id, releaseId)
    const before = requireRow(await db.select().from(table).where(row).for('update'), 'Release')
    audit({ object: releaseId, before, after: changes })
    const conflict = conflictAbout(db, 'this release', eq(auditRows.object, releaseId), () => before)
    return updateVersion(db, table, row, { changes, seen, conflict })
  },
  remove: async ({ db, params, audit }) => {
    const removed = await db.delete(table).where(eq(id, params.id)).returning()
    audit({ object: params.id, before: requireRow(removed, 'Release') })
  },
})
