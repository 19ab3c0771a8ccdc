import { charges as calls } from '@kirana/contract/charges'
import { asc, eq } from 'drizzle-orm'
import { requireRow } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { charges as table } from '../tables/charges.ts'

const { id } = table

export const charges = serve(calls, {
  list: ({ db }) => db.select().from(table).orderBy(asc(id)),
  add: async ({ db, body, audit }) => {
    const added = await db.insert(table).values(body).returning()
    audit({ object: requireRow(added, 'Charge').id, after: body })
  },
  edit: async ({ db, body: { chargeId, ...after }, audit }) => {
    const before = await db.select().from(table).where(eq(id, chargeId)).for('update')
    audit({ object: chargeId, before: requireRow(before, 'Charge'), after })
    await db.update(table).set(after).where(eq(id, chargeId))
  },
  remove: async ({ db, params, audit }) => {
    const removed = await db.delete(table).where(eq(id, params.id)).returning()
    audit({ object: params.id, before: requireRow(removed, 'Charge') })
  },
})
