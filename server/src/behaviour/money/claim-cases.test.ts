import { randomUUID } from 'node:crypto'
import { api } from '@kirana/contract'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { constraintOf } from '../../db/errors.ts'
import { creditNotes } from '../../tables/invoices.ts'
import { claimsApp } from '../../testing/claims.ts'
import { photo } from '../../testing/files/pictures.ts'
import { aBag, aRider, dispatcherOf } from '../../testing/riders.ts'
import { stockCalls } from '../../testing/stock.ts'
import { findInvariantViolations } from '../../testing/violations.ts'

/** Cases of claims that are rare in a store and must be right all the same. */

const { t, make, staff, setStatus, aDelivered, claim, refund, replace, claimsOf, walletOf, month } =
  await claimsApp()

const one = [{ line: 1, pieces: 1 }]
const postings = async () =>
  (await t.db.execute<{ kind: string }>(sql`SELECT kind FROM ledger_transactions WHERE kind LIKE 'claim-%'`))
    .rows

test('canceling after a claim takes back only the coins that the claim left', async () => {
  const customer = await make.aCustomer({ coins: 100 })
  const ghee = await make.aProduct({ loyaltyCoins: 2 })
  const { _id: orderId } = await make.anOrder({ customer, items: [ghee.item(3)] })
  await setStatus(orderId, 'Delivered')
  expect(await walletOf(customer)).toMatchObject({ coins: 106 })
  await refund((await claim(customer, orderId, one)).data._id)
  expect(await walletOf(customer)).toMatchObject({ coins: 104 })
  expect((await setStatus(orderId, 'Canceled', 'collected')).status).toBe(200)
  expect(await walletOf(customer)).toMatchObject({ coins: 100 })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('a refund of nothing closes the claim without a posting and without a note', async () => {
  const customer = await make.aCustomer()
  const coupon = await make.aCoupon({ amountType: 'percentage', amount: 10_000 })
  const { _id: orderId, totalPrice } = await make.anOrder({ customer, coupon: coupon.name })
  expect(totalPrice).toBe(0)
  await setStatus(orderId, 'Delivered')
  const { data } = await claim(customer, orderId, one)
  expect(await refund(data._id)).toMatchObject({
    status: 200,
    data: { refund: 0, coins: 0, state: 'refunded' },
  })
  expect(await postings()).toEqual([])
  expect(await t.db.$count(creditNotes)).toBe(0)
  expect(await claimsOf({ state: 'all' })).toMatchObject([{ state: 'refunded', creditNotes: [] }])
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('only refunded pieces count for the amount of the next one, not those replaced or refused', async () => {
  const { customer, orderId } = await aDelivered()
  const ofOne = async () => (await claim(customer, orderId, one)).data._id
  await replace(await ofOne())
  const refused = { claimId: await ofOne(), reason: 'Not damaged' }
  expect((await t.call(api.claims.refuse, { body: refused }, staff)).status).toBe(200)
  // The first and the second of three pieces for ₹89.98.
  expect((await refund(await ofOne())).data.refund).toBe(29.99)
  expect((await refund(await ofOne())).data.refund).toBe(30)
  expect((await claim(customer, orderId, one)).status).toBe(422)
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('an action refunds or replaces, never both', async () => {
  const { customer, orderId } = await aDelivered()
  const { data } = await claim(customer, orderId, [{ line: 1, pieces: 2 }])
  const action = { actionId: randomUUID(), lines: one }
  expect((await refund(data._id, action)).status).toBe(200)
  expect((await replace(data._id, action)).status).toBe(409)
  const other = { actionId: randomUUID(), lines: one }
  expect((await replace(data._id, other)).status).toBe(200)
  expect((await refund(data._id, other)).status).toBe(409)
  expect((await claimsOf({ state: 'all' }))[0]?.lines).toMatchObject([{ refunded: 1, replaced: 1 }])
  expect((await postings()).filter(({ kind }) => kind === 'claim-refund')).toHaveLength(1)
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('a claim has 3 photos at most', async () => {
  const { customer, orderId } = await aDelivered()
  const files = await Promise.all([photo(), photo(), photo(), photo()])
  expect(await claim(customer, orderId, one, files)).toMatchObject({
    status: 400,
    message: 'Upload 3 photos maximum',
  })
  expect((await claim(customer, orderId, one, files.slice(1))).status).toBe(200)
  expect((await claimsOf())[0]?.photos).toHaveLength(3)
})

test('an opened claim and each decision about it are published', async () => {
  const { customer, orderId } = await aDelivered()
  const { data } = await claim(customer, orderId, [{ line: 1, pieces: 3 }])
  const published = async () =>
    (
      await t.db.execute<{ type: string }>(
        sql`SELECT type FROM live_events WHERE subject = ${data._id} ORDER BY id`,
      )
    ).rows.map(({ type }) => type)
  expect(await published()).toEqual(['claim.created'])
  await refund(data._id, { lines: one })
  await replace(data._id, { lines: one })
  await t.call(api.claims.refuse, { body: { claimId: data._id, reason: 'Not damaged' } }, staff)
  const changed = (await published()).slice(1)
  expect(new Set(changed)).toEqual(new Set(['claim.changed']))
  expect(changed.length).toBeGreaterThanOrEqual(3)
})

test('pieces that can be sold again go back to the batch they were sold from', async () => {
  const { receive } = stockCalls(t, staff)
  const customer = await make.aCustomer()
  const milk = await make.aProduct()
  const { variantId } = milk.item()
  await receive({ variantId, quantity: 4, expiry: '2026-12-05' })
  await receive({ variantId, quantity: 9, expiry: '2026-12-30' })
  const { _id: orderId } = await make.anOrder({ customer, items: [milk.item(4)] })
  await setStatus(orderId, 'Delivered')
  const remaining = async () =>
    (await t.db.execute<{ remaining: number }>(sql`SELECT remaining FROM stock_batches ORDER BY expiry`)).rows
  expect(await remaining()).toEqual([{ remaining: 0 }, { remaining: 9 }])
  const { data } = await claim(customer, orderId, [{ line: 1, pieces: 3 }])
  await refund(data._id, { restock: [{ line: 1, pieces: 2 }] })
  expect(await remaining()).toEqual([{ remaining: 2 }, { remaining: 9 }])
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('the report names the rider and the packer of the claimed order', async () => {
  const customer = await make.aCustomer()
  const rider = await aRider(t, { name: 'Kiran' })
  const bag = await aBag({ t, make, staff }, { customer })
  expect((await dispatcherOf(t, staff).assign(rider.id, bag._id)).status).toBe(200)
  expect((await rider.start(bag._id)).status).toBe(200)
  expect((await rider.deliver({ orderId: bag._id })).status).toBe(200)
  await refund((await claim(customer, bag._id, one)).data._id)
  const query = { from: '2026-11-21', to: '2026-11-21' }
  const { data } = await t.call(api.reports.claims, { query }, staff)
  const row = { claims: 1, pieces: 1, refundedPieces: 1, refunded: 50 }
  expect(data).toMatchObject({
    total: row,
    reasons: [{ reason: 'damaged', ...row }],
    products: [row],
    packers: [{ name: 'Asha', ...row }],
    riders: [{ name: 'Kiran', ...row }],
  })
})

test('the database refuses a note whose tax exceeds that of its invoice, in any row and column', async () => {
  const { orderId } = await aDelivered()
  await setStatus(orderId, 'Delivered')
  const { rows } = await t.db.execute<{ id: string; rows: Record<string, number>[] }>(
    sql`SELECT id, invoice_rows(document) AS rows FROM invoices`,
  )
  const [invoice] = rows
  const columns = ['paid', 'taxable', 'cgst', 'sgst'] as const
  for (const index of [0, 1])
    for (const column of columns) {
      const noteRows = (invoice?.rows ?? []).map((row, i) =>
        i === index ? { ...row, igst: 0, [column]: (row[column] ?? 0) + 1 } : { ...row, igst: 0 },
      )
      const amount = noteRows.reduce((sum, { paid = 0 }) => sum + paid, 0)
      const insert = sql`
        INSERT INTO credit_notes (id, invoice_id, year, number, reason, amount, rows)
        VALUES (gen_random_uuid(), ${invoice?.id}, '26-27', 1, 'a test', ${amount}, ${JSON.stringify(noteRows)}::jsonb)`
      const error = await t.db.execute(insert).catch((reason: unknown) => reason)
      expect(constraintOf(error), `${column} of row ${index + 1}`).toBe('credit_notes_within_invoice')
    }
  expect(await t.db.$count(creditNotes)).toBe(0)
  expect((await month()).equation.holds).toBe(true)
})

test('the order lists what its claims gave back: amount, where to, by whom, claim and credit note', async () => {
  const { customer, orderId } = await aDelivered()
  const orderOf = async () => (await t.call(api.orders.get, { params: { orderId } }, staff)).data[0]
  expect((await orderOf())?.claimRefunds).toEqual([])
  const first = await claim(customer, orderId, [{ line: 1, pieces: 1 }])
  await refund(first.data._id)
  t.clock.pass(1)
  const second = await claim(customer, orderId, [{ line: 2, pieces: 1 }])
  await refund(second.data._id, { to: 'cash' })
  const order = await orderOf()
  const [one, other] = await claimsOf({ state: 'all', order: orderId })
  const notes = order?.documents.flatMap(({ kind, number }) => (kind === 'credit-note' ? [number] : []))
  const by = expect.stringMatching(/ \(staff\)$/) as string
  expect(order?.claimRefunds).toMatchObject([
    {
      claimId: first.data._id,
      claimNumber: other?.claimNumber,
      amount: 29.99,
      to: 'wallet',
      state: 'done',
      by,
    },
    { claimId: second.data._id, claimNumber: one?.claimNumber, amount: 45.45, to: 'cash', state: 'done', by },
  ])
  expect(order?.claimRefunds.map(({ creditNote }) => creditNote)).toEqual(notes)
})
