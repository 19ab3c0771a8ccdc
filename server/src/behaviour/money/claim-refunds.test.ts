import { api } from '@kirana/contract'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { company } from '../../tables/company.ts'
import { pickerOf } from '../../testing/picking.ts'
import { findInvariantViolations } from '../../testing/violations.ts'
import { claimsApp } from '../../testing/claims.ts'

const {
  t,
  make,
  staff,
  signInStaff,
  setStatus,
  aDelivered,
  claim,
  refund,
  claimsOf,
  amountOf,
  walletOf,
  month,
} = await claimsApp()

test('refunds of all pieces one by one add up to exactly what was paid, with the charges at the end', async () => {
  await make.aCharge({ amount: 2_500 })
  const { customer, orderId } = await aDelivered('wallet')
  const { money } = (await walletOf(customer)) as { money: number }
  const amounts = []
  for (const line of [1, 2, 1, 1]) {
    const { data } = await claim(customer, orderId, [{ line, pieces: 1 }])
    amounts.push((await refund(data._id)).data.refund)
  }
  expect(amounts).toEqual([29.99, 45.45, 30, 54.99])
  expect(await walletOf(customer)).toEqual({ coins: 0, money: 100_000 })
  expect(money + 16_043).toBe(100_000)
  expect((await claim(customer, orderId, [{ line: 1, pieces: 1 }])).status).toBe(422)
  expect((await setStatus(orderId, 'Canceled')).status).toBe(200)
  expect(await walletOf(customer)).toEqual({ coins: 0, money: 100_000 })
  expect((await month()).equation).toMatchObject({ invoices: 160.43, creditNotes: 160.43, holds: true })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('canceling the order later returns and credits only what is left, and the order stays canceled', async () => {
  const { customer, orderId } = await aDelivered()
  const { data } = await claim(customer, orderId, [{ line: 1, pieces: 1 }])
  await refund(data._id)
  const other = await claim(customer, orderId, [{ line: 2, pieces: 1 }])
  expect((await setStatus(orderId, 'Dispatched')).status).toBe(422)
  expect((await setStatus(orderId, 'Canceled')).status).toBe(422)
  expect((await setStatus(orderId, 'Canceled', 'collected')).status).toBe(200)
  expect(await walletOf(customer)).toEqual({ coins: 0, money: 13_543 })
  expect(await refund(other.data._id)).toMatchObject({ status: 409 })
  expect((await setStatus(orderId, 'Delivered')).status).toBe(422)
  expect((await month()).equation).toMatchObject({
    invoices: 135.43,
    creditNotes: 135.43,
    taxable: 0,
    tax: 0,
    holds: true,
  })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('coins that are spent are borne by the store', async () => {
  const { customer, orderId } = await aDelivered()
  await t.db.execute(sql`UPDATE company SET point_value = 1000`)
  const account = { amount: 50, upiId: 'meera@upi' }
  expect((await t.call(api.storeWallet.withdraw, { body: account }, customer)).status).toBe(200)
  const { data } = await claim(customer, orderId, [{ line: 1, pieces: 3 }])
  expect((await refund(data._id)).data).toMatchObject({ coins: 6 })
  expect(await walletOf(customer)).toMatchObject({ coins: 0 })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('pieces that can be sold go back to the shelf, the others are written off', async () => {
  const customer = await make.aCustomer()
  const milk = await make.aProduct()
  const variantId = milk.item().variantId
  await t.call(api.stock.count, { body: { variantId, onHand: 10, reason: 'Counted' } }, staff)
  const { _id: orderId } = await make.anOrder({ customer, items: [milk.item(4)] })
  await setStatus(orderId, 'Delivered')
  const onHand = async () =>
    (await t.db.execute(sql`SELECT on_hand FROM stock_levels WHERE variant_id = ${variantId}`)).rows[0]?.[
      'on_hand'
    ]
  expect(await onHand()).toBe(6)
  const { data } = await claim(customer, orderId, [{ line: 1, pieces: 3 }])
  expect((await refund(data._id, { restock: [{ line: 1, pieces: 4 }] })).status).toBe(422)
  expect((await refund(data._id, { restock: [{ line: 1, pieces: 2 }] })).status).toBe(200)
  expect(await onHand()).toBe(8)
  expect(await findInvariantViolations(t.db)).toEqual([])
  await setStatus(orderId, 'Canceled', 'collected')
  // The piece that was neither claimed nor returned before; the damaged one is gone.
  expect(await onHand()).toBe(9)
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('a line that was found and swapped, or weighed, is claimed by its pieces, found ones first', async () => {
  const customer = await make.aCustomer()
  const apple = await make.aProduct({ title: 'Apple', loyaltyCoins: 3 })
  const { sectionId, categoryId, subcategoryId } = apple
  const shelf = { sectionId, categoryId, subcategoryId }
  const variants = [{ sellingPrice: 2_000 }]
  const pear = await make.aProduct({ title: 'Pear', loyaltyCoins: 1, variants, ...shelf })
  const { _id: orderId } = await make.anOrder({ customer, items: [apple.item(3)] })
  const picker = pickerOf(t, staff)
  await picker.claim(orderId)
  const swap = { variantId: pear.item().variantId, quantity: 2 }
  const line = await picker.line({
    orderId,
    line: 1,
    found: 2,
    grams: 700,
    swap,
  })
  expect(line).toMatchObject({ status: 200 })
  expect((await picker.done(orderId)).status).toBe(200)
  await setStatus(orderId, 'Delivered')
  const { data } = await claim(customer, orderId, [{ line: 1, pieces: 3 }])
  expect(data.state).toBe('open')
  const [seen] = await claimsOf()
  expect(seen?.lines).toMatchObject([{ delivered: 4, productTitle: 'Apple and Pear' }])
  const { refund: whole } = await amountOf(data._id)
  // ₹70.00 for 700 g of two packs of 500 g at ₹50, and one of two pears for ₹40.
  expect(whole).toBe(90)
  expect((await refund(data._id)).status).toBe(200)
  expect((await claim(customer, orderId, [{ line: 1, pieces: 2 }])).status).toBe(422)
  const last = await claim(customer, orderId, [{ line: 1, pieces: 1 }])
  expect((await refund(last.data._id)).data.refund).toBe(20)
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('a refund after the financial year has begun has the number of the new one', async () => {
  t.clock.set('2027-03-31T23:00:00+05:30')
  await signInStaff()
  const { customer, orderId } = await aDelivered()
  const { data } = await claim(customer, orderId, [{ line: 1, pieces: 1 }])
  t.clock.set('2027-04-01T00:00:00+05:30')
  await signInStaff()
  await refund(data._id)
  const [done] = await claimsOf()
  expect(done?.creditNotes[0]?.number).toBe('CN27-28/0000001')
  const of = async (month: string) =>
    (await t.call(api.gst.month, { params: { month } }, staff)).data.equation
  expect(await of('2027-03')).toMatchObject({ invoices: 135.43, creditNotes: 0, holds: true })
  expect(await of('2027-04')).toMatchObject({
    invoices: 0,
    creditNotes: 29.99,
    taxable: -28.57,
    tax: -1.42,
    holds: true,
  })
})

test('from the limit of payouts on a second person decides, and the claim waits', async () => {
  await t.db.update(company).set({ secondPerson: true, payoutApprovalFrom: 5_000 })
  const { customer, orderId } = await aDelivered()
  const { data } = await claim(customer, orderId, [{ line: 1, pieces: 3 }])
  expect((await refund(data._id, { lines: [{ line: 1, pieces: 1 }] })).status).toBe(200)
  // 29.99 alone before, and 30.00 more: ₹59.99 within 24 hours.
  const waiting = await refund(data._id, {
    lines: [{ line: 1, pieces: 1 }],
    restock: [{ line: 1, pieces: 1 }],
  })
  expect(waiting.status).toBe(202)
  const [open] = await claimsOf()
  expect(open).toMatchObject({ state: 'open' })
  const id = open?.approvalId ?? ''
  expect(id).not.toBe('')
  const body = { claimId: data._id, reason: 'Not damaged' }
  expect((await t.call(api.claims.refuse, { body }, staff)).status).toBe(409)
  expect((await refund(data._id)).status).toBe(409)
  expect(await walletOf(customer)).toMatchObject({ money: 2_999 })
  expect((await t.call(api.approvals.approve, { params: { id }, query: {} }, staff)).status).toBe(403)
  const second = await t.signIn.staff('ravi')
  expect((await t.call(api.approvals.approve, { params: { id }, query: {} }, second)).status).toBe(200)
  expect(await walletOf(customer)).toMatchObject({ money: 5_999 })
  const [after] = await claimsOf()
  expect(after?.lines).toMatchObject([{ refunded: 2 }])
  expect(after?.approvalId).toBeUndefined()
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('a claim of a cash order is refunded from the till, as far as it holds enough', async () => {
  const { customer, orderId } = await aDelivered()
  const till = async () => (await t.call(api.cash.get, {}, staff)).data.store
  expect(await till()).toBe(135.43)
  const bank = { amount: 100, reference: 'Slip 7', actionId: 'bank-1' }
  expect((await t.call(api.cash.bank, { body: bank }, staff)).status).toBe(200)
  const { data } = await claim(customer, orderId, [{ line: 1, pieces: 3 }])
  expect((await claimsOf())[0]?.destinations).toEqual(['wallet', 'cash'])
  expect(await refund(data._id, { to: 'cash' })).toMatchObject({
    status: 422,
    code: 'till',
    message: 'The till holds ₹35.43',
  })
  expect(await till()).toBe(35.43)
  const one = [{ line: 1, pieces: 1 }]
  expect((await refund(data._id, { to: 'cash', lines: one })).data).toMatchObject({ refund: 29.99, coins: 2 })
  expect(await till()).toBe(5.44)
  expect(await walletOf(customer)).toEqual({ coins: 4, money: 0 })
  const day = async (of: string) => (await t.call(api.cash.day, { params: { day: of } }, staff)).data
  const today = { opening: 0, collected: 135.43, refunded: 29.99, paidOut: 0, deposited: 100, closing: 5.44 }
  expect(await day('2026-11-21')).toMatchObject(today)
  expect(await day('2026-11-20')).toMatchObject({ refunded: 0, closing: 0 })
  const book = await t.call(api.reports.dayBook, { query: { from: '2026-11-21', to: '2026-11-21' } }, staff)
  expect(book.data).toMatchObject([{ method: 'cash', collected: 135.43, refunded: 29.99, net: 105.44 }])
  expect((await month()).equation).toMatchObject({ invoices: 135.43, creditNotes: 29.99, holds: true })
  expect(await findInvariantViolations(t.db)).toEqual([])
  // A refund in cash shows that the cash was collected.
  expect(await setStatus(orderId, 'Canceled')).toMatchObject({ status: 422, code: 'claim' })
  await setStatus(orderId, 'Canceled', 'collected')
  expect(await walletOf(customer)).toEqual({ coins: 0, money: 10_544 })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

for (const to of ['cash', 'wallet'] as const)
  test(`canceling an order that claims refunded in full to ${to} moves no more money`, async () => {
    const { customer, orderId } = await aDelivered()
    const lines = [
      { line: 1, pieces: 3 },
      { line: 2, pieces: 1 },
    ]
    const { data } = await claim(customer, orderId, lines)
    expect((await refund(data._id, { to })).data).toMatchObject({ refund: 135.43 })
    const book = async () =>
      (await t.call(api.reports.dayBook, { query: { from: '2026-11-21', to: '2026-11-21' } }, staff)).data
    const [before, wallet] = [await book(), await walletOf(customer)]
    expect((await setStatus(orderId, 'Canceled', 'collected')).status).toBe(200)
    expect(await book()).toEqual(before)
    expect(await walletOf(customer)).toEqual(wallet)
    expect(await findInvariantViolations(t.db)).toEqual([])
  })

test('a claim on a reopened order is refunded from its wallet payment', async () => {
  const { customer, orderId } = await aDelivered()
  await setStatus(orderId, 'Canceled', 'collected')
  const again = { params: { orderId, status: 'Confirmed' as const }, query: {} }
  expect((await t.call(api.orders.changeStatus, again, staff)).status).toBe(200)
  await setStatus(orderId, 'Delivered')
  const { data } = await claim(customer, orderId, [{ line: 2, pieces: 1 }])
  expect((await refund(data._id)).status).toBe(200)
  expect(await findInvariantViolations(t.db)).toEqual([])
  expect((await setStatus(orderId, 'Canceled')).status).toBe(200)
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('money of a wallet does not become cash', async () => {
  const { customer, orderId } = await aDelivered('wallet')
  const { data } = await claim(customer, orderId, [{ line: 1, pieces: 1 }])
  expect(await refund(data._id, { to: 'cash' })).toMatchObject({ status: 422, code: 'cash' })
  expect((await claimsOf())[0]?.destinations).toEqual(['wallet'])
})

test('a claimed order that is picked again must include the claimed pieces, unless the claim is refused', async () => {
  const { customer, orderId } = await aDelivered()
  const { data } = await claim(customer, orderId, [{ line: 1, pieces: 2 }])
  await setStatus(orderId, 'Confirmed')
  const picker = pickerOf(t, staff)
  await picker.claim(orderId)
  await picker.line({ orderId, line: 1, found: 1, short: { quantity: 2, reason: 'not there' } })
  await picker.line({ orderId, line: 2, found: 1 })
  const message = 'Claims cover 2 pieces of Ghee. Pack as many, or refuse the claim first'
  expect(await picker.done(orderId)).toMatchObject({ status: 409, code: 'claimed', message })
  expect(await claimsOf()).toMatchObject([{ _id: data._id, state: 'open' }])
  const refusal = { claimId: data._id, reason: 'Nothing is wrong with them' }
  expect((await t.call(api.claims.refuse, { body: refusal }, staff)).status).toBe(200)
  expect((await picker.done(orderId)).status).toBe(200)
  await setStatus(orderId, 'Delivered')
  expect((await claim(customer, orderId, [{ line: 1, pieces: 1 }])).status).toBe(200)
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('more pieces than were delivered, which earlier releases let a claim have, can only be refused', async () => {
  const { customer, orderId } = await aDelivered()
  const { data } = await claim(
    customer,
    orderId,
    [1, 2].map((line) => ({ line, pieces: 1 })),
  )
  await t.database.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL session_replication_role = replica`)
    await tx.execute(sql`UPDATE claim_lines SET pieces = 5 WHERE line = 1`)
  })
  expect(await claimsOf()).toMatchObject([{ amount: 135.43, lines: [{ pieces: 5, delivered: 3 }, {}] }])
  expect((await t.call(api.storeClaims.list, {}, customer)).status).toBe(200)
  expect(await refund(data._id, { lines: [{ line: 1, pieces: 4 }] })).toMatchObject({ status: 422 })
  expect((await refund(data._id, { lines: [{ line: 2, pieces: 1 }] })).data).toMatchObject({ state: 'open' })
  expect(await amountOf(data._id)).toMatchObject({ lines: [{ line: 1, pieces: 3 }] })
  expect((await refund(data._id)).data).toMatchObject({ state: 'open', refund: 89.98 })
  expect(await refund(data._id)).toMatchObject({ status: 409, code: 'not-delivered' })
  const refusal = { claimId: data._id, reason: 'These were not delivered' }
  expect((await t.call(api.claims.refuse, { body: refusal }, staff)).status).toBe(200)
  expect(await claimsOf({ state: 'all' })).toMatchObject([{ state: 'refunded' }])
  expect(await findInvariantViolations(t.db)).toEqual([])
})
