import { api } from '@kirana/contract'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { company } from '../../tables/company.ts'
import { aBag, aRider, dispatcherOf } from '../../testing/riders.ts'
import { staffApp } from '../../testing/staff-app.ts'
import { findInvariantViolations } from '../../testing/violations.ts'

/** Rows of a bank statement that are no payments of customers: debits, and payouts of the store. */

const setting = await staffApp()
const { t, make, staff } = setting
const desk = dispatcherOf(t, staff)

/** A bag of ₹160 on the road. */
async function onTheRoad() {
  await t.db.update(company).set({ upiId: 'kirana@okbank' })
  const rice = await make.aProduct({ variants: [{ sellingPrice: 16_000 }] })
  const { _id: orderId } = await aBag(setting, { customer: await make.aCustomer(), items: [rice.item()] })
  const rider = await aRider(t)
  await desk.assign(rider.id, orderId)
  await rider.start(orderId)
  return { orderId, pay: (utr: string) => rider.deliver({ orderId, paidBy: 'upi', utr }) }
}

/** A customer's withdrawal of ₹160 that staff pay by UPI. */
async function paidOut(utr: string) {
  const customer = await make.aCustomer({ money: 50_000 })
  const asked = await t.call(
    api.storeWallet.withdraw,
    { body: { amount: 160, upiId: 'meera@upi' } },
    customer,
  )
  const body = { withdrawalId: asked.data._id, reason: 'Paid from the phone', utr }
  expect((await t.call(api.withdrawals.approve, { body, files: [] }, staff)).status).toBe(200)
}

const csv = (...lines: string[]) => [new File([lines.join('\n')], 'statement.csv', { type: 'text/csv' })]
const chosen = { date: 'Date', utr: 'Description', amount: 'Amount', kind: 'Dr / Cr' }
const importing = (files: File[], body: Partial<typeof chosen> = {}) =>
  t.call(api.upi.import, { body, files }, staff)
const statement = csv(
  'Date,Description,Chq / Ref No.,Amount,Dr / Cr,Balance,Dr / Cr',
  '21/11/2026,UPI/433399990001/RAVI,UPI-1,160.00,DR,9840.00,CR',
  '21/11/2026,UPI/433312345678/MEERA,UPI-2,160.00,CR,10000.00,CR',
)
const unverified = async () => (await desk.book()).unverified.count

test('a debit of a statement with one column of amounts verifies nothing', async () => {
  const [invented, paid] = [await onTheRoad(), await onTheRoad()]
  await invented.pay('433399990001')
  await paid.pay('433312345678')
  const { data } = await t.call(api.upi.columns, { files: statement }, staff)
  expect(data.chosen).toEqual(chosen)
  const { kind: _, ...without } = chosen
  expect(await importing(statement, without)).toMatchObject({ status: 422, code: 'columns' })
  expect(await unverified()).toBe(2)
  expect((await importing(statement, chosen)).data).toMatchObject({
    matches: [{ _id: paid.orderId }],
    other: [],
    skipped: 1,
  })
  expect(await unverified()).toBe(1)
  expect((await importing(statement)).data).toMatchObject({ matches: [], skipped: 1 })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('columns that an earlier release stored are still used, and need a choice where debits would count', async () => {
  const { orderId, pay } = await onTheRoad()
  await pay('433312345678')
  const { kind, ...stored } = chosen
  await t.db.execute(sql`UPDATE company SET statement_columns = ${JSON.stringify(stored)}::jsonb`)
  expect(await importing(statement)).toMatchObject({ status: 422, code: 'columns' })
  const { data } = await t.call(api.upi.columns, { files: statement }, staff)
  expect(data.chosen).toEqual({ ...stored, kind })
  const signed = csv('Date,Description,Amount', '21/11/2026,433312345678,"160,00"')
  expect((await importing(signed)).data.matches).toMatchObject([{ _id: orderId, amount: 160 }])
})

test('an order cannot be paid with the UTR of a payout of the store', async () => {
  const [early, late] = [await onTheRoad(), await onTheRoad()]
  await early.pay('433399990001')
  await paidOut('433399990001')
  await paidOut('433399990002')
  expect(await late.pay('433399990002')).toMatchObject({ status: 409, code: 'utr' })
  const rows = csv('Date,Description,Credit', '21/11/2026,UPI/433399990001/RAVI,160.00')
  const columns = { ...chosen, amount: 'Credit', kind: '' }
  expect((await importing(rows, columns)).data).toMatchObject({
    matches: [],
    other: [{ utr: '433399990001', row: 2, amount: 160, expected: 160, isPayout: true }],
  })
  expect(await unverified()).toBe(1)
  expect((await late.pay('433399990003')).status).toBe(200)
  expect(await findInvariantViolations(t.db)).toEqual([])
})
