import { company as calls } from '@kirana/contract/company'
import { found } from '../http/refuse.ts'
import { serve } from '../http/serve.ts'
import { company as table } from '../tables/company.ts'

export const company = serve(calls, {
  get: async ({ db }) => found(await db.select().from(table), 'Company'),
  edit: async ({ db, body: after, audit }) => {
    const before = found(await db.select().from(table).for('update'), 'Company')
    audit({ object: 'company', before, after })
    // A body may say nothing at all, for which there is no statement.
    if (Object.keys(after).length > 0) await db.update(table).set(after)
  },
})
