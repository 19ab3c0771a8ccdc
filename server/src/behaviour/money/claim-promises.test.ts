import { api } from '@kirana/contract'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { purgeExpiredClaimPhotos } from '../../services/operations/retention.ts'
import { company } from '../../tables/company.ts'
import { claimsApp } from '../../testing/claims.ts'
import { photo } from '../../testing/files/pictures.ts'
import { raceOnLock } from '../../testing/races/race-on-lock.ts'
import { findInvariantViolations } from '../../testing/violations.ts'

/** The clock of claims, how long their photos are kept, their report, and cases that people try. */

const { t, make, staff, signInStaff, setStatus, aDelivered, claim, refund, replace, claimsOf, walletOf } =
  await claimsApp()

const one = [{ line: 1, pieces: 1 }]

test('the dashboard counts open claims, and those that have one business day left', async () => {
  const { customer, orderId } = await aDelivered()
  const { data } = await claim(customer, orderId, one)
  expect(data.dueBy).toBe('2026-11-30T18:29:59.999Z')
  const needs = async () => (await t.call(api.reports.today, {}, staff)).data.needs.claims
  expect(await needs()).toEqual({ open: 1, urgent: 0 })
  // A Monday is the end of the promise: on Friday two business days are left, from Saturday on one.
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

test('50 approvals of one refund at once: one', async () => {
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
    Array.from({ length: 50 }, () => approve),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await walletOf(customer)).toMatchObject({ money: 5_999 })
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
