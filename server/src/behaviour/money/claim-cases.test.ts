import { randomUUID } from 'node:crypto'
import { api } from '@kirana/contract'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { constraintOf } from '../../db/errors.ts'
import { company } from '../../tables/company.ts'
import { creditNotes } from '../../tables/invoices.ts'
import { claimsApp } from '../../testing/claims.ts'
import { photo } from '../../testing/files/pictures.ts'
import { pickerOf } from '../../testing/picking.ts'
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
  // Another order takes from the second batch, so that both have room for returned pieces.
  await setStatus((await make.anOrder({ items: [milk.item(3)] }))._id, 'Delivered')
  expect(await remaining()).toEqual([{ remaining: 0 }, { remaining: 6 }])
  const { data } = await claim(customer, orderId, [{ line: 1, pieces: 3 }])
  await refund(data._id, { restock: [{ line: 1, pieces: 2 }] })
  expect(await remaining()).toEqual([{ remaining: 2 }, { remaining: 6 }])
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

test('previews the refund of chosen pieces of a claim, and rejects pieces that are not open', async () => {
  const { customer, orderId } = await aDelivered()
  const { data } = await claim(customer, orderId, [
    { line: 1, pieces: 2 },
    { line: 2, pieces: 1 },
  ])
  const amount = (lines: string, claimId: string = data._id) =>
    t.call(api.claims.amount, { query: { claimId, lines } }, staff)
  expect((await amount('[{"line":1,"pieces":2}]')).data).toEqual({
    lines: [{ line: 1, pieces: 2, paid: 89.98, discount: 9.02, refund: 59.99, coins: 4 }],
    charges: 0,
    refund: 59.99,
    coins: 4,
    left: 135.43,
  })
  expect(await amount('[{"line":1,"pieces":3}]')).toMatchObject({ status: 422, code: 'pieces' })
  expect(await amount('[{"line":3,"pieces":1}]')).toMatchObject({ status: 422, code: 'pieces' })
  expect((await amount('[{"line":1}]')).status).toBe(400)
  expect((await amount('[]', randomUUID())).status).toBe(404)
  expect((await refund(data._id, { lines: [{ line: 1, pieces: 2 }] })).data.refund).toBe(59.99)
  // Both claimed pieces of the line are refunded.
  expect(await refund(data._id, { lines: one })).toMatchObject({ status: 422, code: 'pieces' })
})

test('claims are listed by state, order and customer', async () => {
  const [first, second] = [await aDelivered(), await aDelivered()]
  const ids: string[] = []
  for (const { customer, orderId } of [first, second])
    ids.push((await claim(customer, orderId, one)).data._id)
  await refund(ids[0] ?? '')
  const listed = async (query: {
    state?: 'open' | 'refunded' | 'replaced' | 'all'
    order?: string
    customer?: string
  }) =>
    (await t.call(api.claims.list, { params: { page: '1' }, query }, staff)).data.data.map(({ _id }) =>
      ids.indexOf(_id),
    )
  expect(await listed({})).toEqual([1, 0])
  expect(await listed({ state: 'all' })).toEqual([1, 0])
  expect(await listed({ state: 'open' })).toEqual([1])
  expect(await listed({ state: 'refunded' })).toEqual([0])
  expect(await listed({ state: 'replaced' })).toEqual([])
  expect(await listed({ order: second.orderId })).toEqual([1])
  expect(await listed({ customer: first.customer.id })).toEqual([0])
  expect(await listed({ customer: first.customer.id, state: 'open' })).toEqual([])
  expect(await listed({ order: 'nowhere' })).toEqual([])
  const closed = { url: '/api/v1/claim/get/all/1?state=closed', headers: staff.headers }
  expect((await t.app.inject(closed)).statusCode).toBe(400)
})

test.each(['unregistered', 'composition'] as const)(
  'a company that is %s refunds a claim with a note without tax',
  async (gstRegistration) => {
    await t.db.update(company).set({ gstRegistration })
    const { customer, orderId } = await aDelivered()
    expect((await refund((await claim(customer, orderId, one)).data._id)).data.refund).toBe(29.99)
    expect(await claimsOf({ state: 'all' })).toMatchObject([{ creditNotes: [{ number: 'CN26-27/0000001' }] }])
    const amounts = { invoices: 135.43, creditNotes: 29.99, taxable: 0, tax: 0, unknown: 105.44, holds: true }
    expect((await month()).equation).toMatchObject(amounts)
    expect(await findInvariantViolations(t.db)).toEqual([])
  },
)

test('a replacement of a swapped line has the found pieces and the swapped ones', async () => {
  const customer = await make.aCustomer()
  const apple = await make.aProduct({ title: 'Apple' })
  const { sectionId, categoryId, subcategoryId } = apple
  const pear = await make.aProduct({ title: 'Pear', sectionId, categoryId, subcategoryId })
  const { _id: orderId } = await make.anOrder({ customer, items: [apple.item(3)] })
  const picker = pickerOf(t, staff)
  await picker.claim(orderId)
  const swap = { variantId: pear.item().variantId, quantity: 2 }
  expect((await picker.line({ orderId, line: 1, found: 1, swap })).status).toBe(200)
  expect((await picker.done(orderId)).status).toBe(200)
  await setStatus(orderId, 'Delivered')
  const { data } = await claim(customer, orderId, [{ line: 1, pieces: 3 }])
  expect((await replace(data._id, { lines: [{ line: 1, pieces: 2 }] })).status).toBe(200)
  expect((await replace(data._id)).data.state).toBe('replaced')
  const brought = await t.db.execute(sql`
    SELECT l.title, l.quantity FROM order_lines l JOIN orders o ON o.id = l.order_id WHERE o.is_replacement
    ORDER BY o.id, l.line`)
  expect(brought.rows).toEqual([
    { title: 'Apple', quantity: 1 },
    { title: 'Pear', quantity: 1 },
    { title: 'Pear', quantity: 1 },
  ])
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('a refund that the till cannot pay leaves nothing behind', async () => {
  const { customer, orderId } = await aDelivered()
  const bank = { amount: 135.43, reference: 'Slip 7', actionId: 'bank-1' }
  expect((await t.call(api.cash.bank, { body: bank }, staff)).status).toBe(200)
  const { data } = await claim(customer, orderId, one)
  const rows = async () => {
    const counted = await t.db.execute(sql`
      SELECT (SELECT count(*) FROM claim_actions)::int + (SELECT count(*) FROM claim_pieces)::int
        + (SELECT count(*) FROM credit_notes)::int AS written, (SELECT count(*) FROM ledger_transactions)::int AS postings,
        (SELECT count(*) FROM audit_rows)::int AS audited, (SELECT count(*) FROM stock_movements)::int AS moved`)
    return counted.rows
  }
  const before = await rows()
  expect(await refund(data._id, { to: 'cash' })).toMatchObject({ status: 422, code: 'till' })
  expect(await rows()).toEqual(before)
  expect((await refund(data._id)).status).toBe(200)
  // The number of the note was not used.
  expect(await claimsOf({ state: 'all' })).toMatchObject([{ creditNotes: [{ number: 'CN26-27/0000001' }] }])
  expect(await walletOf(customer)).toMatchObject({ money: 2_999 })
  expect(await findInvariantViolations(t.db)).toEqual([])
})
