import { pincodes as calls } from '@kirana/contract/pincodes'
import { PINCODE_RULE, pincodePattern } from '@kirana/domain/pincode'
import { asc, eq } from 'drizzle-orm'
import { requireRow, rejectDuplicate } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { conflictAbout, updateVersion } from '../services/shared/versions.ts'
import { auditRows } from '../tables/journal.ts'
import { pincodes as table } from '../tables/pincodes.ts'

const exists = (pincode: string) => `The pincode ${pincode} already exists`

export const pincodes = serve(calls, {
  list: ({ db }) => db.select().from(table).orderBy(asc(table.pincode)),
  add: async ({ db, body, audit }) => {
    const added = await rejectDuplicate(db.insert(table).values(body).returning(), exists(body.pincode))
    audit({ object: requireRow(added, 'Pincode').id, after: body })
  },
  addMany: async ({ db, body, audit }) => {
    const { pincode } = table
    // Sorted, so that concurrent calls lock in the same order and cannot deadlock.
    const valid = [...new Set(body.pincodes)].filter((code) => pincodePattern.test(code)).toSorted()
    const added =
      valid.length === 0
        ? []
        : await db
            .insert(table)
            .values(valid.map((code) => ({ pincode: code })))
            .onConflictDoNothing()
            .returning({ pincode })
    const inserted = new Set(added.map((row) => row.pincode))
    audit({ object: 'pincodes', after: { pincodes: [...inserted] } })
    // `delete` returns true only once, so that a repeated pincode counts as added only once.
    return body.pincodes.map((code) => {
      const done = inserted.delete(code)
      return {
        pincode: code,
        done,
        message: done ? '' : pincodePattern.test(code) ? exists(code) : PINCODE_RULE,
      }
    })
  },
  edit: async ({ db, body: { pincodeId, version: seen, ...changes }, audit }) => {
    const row = eq(table.id, pincodeId)
    const before = requireRow(await db.select().from(table).where(row).for('update'), 'Pincode')
    const { pincode, isActive } = before
    audit({ object: pincodeId, before: { pincode, isActive }, after: changes })
    const conflict = conflictAbout(db, 'this pincode', eq(auditRows.object, pincodeId), () => before)
    return rejectDuplicate(
      updateVersion(db, table, row, { changes, seen, conflict }),
      exists(changes.pincode),
    )
  },
  remove: async ({ db, params, audit }) => {
    const removed = await db.delete(table).where(eq(table.id, params.id)).returning()
    audit({ object: params.id, before: requireRow(removed, 'Pincode') })
  },
})
