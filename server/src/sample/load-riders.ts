import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../db/rows.ts'
import type { Db } from '../db/types.ts'
import { assignBags, takeBack } from '../services/delivery/dispatch.ts'
import { deliver, failDrop } from '../services/delivery/rider-actions.ts'
import { riders } from '../tables/riders.ts'

/** The riders of the sample store, who sign in at /rider with `SAMPLE_PIN`. */
export const sampleRiders = [
  { name: 'Kiran Jadhav', phone: '+919700000001', cashLimit: 500_000 },
  { name: 'Meera Nair', phone: '+919700000002', cashLimit: 300_000 },
  { name: 'Salim Shaikh', phone: '+919700000003', cashLimit: 0 },
] as const

/** How many bags on the way are turned into drops: a few of each kind. */
const BAGS = 8
const by = 'Asha Patil (staff)'

/** Adds three riders, who have the bags on the way: drops that are open, delivered for cash, failed and returned. */
export async function loadRiders(tx: Db, pinHash: string, now: Date) {
  const [kiran, meera] = await tx
    .insert(riders)
    .values(sampleRiders.map((rider) => ({ ...rider, pinHash })))
    .returning({ id: riders.id, name: riders.name })
  if (!kiran || !meera) return
  const bags = await rowsOf(tx, z.strictObject({ id: z.string() })).execute(sql`
    SELECT o.id FROM orders o WHERE o.status IN ('dispatched', 'outForDelivery') ORDER BY o.id DESC LIMIT ${BAGS}`)
  for (const [i, { id }] of bags.entries()) {
    const rider = i % 2 === 0 ? kiran : meera
    await assignBags(tx, { riderId: rider.id, orders: [id] }, { by, now })
  }
  const drops = await rowsOf(tx, z.strictObject({ order: z.string(), rider: z.string(), due: z.boolean() }))
    .execute(sql`
    SELECT d.order_id AS order, d.rider_id AS rider, o.payment_method = 'cod' AND o.paid_by = 'none' AS due
    FROM drops d JOIN orders o ON o.id = d.order_id ORDER BY d.id`)
  const [failed, returned, ...rest] = drops
  const actor = (riderId: string) => ({ rider: riderId === kiran.id ? kiran : meera, now })
  if (failed)
    await failDrop(
      tx,
      { orderId: failed.order, actionId: 'sample failed', reason: 'Nobody at home', keep: async () => '' },
      actor(failed.rider),
    )
  if (returned) await takeBack(tx, returned.order, { by, now })
  const paid = rest.find(({ due }) => due)
  if (paid)
    await deliver(
      tx,
      { orderId: paid.order, actionId: 'sample delivered', paidBy: 'cash' },
      { ...actor(paid.rider), codeOf: () => '' },
    )
}
