import { randomUUID } from 'node:crypto'
import { api } from '@kirana/contract'
import { ownPage } from '@kirana/contract/wire/own-page'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { company } from '../tables/company.ts'
import { creditNotes } from '../tables/invoices.ts'
import { photo } from '../testing/files/pictures.ts'
import { read } from '../testing/invoices/invoice-pdf-reader.ts'
import { raceOnLock, untilServed } from '../testing/races/race-on-lock.ts'
import { findInvariantViolations } from '../testing/violations.ts'
import { claimsApp } from '../testing/claims.ts'

const {
  t,
  make,
  staff,
  signInStaff,
  setStatus,
  aDelivered,
  claim,
  refund,
  replace,
  claimsOf,
  amountOf,
  walletOf,
  month,
} = await claimsApp()

test('a customer claims one damaged piece with a photo, and staff refund it to the wallet with a credit note', async () => {
  const { customer, orderId } = await aDelivered()
  expect(await walletOf(customer)).toEqual({ coins: 6, money: 0 })
  const sent = await claim(customer, orderId, [{ line: 1, pieces: 1 }], [await photo()])
  expect(sent).toMatchObject({ status: 200, message: 'Claim sent successfully' })
  expect(sent.data).toMatchObject({ state: 'open', dueBy: '2026-11-30T18:29:59.999Z' })

  const [seen] = await claimsOf()
  expect(seen).toMatchObject({
    _id: sent.data._id,
    claimNumber: 'CL-000001',
    orderId,
    user: { fullName: 'Meera Nair' },
    reason: 'damaged',
    note: 'The lid was open',
    state: 'open',
    amount: 29.99,
    lines: [
      { line: 1, pieces: 1, refunded: 0, delivered: 3, productTitle: 'Ghee', paid: 89.98, discount: 9.02 },
    ],
  })
  const file = `/api/v1/file/get/${seen?.photos[0]}`
  expect((await t.app.inject({ url: file, headers: staff.headers })).statusCode).toBe(200)
  expect((await t.app.inject({ url: file })).statusCode).toBe(404)
  expect(await amountOf(sent.data._id)).toEqual({
    lines: [{ line: 1, pieces: 1, paid: 89.98, discount: 9.02, refund: 29.99, coins: 2 }],
    charges: 0,
    refund: 29.99,
    coins: 2,
    left: 135.43,
  })

  const refunded = await refund(sent.data._id)
  expect(refunded).toMatchObject({ status: 200, data: { refund: 29.99, coins: 2, state: 'refunded' } })
  expect(await walletOf(customer)).toEqual({ coins: 4, money: 2_999 })
  const [done] = await claimsOf({ order: orderId })
  expect(done).toMatchObject({ state: 'refunded', amount: 29.99 })
  const [note] = done?.creditNotes ?? []
  expect(note?.number).toBe('CN26-27/0000001')
  const pdf = await t.app.inject({ url: new URL(note?.link ?? '').pathname, headers: customer.headers })
  expect(pdf.statusCode).toBe(200)
  const text = (await read(pdf.rawPayload)).text.join('').replaceAll('|', '')
  for (const part of [
    'CREDIT NOTE',
    'CN26-27/0000001',
    'For invoice26-27/0000001',
    'Claim CL-000001',
    '₹29.99',
  ])
    expect(text).toContain(part)

  const mine = (await t.call(api.storeClaims.list, {}, customer)).data
  expect(mine).toMatchObject([
    { state: 'refunded', refunded: 29.99, creditNotes: [{ number: 'CN26-27/0000001' }] },
  ])
  expect((await month()).equation).toEqual({
    invoices: 135.43,
    creditNotes: 29.99,
    taxable: 100.42,
    tax: 5.02,
    nil: 0,
    exempt: 0,
    nonGst: 0,
    unknown: 0,
    rounding: 0,
    holds: true,
  })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('a claim is refused a day late, for another customer, before delivery, and for pieces that are not left', async () => {
  const { customer, orderId } = await aDelivered()
  const one = [{ line: 1, pieces: 1 }]
  expect((await claim(await make.aCustomer(), orderId, one)).status).toBe(404)
  expect((await claim(customer, 'nowhere', one)).status).toBe(404)
  expect((await claim(customer, orderId, [{ line: 1, pieces: 4 }])).status).toBe(422)
  expect((await claim(customer, orderId, [{ line: 3, pieces: 1 }])).status).toBe(422)
  expect((await claim(customer, orderId, [{ line: 1, pieces: 3 }])).status).toBe(200)
  expect(await claim(customer, orderId, one)).toMatchObject({
    status: 422,
    message: 'More pieces are claimed than were delivered and not claimed before',
  })
  const { _id: open } = await make.anOrder({ customer })
  expect((await claim(customer, open, one)).status).toBe(422)
  t.clock.set('2026-11-22T00:00:00+05:30')
  expect(await claim(customer, orderId, [{ line: 2, pieces: 1 }])).toMatchObject({
    status: 422,
    message: 'Claims are possible until the end of the day of delivery',
  })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test.each([
  'not json',
  '{}',
  '[]',
  '[{"line":1}]',
  '[{"line":1,"pieces":0}]',
  '[{"line":1,"pieces":1},{"line":1,"pieces":1}]',
])('lines %s are rejected', async (lines) => {
  const { customer, orderId } = await aDelivered()
  const body = { orderId, lines, reason: 'damaged' as const }
  expect((await t.call(api.storeClaims.add, { body }, customer)).status).toBe(400)
})

test('of concurrent claims of the last pieces, one succeeds', async () => {
  const { customer, orderId } = await aDelivered()
  const lock = sql`SELECT 1 FROM orders WHERE id = ${orderId} FOR UPDATE`
  const answers = await raceOnLock(
    t,
    lock,
    Array.from({ length: 3 }, () => () => claim(customer, orderId, [{ line: 1, pieces: 3 }])),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422])
})

test('the database refuses pieces that were not delivered', async () => {
  const { customer, orderId } = await aDelivered()
  const { data } = await claim(customer, orderId, [{ line: 2, pieces: 1 }])
  const insert = sql`INSERT INTO claim_lines (claim_id, order_id, line, pieces) VALUES (${data._id}, ${orderId}, 1, 4)`
  await expect(t.db.execute(insert)).rejects.toThrow()
})

test('of 50 refunds of one claim at once, one succeeds; a repeated action gets the same answer and refunds once', async () => {
  const { customer, orderId } = await aDelivered()
  const { data } = await claim(customer, orderId, [{ line: 1, pieces: 2 }])
  const lock = sql`SELECT 1 FROM orders WHERE id = ${orderId} FOR UPDATE`
  const actionId = randomUUID()
  const answers = await raceOnLock(
    t,
    lock,
    Array.from(
      { length: 50 },
      (_, n) => () => untilServed(() => refund(data._id, n === 0 ? { actionId } : {})),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status, code }) => status === 409 && code === 'decided')).toHaveLength(49)
  expect(await walletOf(customer)).toEqual({ coins: 2, money: 5_999 })
  expect(await t.db.$count(creditNotes)).toBe(1)
  const again = { ...(await t.db.execute(sql`SELECT action_id FROM claim_actions`)).rows[0] } as {
    action_id: string
  }
  expect(await refund(data._id, { actionId: again.action_id })).toMatchObject({
    status: 200,
    data: { refund: 59.99, coins: 4, state: 'refunded' },
  })
  expect(await walletOf(customer)).toEqual({ coins: 2, money: 5_999 })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('the customer sees why a claim was refused, and its pieces can be claimed again', async () => {
  const { customer, orderId } = await aDelivered()
  const { data } = await claim(customer, orderId, [{ line: 1, pieces: 3 }])
  await refund(data._id, { lines: [{ line: 1, pieces: 1 }] })
  const refuse = () =>
    t.call(api.claims.refuse, { body: { claimId: data._id, reason: 'The photo shows another pack' } }, staff)
  expect((await refuse()).status).toBe(200)
  expect((await refuse()).status).toBe(409)
  expect((await refund(data._id)).status).toBe(409)
  expect((await t.call(api.storeClaims.list, {}, customer)).data).toMatchObject([
    { state: 'refunded', refusedReason: 'The photo shows another pack', refunded: 29.99 },
  ])
  expect((await claim(customer, orderId, [{ line: 1, pieces: 3 }])).status).toBe(422)
  expect((await claim(customer, orderId, [{ line: 1, pieces: 2 }])).status).toBe(200)
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('claims of one order wait for a second person separately', async () => {
  await t.db.update(company).set({ secondPerson: true, payoutApprovalFrom: 1_000 })
  const { customer, orderId } = await aDelivered()
  const ids = []
  for (const line of [1, 2]) ids.push((await claim(customer, orderId, [{ line, pieces: 1 }])).data._id)
  for (const id of ids) expect((await refund(id)).status).toBe(202)
  for (const id of ids) expect((await refund(id)).status).toBe(409)
  const second = await t.signIn.staff('ravi')
  for (const { approvalId: id = '' } of await claimsOf())
    expect((await t.call(api.approvals.approve, { params: { id }, query: {} }, second)).status).toBe(200)
  expect(await walletOf(customer)).toMatchObject({ money: 2_999 + 4_545 })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('an erased customer’s claims stay, without note and photos', async () => {
  const { customer, orderId } = await aDelivered()
  const { data } = await claim(customer, orderId, [{ line: 1, pieces: 1 }], [await photo()])
  const erase = () =>
    t.call(
      api.users.erase,
      { body: { userId: customer.id, lastDigits: customer.user.phone.slice(-4), reason: 'Asked by letter' } },
      staff,
    )
  expect((await erase()).message).toContain('1 claim is open')
  await t.call(api.claims.refuse, { body: { claimId: data._id, reason: 'Not damaged' } }, staff)
  const [before] = await claimsOf()
  expect((await erase()).status).toBe(200)
  const [after] = await claimsOf()
  expect(after).toMatchObject({
    photos: [],
    note: '',
    state: 'refused',
    user: { fullName: 'Erased customer' },
  })
  const file = `/api/v1/file/get/${before?.photos[0]}`
  expect((await t.app.inject({ url: file, headers: staff.headers })).statusCode).toBe(404)
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('staff open a claim for a customer on the phone, after the day of delivery with a reason', async () => {
  const { customer, orderId } = await aDelivered()
  const body = {
    userId: customer.id,
    orderId,
    lines: JSON.stringify([{ line: 2, pieces: 1 }]),
    reason: 'wrong' as const,
  }
  const add = (more: object = {}) => t.call(api.claims.add, { body: { ...body, ...more } }, staff)
  expect((await add({ userId: staff.id })).status).toBe(404)
  t.clock.set('2026-11-22T09:00:00+05:30')
  await signInStaff()
  expect(await add()).toMatchObject({ status: 422, code: 'late' })
  expect(await add({ lateReason: 'The customer was in hospital' })).toMatchObject({ status: 200 })
  const [seen] = await claimsOf()
  expect(seen).toMatchObject({ openedBy: 'Asha (staff)', lateReason: 'The customer was in hospital' })
  const [theirs] = (await t.call(api.storeClaims.list, {}, customer)).data
  expect(theirs).not.toHaveProperty('openedBy')
})

test('staff may open a claim with JSON, too', async () => {
  const { customer, orderId } = await aDelivered()
  const payload = { userId: customer.id, orderId, lines: [{ line: 1, pieces: 1 }], reason: 'expired' }
  const headers = { ...ownPage, ...staff.headers }
  const answer = await t.app.inject({ method: 'POST', url: '/api/v1/claim/add', headers, payload })
  expect(answer.statusCode).toBe(200)
  expect((await claimsOf())[0]).toMatchObject({ reason: 'expired', photos: [] })
  const asCustomer = {
    method: 'POST',
    url: '/api/v1/store/claims',
    headers: customer.headers,
    payload,
  } as const
  expect((await t.app.inject(asCustomer)).statusCode).toBe(415)
})

test('a customer who claims more than a share of deliveries is marked, with the numbers of 90 days', async () => {
  const { customer, orderId } = await aDelivered()
  const recent = async () => (await claimsOf({ state: 'all' }))[0]?.recent
  await claim(customer, orderId, [{ line: 1, pieces: 1 }])
  expect(await recent()).toEqual({ claims: 1, deliveries: 1, isMarked: true })
  for (let more = 0; more < 4; more++) {
    const { _id } = await make.anOrder({ customer })
    await setStatus(_id, 'Delivered')
  }
  expect(await recent()).toEqual({ claims: 1, deliveries: 5, isMarked: false })
  const owner = await t.signIn.superadmin()
  await t.call(api.company.edit, { body: { claimsShare: 19.99 } }, owner)
  expect(await recent()).toMatchObject({ isMarked: true })
  // A replacement does not count as a delivery.
  const second = await claim(customer, orderId, [{ line: 2, pieces: 1 }])
  const { replacement } = (await replace(second.data._id)).data
  await setStatus(replacement._id, 'Delivered')
  expect(await recent()).toEqual({ claims: 2, deliveries: 5, isMarked: true })
  expect((await t.call(api.storeClaims.list, {}, customer)).data[0]).not.toHaveProperty('recent')
  t.clock.set('2027-02-21T12:00:00+05:30')
  await signInStaff()
  expect(await recent()).toEqual({ claims: 0, deliveries: 0, isMarked: false })
})
