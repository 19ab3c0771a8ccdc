import { coupons as calls } from '@kirana/contract/coupons'
import { expireAt } from '@kirana/domain/coupon'
import { desc, eq } from 'drizzle-orm'
import { requireRow, rejectDuplicate } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { conflictAbout, updateVersion } from '../services/shared/versions.ts'
import { auditRows } from '../tables/journal.ts'
import { coupons as table } from '../tables/coupons.ts'

const exists = (name: string) => `The coupon “${name}” already exists`

export const coupons = serve(calls, {
  list: ({ db }) => db.select().from(table).orderBy(desc(table.id)),
  add: async ({ db, body, now, audit }) => {
    const coupon = { ...body, createdAt: now, expireAt: expireAt(now, { firstDay: null, ...body }) }
    const added = await rejectDuplicate(db.insert(table).values(coupon).returning(), exists(body.name))
    audit({ object: requireRow(added, 'Coupon').id, after: body })
  },
  edit: async ({ db, body: { couponId, version: seen, ...after }, audit }) => {
    const row = eq(table.id, couponId)
    const before = requireRow(await db.select().from(table).where(row).for('update'), 'Coupon')
    const { firstDay = before.firstDay, days } = after
    const changes = { ...after, expireAt: expireAt(before.createdAt, { firstDay, days }) }
    audit({ object: couponId, before, after: changes })
    const conflict = conflictAbout(db, 'this coupon', eq(auditRows.object, couponId), () => before)
    return rejectDuplicate(updateVersion(db, table, row, { changes, seen, conflict }), exists(after.name))
  },
  remove: async ({ db, params, audit }) => {
    const removed = await db.delete(table).where(eq(table.id, params.id)).returning()
    audit({ object: params.id, before: requireRow(removed, 'Coupon') })
  },
})
