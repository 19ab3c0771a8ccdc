import { api } from '@kirana/contract'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { riders } from '../../tables/riders.ts'
import { approvalIn, approvingApp } from '../../testing/approving.ts'
import { aRider } from '../../testing/riders.ts'
import { pickerOf } from '../../testing/picking.ts'
import { expectDetected } from '../../testing/violations.ts'
import { approvalInvariants } from './invariants-approvals.ts'

const { t, make, asha, aWithdrawal, pay, give, approve, inOrder } = await approvingApp()

const HAPPENED = 'What a second person approved has happened once, and nothing that waits or was refused'
const ASKED = 'Every request is by a staff member, or about a write-off by the superadmin'
const faults: [name: string, plant: string][] = [
  [HAPPENED, `UPDATE approvals SET state = 'refused' WHERE kind = 'coins'`],
  [HAPPENED, `UPDATE approvals SET amount = amount + 1 WHERE kind = 'coins'`],
  [HAPPENED, `DELETE FROM transactions`],
  [HAPPENED, `UPDATE approvals SET state = 'approved'`],
  [HAPPENED, `UPDATE approvals SET state = 'approved', amount = 1 WHERE kind = 'write-off'`],
  [ASKED, `UPDATE approvals SET asked_by = gen_random_uuid() WHERE kind = 'coins'`],
  [ASKED, `UPDATE approvals SET asked_by = gen_random_uuid() WHERE kind = 'write-off'`],
  [HAPPENED, `UPDATE order_history SET created_at = created_at - interval '1 second'`],
  [
    'Nobody decided on what they asked for',
    `ALTER TABLE approvals DROP CONSTRAINT approved_by_another; UPDATE approvals SET decided_by = asked_by`,
  ],
  ['Nobody decided on what they asked for', `UPDATE approvals SET state = 'approved', decided_by = NULL`],
]

test('detects a violation of every invariant of approvals', async () => {
  const customer = await make.aCustomer()
  await approve(approvalIn(await pay((await aWithdrawal())._id)))
  await approve(approvalIn(await give(customer.id, 1_001)))
  await pay((await aWithdrawal())._id)
  await give(customer.id, 1_002)
  const { _id: orderId } = await make.anOrder({
    customer: await make.aCustomer({ money: 9_000 }),
    payment: 'wallet',
  })
  const picker = pickerOf(t, asha)
  await picker.claim(orderId)
  await picker.line({ orderId, line: 1, short: { quantity: 1, reason: 'other' } })
  await approve(approvalIn(await picker.done(orderId)))
  const rider = await aRider(t)
  await t.db.update(riders).set({ collected: 100, shortage: 100 }).where(eq(riders.id, rider.id))
  const writeOff = { riderId: rider.id, amount: 1, reason: 'Lost', actionId: 'off' }
  await t.call(api.cash.writeOff, { body: writeOff }, await t.signIn.superadmin())
  await t.db.update(riders).set({ collected: 0, shortage: 0 }).where(eq(riders.id, rider.id))
  expect(new Set(faults.map(([name]) => name))).toEqual(new Set(Object.keys(approvalInvariants)))
  for (const [name, plant] of faults)
    await expectDetected(t.database, name, async (tx) => {
      for (const statement of plant.split('; ')) await tx.execute(sql.raw(statement))
    })
  await inOrder()
})
