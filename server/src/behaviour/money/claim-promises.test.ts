import { api } from '@kirana/contract'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { purgeExpiredClaimPhotos } from '../../services/operations/retention.ts'
import { company } from '../../tables/company.ts'
import { approvalIn } from '../../testing/approving.ts'
import { claimsApp } from '../../testing/claims.ts'
import { photo } from '../../testing/files/pictures.ts'
import { raceOnLock, untilServed } from '../../testing/races/race-on-lock.ts'
import { findInvariantViolations } from '../../testing/violations.ts'

/** The clock of claims, how long their photos are kept, their report, their second person, and attempts at misuse. */

const { t, make, staff, signInStaff, setStatus, aDelivered, claim, refund, replace, claimsOf, walletOf } =
  await claimsApp()

const one = [{ line: 1, pieces: 1 }]

test('the dashboard counts open claims, and those that have one business day left', async () => {
  const { customer, orderId } = await aDelivered()
  const { data } = await claim(customer, orderId, one)
  expect(data.dueBy).toBe('2026-11-30T18:29:59.999Z')
  const needs = async () => (await t.call(api.reports.today, {}, staff)).data.needs.claims
  expect(await needs()).toEqual({ open: 1, urgent: 0 })
  // The claim is due on a Monday: on Friday two business days are left, from Saturday on one.
  for (const [moment, urgent] of [
    ['2026-11-27T23:59:59', 0],
    ['2026-11-28T00:00:00', 1],
    ['2026-12-02T09:00:00', 1],
  ] as const) {
    t.clock.set(`${moment}+05:30`)
    await signInStaff()
    expect(await needs()).toEqual({ open: 1, urgent })
  }
  await refund(data._id)
  expect(await needs()).toEqual({ open: 0, urgent: 0 })
})

