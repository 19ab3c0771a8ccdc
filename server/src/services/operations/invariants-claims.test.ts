import { api } from '@kirana/contract'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { company } from '../../tables/company.ts'
import { testApp } from '../../testing/app.ts'
import { factories } from '../../testing/factories.ts'
import { expectDetected, findInvariantViolations } from '../../testing/violations.ts'
import { claimInvariants } from './invariants-claims.ts'

const t = await testApp()
const make = factories(t)
afterAll(t.close)

/** A delivered order of three pieces, of which one is refunded to the wallet and one replaced by an order that is packed. */
beforeAll(async () => {
  await t.db.update(company).set({ name: 'Kirana', gstin: '27AAPFU0939F1ZV', gstRegistration: 'regular' })
  const [staff, customer] = [await t.signIn.staff(), await make.aCustomer()]
  const ghee = await make.aProduct({ title: 'Ghee', hsn: '0405', gstRate: 500 })
  const { _id: orderId } = await make.anOrder({ customer, items: [ghee.item(3)] })
  const delivered = { params: { orderId, status: 'Delivered' as const }, query: {} }
  await t.call(api.orders.changeStatus, delivered, staff)
  const lines = JSON.stringify([{ line: 1, pieces: 2 }])
  const claim = await t.call(api.storeClaims.add, { body: { orderId, lines, reason: 'damaged' } }, customer)
  const { _id: claimId } = claim.data
  const one = [{ line: 1, pieces: 1 }]
  const body = { claimId, actionId: 'refund', to: 'wallet' as const, lines: one }
  expect((await t.call(api.claims.refund, { body }, staff)).status).toBe(200)
  const replaced = await t.call(api.claims.replace, { body: { claimId, actionId: 'replace' } }, staff)
  const packed = { orderId: replaced.data.replacement._id, status: 'Prepeared' as const }
  expect((await t.call(api.orders.changeStatus, { params: packed, query: {} }, staff)).status).toBe(200)
})

const REFUNDED = 'What claims refunded is in the ledger, in refunds and in credit notes, each once'
const LATE = 'Notes lower the tax until 30 November after the financial year of their invoice'
const FREE = 'A replacement is free, and linked to its claim line by line'
const CHALLAN =
  'A replacement has a delivery challan exactly when it was accepted, and no other order has one'
const TAX = 'The rows of tax are those of the documents'

const faults: [name: string, plant: string][] = [
  ['No more pieces are claimed than were delivered', `UPDATE claim_lines SET pieces = pieces + 2`],
  ['The state of every claim is that of its pieces', `UPDATE claims SET state = 'refused'`],
  ['The state of every claim is that of its pieces', `DELETE FROM claim_lines`],
  ['Every refunded piece has its decision', `DELETE FROM claim_pieces`],
  [REFUNDED, `UPDATE claim_actions SET amount = amount + 1 WHERE amount > 0`],
  [REFUNDED, `UPDATE claim_actions SET destination = 'cash' WHERE amount > 0`],
  [REFUNDED, `UPDATE ledger_transactions SET key = key || 'x' WHERE kind = 'claim-refund'`],
  [
    'What an order says about its claims is their sum',
    `UPDATE orders SET claimed = claimed + 1 WHERE NOT is_replacement`,
  ],
  ['An order with refunded claims is delivered or canceled', `UPDATE orders SET status = 'dispatched'`],
  ['Every replaced piece has its replacement', `DELETE FROM claim_replacements`],
  ['Every replaced piece has its replacement', `UPDATE orders SET status = 'canceled' WHERE is_replacement`],
  [FREE, `UPDATE order_lines SET coins = 1 WHERE order_id IN (SELECT id FROM orders WHERE is_replacement)`],
  [FREE, `UPDATE orders SET is_replacement = false`],
  [CHALLAN, `DELETE FROM challans`],
  [CHALLAN, `UPDATE challans SET order_id = (SELECT id FROM orders WHERE NOT is_replacement)`],
  ['Challan numbers are unique and have no gap', `UPDATE challans SET number = number + 1`],
  [TAX, `DELETE FROM tax_rows`],
  [TAX, `UPDATE tax_rows SET cgst = cgst + 1`],
  [LATE, `UPDATE credit_notes SET without_tax = true`],
]
test.each(faults)('detects a violation of: %s (%#)', (name, plant) =>
  expectDetected(t.database, name, (tx) => tx.execute(sql.raw(plant))),
)

test('plants a violation of every invariant of claims and leaves none', async () => {
  expect(new Set(faults.map(([name]) => name))).toEqual(new Set(Object.keys(claimInvariants)))
  expect(await findInvariantViolations(t.db)).toEqual([])
})
