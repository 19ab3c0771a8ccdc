import { charges as calls } from '@kirana/contract/charges'
import type { Returned } from '@kirana/contract/wire/route'
import { eq, type SQL, sql } from 'drizzle-orm'
import { answered, rowsOf } from '../db/rows.ts'
import type { Db } from '../db/types.ts'
import * as z from 'zod/mini'
import { requireRow } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { addChargeRate, rateOfCharge, ratesOfCharge } from '../services/catalogue/charge-rates.ts'
import { firstDayOf } from '../services/catalogue/rates.ts'
import { conflictAbout, updateVersion } from '../services/shared/versions.ts'
import { auditRows } from '../tables/journal.ts'
import { charges as table } from '../tables/charges.ts'

type Row = Returned<typeof calls.list>[number]

const listedRow = z.strictObject({ row: answered<Row>() })

const { id } = table

async function chargeRows(db: Db, now: Date, condition: SQL = sql`true`): Promise<Row[]> {
  const rows = await rowsOf(db, listedRow).execute(sql`
    SELECT json_build_object('id', c.id, 'title', c.title, 'amountType', c.amount_type, 'amount', c.amount,
      'minimum', c.minimum, 'maximum', c.maximum, 'isActive', c.is_active, 'sac', c.sac,
      'gstRate', ${rateOfCharge(now)}, 'gstRates', ${ratesOfCharge}, 'version', c.version) AS row
    FROM charges c WHERE ${condition} ORDER BY c.id`)
  return rows.map(({ row }) => ({
    ...row,
    gstRates: row.gstRates.map((rate) => ({ ...rate, at: new Date(rate.at) })),
  }))
}

export const charges = serve(calls, {
  list: ({ db, now }) => chargeRows(db, now),
  add: async ({ db, body: { gstRate, gstFrom, ...body }, who, now, audit }) => {
    const firstDay = firstDayOf(gstFrom, now)
    const added = requireRow(await db.insert(table).values(body).returning(), 'Charge')
    const rate = gstRate ?? null
    if (rate !== null) await addChargeRate(db, added.id, { rate, firstDay, by: who.name, now })
    audit({ object: added.id, after: { ...body, ...(rate !== null && { gstRate: rate, firstDay }) } })
  },
  edit: async ({ db, body, who, now, audit }) => {
    const { chargeId, gstRate, gstFrom, version: seen, ...changes } = body
    const firstDay = firstDayOf(gstFrom, now)
    const before = requireRow(await db.select().from(table).where(eq(id, chargeId)).for('update'), 'Charge')
    const conflict = conflictAbout(db, 'this charge', eq(auditRows.object, chargeId), async () =>
      requireRow(await chargeRows(db, now, sql`c.id = ${chargeId}`), 'Charge'),
    )
    const edited = await updateVersion(db, table, eq(id, chargeId), { changes, seen, conflict })
    const rate = gstRate ?? null
    const isRated =
      rate !== null && (await addChargeRate(db, chargeId, { rate, firstDay, by: who.name, now }))
    audit({ object: chargeId, before, after: { ...changes, ...(isRated && { gstRate: rate, firstDay }) } })
    return edited
  },
  remove: async ({ db, params, audit }) => {
    const removed = await db.delete(table).where(eq(id, params.id)).returning()
    audit({ object: params.id, before: requireRow(removed, 'Charge') })
  },
})
