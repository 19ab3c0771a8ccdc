import { denominations } from '@kirana/domain/cash'
import { dayInKolkata } from '@kirana/domain/calendar'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../db/rows.ts'
import type { Db } from '../db/types.ts'
import { countCash } from '../services/delivery/cash-records.ts'
import { assignBags, takeBack } from '../services/delivery/dispatch.ts'
import { deliver, failDrop, startDrops } from '../services/delivery/rider-actions.ts'
import { depositAtBank, giveFloat, moveTill } from '../services/delivery/till-records.ts'
import { changeOrderStatus } from '../services/orders/status.ts'
import { verifyUpi } from '../services/delivery/upi.ts'
import { riders } from '../tables/riders.ts'
import { sampleRiders } from './riders.ts'

/** Number of dispatched orders that riders get. */
const BAGS = 12
/** How long ago the riders got their bags. */
const ON_THE_WAY_MS = 9 * 60_000
/** Paise that stay in the till. */
const KEPT = 500_000
const by = 'Asha Patil (staff)'

const bagRow = z.strictObject({
  orderId: z.string(),
  total: z.int(),
  isDue: z.boolean(),
  hasLeft: z.boolean(),
})
type Bag = z.output<typeof bagRow> & { rider: { id: string; name: string } }

/** Assigns the newest dispatched orders to riders in turn, each to the first rider who may take it. */
async function assign(tx: Db, theirs: readonly { id: string; name: string }[], now: Date): Promise<Bag[]> {
  const bags = await rowsOf(tx, z.strictObject({ bag: bagRow })).execute(sql`
    SELECT json_build_object('orderId', o.id, 'total', o.total,
      'isDue', o.payment_method = 'cod' AND o.paid_by = 'none', 'hasLeft', o.status = 'outForDelivery') AS bag
    FROM orders o WHERE o.status IN ('dispatched', 'outForDelivery') ORDER BY o.id DESC LIMIT ${BAGS}`)
  const assigned: Bag[] = []
  for (const [i, { bag }] of bags.entries())
    for (const rider of [...theirs.slice(i % theirs.length), ...theirs]) {
      const { results } = await assignBags(tx, { riderId: rider.id, orders: [bag.orderId] }, { by, now })
      if (!results[0]?.assigned) continue
      assigned.push({ ...bag, rider })
      break
    }
  return assigned
}

/** Notes and coins of an amount in paise, the largest first. */
function piecesOf(amount: number) {
  let left = amount
  const pieces: Record<string, number> = {}
  for (const [name, value] of Object.entries(denominations).toSorted(([, a], [, b]) => b - a)) {
    pieces[name] = Math.floor(left / value)
    left %= value
  }
  return pieces
}

/** Puts the opening cash into the till, and gives a rider cash for change. */
async function openTheDay(tx: Db, riderId: string, actor: { by: string; now: Date }) {
  const opening = { actionId: 'sample opening', amount: 300_000, reason: 'Opening cash' }
  await moveTill(tx, { ...opening, direction: 'in' }, actor)
  const float = { actionId: 'sample float', amount: 30_000, reason: 'Change for the day' }
  await giveFloat(tx, { ...float, riderId }, actor)
}

/** Counts a rider's cash, of which ₹10 are missing, and deposits the till's cash at the bank. */
async function countTheDay(tx: Db, riderId: string, actor: { by: string; now: Date }) {
  const rows = await rowsOf(tx, z.strictObject({ cash: z.int(), till: z.int() })).execute(sql`
    SELECT in_hand::int AS cash, (SELECT balance::int FROM store_cash WHERE account = 'store:cash') AS till
    FROM riders WHERE id = ${riderId}`)
  const { cash: expected, till } = rows[0] ?? { cash: 0, till: 0 }
  const pieces = piecesOf(Math.max(0, expected - 1_000))
  await countCash(tx, { riderId, actionId: 'sample count', expected, counted: pieces }, actor)
  const deposit = {
    actionId: 'sample bank',
    amount: Math.max(0, till - KEPT),
    reference: 'Slip 4711',
    day: dayInKolkata(actor.now),
  }
  if (deposit.amount > 0) await depositAtBank(tx, deposit, actor)
}

/**
 * Adds three riders and their day: drops that are assigned, on the road, failed, returned, canceled, and delivered for
 * exact cash, with change added to the wallet, by verified or unverified UPI, and already paid; and the cash of the
 * day. Without accounts (no PIN) the riders are disabled at the end.
 */
export async function loadRiders(tx: Db, pinHash: string | null, now: Date) {
  const [kiran, meera, salim] = await tx
    .insert(riders)
    .values(sampleRiders.map((rider) => ({ ...rider, pinHash: pinHash ?? '' })))
    .returning({ id: riders.id, name: riders.name })
  if (!kiran || !meera || !salim) return
  const assignedAt = new Date(now.getTime() - ON_THE_WAY_MS)
  // First, because a float is rejected if it exceeds the cash limit together with the assigned bags.
  await openTheDay(tx, kiran.id, { by, now: assignedAt })
  const bags = await assign(tx, [kiran, meera, salim], assignedAt)
  const actor = ({ rider }: Bag) => ({ rider, now, codeOf: () => '' })
  // The newest packed bag waits for its rider.
  const waiting = bags.find(({ hasLeft }) => !hasLeft)
  const due = bags.filter((bag) => bag.isDue && bag !== waiting)
  const fail = (bag: Bag) => {
    const action = { orderId: bag.orderId, actionId: `sample ${bag.orderId}`, reason: 'Nobody at home' }
    return failDrop(tx, { ...action, keep: async () => '' }, actor(bag))
  }
  const give = (
    bag: Bag,
    paid: Pick<Parameters<typeof deliver>[1], 'paidBy' | 'received' | 'toWallet' | 'utr'>,
  ) => deliver(tx, { orderId: bag.orderId, actionId: `sample ${bag.orderId}`, ...paid }, actor(bag))
  const [failed, returned, exact, more, open, verified] = due
  if (failed) await fail(failed)
  if (returned) {
    await fail(returned)
    await takeBack(tx, returned.orderId, { by, now })
    // The returned bag is assigned again and becomes the drop on the road.
    const { orderId, rider } = returned
    await assignBags(tx, { riderId: rider.id, orders: [orderId] }, { by, now })
    await startDrops(tx, [orderId], { rider, now })
  }
  if (exact) {
    await give(exact, { paidBy: 'cash' })
    await countTheDay(tx, exact.rider.id, { by, now })
  }
  if (more) await give(more, { paidBy: 'cash', received: more.total + 5_000, toWallet: true })
  if (open) await give(open, { paidBy: 'upi', utr: '433398200041' })
  if (verified) {
    await give(verified, { paidBy: 'upi', utr: '433398200058' })
    await verifyUpi(tx, { orderId: verified.orderId, verified: true }, { by, now })
  }
  const [paid, canceled] = bags.filter((bag) => !bag.isDue && bag !== waiting)
  if (paid) await give(paid, { paidBy: 'none' })
  if (canceled) await changeOrderStatus(tx, { id: canceled.orderId, to: 'canceled', by, now })
  if (pinHash === null) await tx.update(riders).set({ isActive: false })
}