test('photos are kept for a year, the claim for good', async () => {
  const { customer, orderId } = await aDelivered()
  await claim(customer, orderId, one, [await photo()])
  const [{ photos } = { photos: [''] }] = await claimsOf()
  const url = `/api/v1/file/get/${photos[0]}`
  const purge = () => purgeExpiredClaimPhotos(t.database, t.context.files, t.context.now())
  t.clock.set('2027-11-21T08:00:00+05:30')
  await signInStaff()
  await purge()
  expect((await t.app.inject({ url, headers: staff.headers })).statusCode).toBe(200)
  t.clock.set('2027-11-22T08:00:00+05:30')
  await signInStaff()
  await purge()
  expect((await t.app.inject({ url, headers: staff.headers })).statusCode).toBe(404)
  expect(await claimsOf()).toMatchObject([{ photos: [], note: 'The lid was open', state: 'open' }])
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('reports claims by reason, product, packer and rider, with their cost', async () => {
  const { customer, orderId } = await aDelivered()
  const { data } = await claim(customer, orderId, [
    { line: 1, pieces: 2 },
    { line: 2, pieces: 1 },
  ])
  await refund(data._id, { lines: one })
  await replace(data._id, { lines: [{ line: 2, pieces: 1 }] })
  const packed = await make.anOrder({ customer })
  await setStatus(packed._id, 'Prepeared')
  await setStatus(packed._id, 'Delivered')
  await claim(customer, packed._id, one)
  const range = { from: '2026-11-21', to: '2026-11-21' }
  const { data: report } = await t.call(api.reports.claims, { query: range }, staff)
  const total = {
    claims: 2,
    pieces: 4,
    refundedPieces: 1,
    replacedPieces: 1,
    refusedPieces: 0,
    refunded: 29.99,
  }
  expect(report.total).toEqual(total)
  expect(report.reasons).toEqual([{ reason: 'damaged', ...total }])
  expect(report.products).toMatchObject([
    { title: 'Ghee', pieces: 2, refundedPieces: 1, replacedPieces: 0, refunded: 29.99 },
    { title: 'Rice', pieces: 1, refundedPieces: 0, replacedPieces: 1, refunded: 0 },
    { pieces: 1, refunded: 0 },
  ])
  expect(report.packers).toMatchObject([{ name: 'Asha', claims: 1, pieces: 1 }])
  expect(report.riders).toEqual([])
  const next = { from: '2026-11-22', to: '2026-11-22' }
  expect((await t.call(api.reports.claims, { query: next }, staff)).data.total).toMatchObject({
    claims: 0,
    refunded: 0,
  })
  const csv = await t.app.inject({
    url: `/api/v1/reports/claims/csv?from=${range.from}&to=${range.to}`,
    headers: staff.headers,
  })
  expect(csv.payload).toContain('Product,Ghee,1,2,1,0,0,29.99')
})

test('of 50 approvals of one refund at once, one succeeds', async () => {
  await t.db.update(company).set({ secondPerson: true, payoutApprovalFrom: 0 })
  const { customer, orderId } = await aDelivered()
  const { data } = await claim(customer, orderId, [{ line: 1, pieces: 2 }])
  expect((await refund(data._id)).status).toBe(202)
  const [{ approvalId: id = '' } = {}] = await claimsOf()
  const second = await t.signIn.staff('ravi')
  const lock = sql`SELECT 1 FROM orders WHERE id = ${orderId} FOR UPDATE`
  const approve = () => t.call(api.approvals.approve, { params: { id }, query: {} }, second)
  const answers = await raceOnLock(
    t,
    lock,
    Array.from({ length: 50 }, () => () => untilServed(approve)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(49)
  const { rows } = await t.db.execute(sql`
    SELECT (SELECT count(*)::int FROM claim_actions) AS actions, (SELECT count(*)::int FROM credit_notes) AS notes,
      (SELECT count(*)::int FROM ledger_transactions WHERE kind = 'claim-refund') AS postings,
      (SELECT count(*)::int FROM ledger_transactions WHERE kind = 'claim-coins') AS coins`)
  expect(rows).toEqual([{ actions: 1, notes: 1, postings: 1, coins: 1 }])
  expect(await walletOf(customer)).toMatchObject({ money: 5_999 })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

const requireSecond = (paise: number) =>
  t.db.update(company).set({ secondPerson: true, payoutApprovalFrom: paise })
const approve = (id: string, as: typeof staff) =>
  t.call(api.approvals.approve, { params: { id }, query: {} }, as)
const onePiece = { lines: [{ line: 1, pieces: 1 }] }

test('from the limit of payouts on a second person decides about a replacement, and the claim waits', async () => {
  await requireSecond(5_000)
  const { customer, orderId } = await aDelivered()
  const { data } = await claim(customer, orderId, [{ line: 1, pieces: 3 }])
  expect((await replace(data._id, onePiece)).status).toBe(200)
  // A second replacement of ₹29.99 by the same person within 24 hours.
  const asked = await replace(data._id, onePiece)
  expect(asked).toMatchObject({ status: 202, message: 'Waiting for approval' })
  const [open] = await claimsOf()
  expect(open).toMatchObject({ approvalId: approvalIn(asked), lines: [{ replaced: 1 }] })
  const waiting = {
    status: 409,
    code: 'waiting',
    message: 'The replacement of this claim waits for approval',
  }
  const refusal = { claimId: data._id, reason: 'Not damaged' }
  expect(await t.call(api.claims.refuse, { body: refusal }, staff)).toMatchObject(waiting)
  expect(await refund(data._id, onePiece)).toMatchObject(waiting)
  expect(await replace(data._id, onePiece)).toMatchObject(waiting)

  const ravi = await t.signIn.staff('ravi')
  expect((await t.call(api.approvals.list, { query: {} }, ravi)).data).toMatchObject([
    {
      kind: 'claim-replacement',
      state: 'waiting',
      user: { fullName: 'Meera Nair' },
      order: { _id: orderId },
      amount: 29.99,
      reason: '1 × Ghee, worth ₹29.99. ₹29.99 refunded or replaced alone in the 24 hours before',
      askedBy: 'Asha',
    },
  ])
  expect((await approve(approvalIn(asked), staff)).status).toBe(403)
  expect((await approve(approvalIn(asked), ravi)).status).toBe(200)
  const [after] = await claimsOf()
  expect(after?.lines).toMatchObject([{ replaced: 2 }])
  expect(after).not.toHaveProperty('approvalId')
  // All staff of tests have one name.
  const by = 'Asha (staff), approved by Asha (staff)'
  const placed = { params: { orderId: after?.replacement?._id ?? '' } }
  expect((await t.call(api.orders.get, placed, staff)).data).toMatchObject([{ history: [{ by }] }])
  const log = await t.call(api.audit.list, { params: { page: 1 }, query: {} }, await t.signIn.superadmin())
  const lines = log.data.rows.map(({ parts }) => parts.map(({ text }) => text).join(''))
  expect(lines.join('\n')).toMatch(/asked for approval of the replacement of pieces worth ₹29\.99 for .*CL-/)
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test.each([
  [refund, replace],
  [replace, refund],
])('refunds and replacements of one person add up for 24 hours (%#)', async (first, second) => {
  await requireSecond(5_000)
  const { customer, orderId } = await aDelivered()
  const { data } = await claim(customer, orderId, [{ line: 1, pieces: 3 }])
  expect((await first(data._id, onePiece)).status).toBe(200)
  expect((await second(data._id, onePiece)).status).toBe(202)
})

test('pieces of a replacement, which cost nothing, count at the price of today', async () => {
  const { customer, orderId, rice } = await aDelivered()
  const { data } = await claim(customer, orderId, [{ line: 2, pieces: 1 }])
  const first = (await replace(data._id)).data.replacement
  await setStatus(first._id, 'Delivered')
  const again = (await claim(customer, first._id, [{ line: 1, pieces: 1 }])).data._id
  await requireSecond(5_000)
  const asked = await replace(again)
  expect(asked.status).toBe(202)
  const { variantId } = rice.item()
  await t.db.execute(sql`UPDATE variants SET selling_price = selling_price + 100 WHERE id = ${variantId}`)
  const message = 'The replacement of this claim has changed. Ask for it again'
  const ravi = await t.signIn.staff('ravi')
  expect(await approve(approvalIn(asked), ravi)).toMatchObject({ status: 409, code: 'failed', message })
  expect((await approve(approvalIn(await replace(again)), ravi)).status).toBe(200)
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('a refund and a canceled replacement at once: pieces are decided once', async () => {
  const { customer, orderId } = await aDelivered()
  const { data } = await claim(customer, orderId, [{ line: 1, pieces: 2 }])
  const { replacement } = (await replace(data._id, { lines: one })).data
  const lock = sql`SELECT 1 FROM claims WHERE id = ${data._id} FOR UPDATE`
  const [canceled, refunded] = await raceOnLock(t, lock, [
    async () => (await setStatus(replacement._id, 'Canceled')).status,
    async () => (await refund(data._id)).status,
  ])
  expect([canceled, refunded]).toEqual([200, 200])
  const [claimed] = await claimsOf({ state: 'all' })
  expect(claimed?.lines).toMatchObject([{ replaced: 0 }])
  expect([1, 2]).toContain(claimed?.lines[0]?.refunded)
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('an order that was canceled cannot be claimed, and its open claim neither refunded nor replaced', async () => {
  const { customer, orderId } = await aDelivered()
  const { data } = await claim(customer, orderId, one)
  await setStatus(orderId, 'Canceled', 'collected')
  expect(await claim(customer, orderId, one)).toMatchObject({ status: 422, code: 'not-delivered' })
  expect(await refund(data._id)).toMatchObject({ status: 409, code: 'canceled' })
  expect(await replace(data._id)).toMatchObject({ status: 409, code: 'canceled' })
  const body = { claimId: data._id, reason: 'The whole order was canceled' }
  expect((await t.call(api.claims.refuse, { body }, staff)).status).toBe(200)
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('the order lists the refunds of its claims: amount, destination, staff member, claim and credit note', async () => {
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
