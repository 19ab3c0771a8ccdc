import { pincodes as calls } from '@kirana/contract/pincodes'
import { asc, eq } from 'drizzle-orm'
import { found, unlessTaken } from '../http/refuse.ts'
import { serve } from '../http/serve.ts'
import { pincodes as table } from '../tables/pincodes.ts'

const exists = (pincode: string) => `The pincode ${pincode} exists already`

export const pincodes = serve(calls, {
  list: ({ db }) => db.select().from(table).orderBy(asc(table.pincode)),
  add: async ({ db, body, audit }) => {
    const added = await unlessTaken(db.insert(table).values(body).returning(), exists(body.pincode))
    audit({ object: found(added, 'Pincode').id, after: body })
  },
  edit: async ({ db, body: { pincodeId, ...after }, audit }) => {
    const { pincode, isActive } = table
    const before = await db
      .select({ pincode, isActive })
      .from(table)
      .where(eq(table.id, pincodeId))
      .for('update')
    audit({ object: pincodeId, before: found(before, 'Pincode'), after })
    await unlessTaken(db.update(table).set(after).where(eq(table.id, pincodeId)), exists(after.pincode))
  },
  remove: async ({ db, params, audit }) => {
    const removed = await db.delete(table).where(eq(table.id, params.id)).returning()
    audit({ object: params.id, before: found(removed, 'Pincode') })
  },
})
