import { company as calls } from '@kirana/contract/company'
import { requireRow } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { company as table } from '../tables/company.ts'

export const company = serve(calls, {
  get: async ({ db }) => requireRow(await db.select().from(table), 'Company'),
  edit: async ({ db, body: after, audit }) => {
    const before = requireRow(await db.select().from(table).for('update'), 'Company')
    audit({ object: 'company', before, after })
    // An UPDATE with no columns is not valid SQL.
    if (Object.keys(after).length > 0) await db.update(table).set(after)
  },
})
