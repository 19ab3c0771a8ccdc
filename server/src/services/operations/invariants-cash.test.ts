import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { company } from '../../tables/company.ts'
import { testApp } from '../../testing/app.ts'
import { factories } from '../../testing/factories.ts'
import { aBag, aRider, dispatcherOf } from '../../testing/riders.ts'
import { expectDetected, findInvariantViolations } from '../../testing/violations.ts'
import { cashInvariants } from './invariants-cash.ts'

const t = await testApp()
const make = factories(t)
afterAll(t.close)

/** One bag delivered and counted ₹10 short, of which the bank has some; one on the road; one paid by UPI; one that brought the till half a rupee more. */
beforeAll(async () => {
  const staff = await t.signIn.staff()
  const desk = dispatcherOf(t, staff)
  const rice = await make.aProduct({ variants: [{ sellingPrice: 16_000 }] })
  const setting = { t, make, staff }
  const bag = () => aBag(setting, { items: [rice.item()] })
  const bags = [await bag(), await bag(), await bag()]
  const rider = await aRider(t)
  const ids = bags.map(({ _id }) => _id)
  await desk.assign(rider.id, ...ids)
  await rider.start(...ids)
  await rider.deliver({ orderId: ids[0] ?? '' })
  await t.db.update(company).set({ upiId: 'kirana@okbank' })
  await rider.deliver({ orderId: ids[2] ?? '', paidBy: 'upi', utr: '433312345678' })
  await desk.count(rider.id, 160, { 100: 1, 50: 1 })
  await desk.bank(100)
  await t.db.update(company).set({ roundCash: true })
  const salt = await make.aProduct({ variants: [{ sellingPrice: 16_050 }] })
  await desk.set((await aBag(setting, { items: [salt.item()] }))._id, 'Delivered')
})

const SUMS = 'What every rider and all riders collected is deposited, in hand, owed or written off'
const TILLS = 'Till and bank are the sums of their entries'
const POSTED = 'The cash of every order is posted while it counts as paid in cash'
const ROUNDING = 'Rounding of cash adds to the bill what the order says, at most 50 paise'
const RECORDS = 'Every record of cash is in the ledger'
const UPI = 'Every UPI payment is in the ledger: not verified, or at the bank'
const PAID_BY_UPI = 'An order is paid by UPI if it has such a payment, and only then'
const UNVERIFIED = 'Nothing of a UPI payment goes back before it is verified'
const DROPS = 'Every open drop fits the status of its order'

const faults: [name: string, plant: string][] = [
  [SUMS, `UPDATE riders SET in_hand = in_hand + 1, collected = collected + 1`],
  [SUMS, `UPDATE riders SET shortage = shortage - 1, written_off = written_off + 1`],
  [SUMS, `DELETE FROM ledger_entries WHERE account = 'rider:shortage'`],
  [
    'Entries of a rider’s accounts are in transactions that name the rider',
    `UPDATE ledger_transactions SET rider_id = NULL WHERE kind = 'cash-count'`,
  ],
  [TILLS, `UPDATE store_cash SET balance = balance + 1 WHERE account = 'store:bank'`],
  [TILLS, `DELETE FROM store_cash WHERE account = 'store:cash'`],
  [POSTED, `UPDATE orders SET paid_by = 'none', payment_status = 'due' WHERE status = 'delivered'`],
  [POSTED, `UPDATE ledger_entries SET amount = amount - 1 WHERE account = 'store:sales:cash'`],
  [ROUNDING, `UPDATE ledger_entries SET amount = amount * 2 WHERE account = 'store:rounding'`],
  [ROUNDING, `UPDATE orders SET rounds_cash = false`],
  [RECORDS, `UPDATE cash_records SET amount = amount + 1 WHERE kind = 'count'`],
  [RECORDS, `UPDATE cash_records SET amount = amount - 1 WHERE kind = 'bank'`],
  [UPI, `UPDATE upi_payments SET amount = amount + 1`],
  [UPI, `UPDATE upi_payments SET state = 'verified', verified_at = now()`],
  [PAID_BY_UPI, `UPDATE orders SET paid_by = 'cash' WHERE paid_by = 'upi'`],
  [PAID_BY_UPI, `DELETE FROM upi_payments`],
  [UNVERIFIED, `UPDATE orders SET claimed = 1 WHERE paid_by = 'upi'`],
  [DROPS, `UPDATE drops SET state = 'assigned' WHERE ended_at IS NULL`],
  [DROPS, `UPDATE drops SET ended_at = NULL`],
]

test.each(faults)('detects a violation of: %s (%#)', (name, plant) =>
  expectDetected(t.database, name, (tx) => tx.execute(sql.raw(plant))),
)

test('plants a violation of every invariant of cash and leaves none', async () => {
  expect(new Set(faults.map(([name]) => name))).toEqual(new Set(Object.keys(cashInvariants)))
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('records of cash are never changed', async () => {
  for (const change of ['UPDATE cash_records SET amount = 1', 'DELETE FROM cash_records'])
    await expect(t.db.execute(sql.raw(change))).rejects.toMatchObject({
      cause: { message: 'cash_records is append-only' },
    })
})

test('the database refuses sums of a rider that do not add up, and a second open drop of an order', async () => {
  await expect(t.db.execute(sql`UPDATE riders SET in_hand = in_hand + 1`)).rejects.toThrow()
  await expect(
    t.db.execute(sql`INSERT INTO drops (id, order_id, attempt, rider_id, state, assigned_by, assigned_at)
      SELECT gen_random_uuid(), order_id, 2, rider_id, 'assigned', 'Asha (staff)', now() FROM drops
      WHERE ended_at IS NULL`),
  ).rejects.toThrow()
})
