import { charges as calls } from '@kirana/contract/charges'
import type { Returned } from '@kirana/contract/wire/route'
import { eq, sql } from 'drizzle-orm'
import { answered, rowsOf } from '../db/rows.ts'
import * as z from 'zod/mini'
import { requireRow } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { addChargeRate, rateOfCharge, ratesOfCharge } from '../services/catalogue/charge-rates.ts'
import { firstDayOf } from '../services/catalogue/rates.ts'
import { charges as table } from '../tables/charges.ts'

type Row = Returned<typeof calls.list>[number]

const listedRow = z.strictObject({ row: answered<Row>() })

const { id } = table

export const charges = serve(calls, {
  list: async ({ db, now }) => {
    const rows = await rowsOf(db, listedRow).execute(sql`
      SELECT json_build_object('id', c.id, 'title', c.title, 'amountType', c.amount_type, 'amount', c.amount,
        'minimum', c.minimum, 'maximum', c.maximum, 'isActive', c.is_active, 'sac', c.sac,
        'gstRate', ${rateOfCharge(now)}, 'gstRates', ${ratesOfCharge}) AS row
      FROM charges c ORDER BY c.id`)
    return rows.map(({ row }) => ({
      ...row,
      gstRates: row.gstRates.map((rate) => ({ ...rate, at: new Date(rate.at) })),
    }))
  },
  add: async ({ db, body: { gstRate, gstFrom, ...body }, who, now, audit }) => {
    const firstDay = firstDayOf(gstFrom, now)
    const added = requireRow(await db.insert(table).values(body).returning(), 'Charge')
    const rate = gstRate ?? null
    if (rate !== null) await addChargeRate(db, added.id, { rate, firstDay, by: who.name, now })
    audit({ object: added.id, after: { ...body, ...(rate !== null && { gstRate: rate, firstDay }) } })
  },
  edit: async ({ db, body: { chargeId, gstRate, gstFrom, ...after }, who, now, audit }) => {
    const firstDay = firstDayOf(gstFrom, now)
    const before = requireRow(await db.select().from(table).where(eq(id, chargeId)).for('update'), 'Charge')
    await db.update(table).set(after).where(eq(id, chargeId))
    const rate = gstRate ?? null
    const isRated =
      rate !== null && (await addChargeRate(db, chargeId, { rate, firstDay, by: who.name, now }))
    audit({ object: chargeId, before, after: { ...after, ...(isRated && { gstRate: rate, firstDay }) } })
  },
  remove: async ({ db, params, audit }) => {
    const removed = await db.delete(table).where(eq(id, params.id)).returning()
    audit({ object: params.id, before: requireRow(removed, 'Charge') })
  },
})
