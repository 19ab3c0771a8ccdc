import { pincodes as calls } from '@kirana/contract/pincodes'
import { PINCODE_RULE, pincodePattern } from '@kirana/domain/pincode'
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
  addMany: async ({ db, body, audit }) => {
    const { pincode } = table
    // In their order, so that two such calls wait for one another and do not deadlock.
    const sent = [...new Set(body.pincodes)].filter((each) => pincodePattern.test(each)).toSorted()
    const added =
      sent.length === 0
        ? []
        : await db
            .insert(table)
            .values(sent.map((each) => ({ pincode: each })))
            .onConflictDoNothing()
            .returning({ pincode })
    const fresh = new Set(added.map((row) => row.pincode))
    audit({ object: 'pincodes', after: { pincodes: [...fresh] } })
    // One that is named twice is added once: taken out of `fresh`, its second mention exists already.
    return body.pincodes.map((each) => {
      const done = fresh.delete(each)
      return {
        pincode: each,
        done,
        message: done ? '' : pincodePattern.test(each) ? exists(each) : PINCODE_RULE,
      }
    })
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
