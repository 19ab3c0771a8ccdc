import { api } from '@kirana/contract'
import { sql } from 'drizzle-orm'
import { extractText } from 'unpdf'
import { expect, test } from 'vitest'
import { company } from '../../tables/company.ts'
import { aBag, aRider, dispatcherOf } from '../../testing/riders.ts'
import { staffApp } from '../../testing/staff-app.ts'
import { findInvariantViolations } from '../../testing/violations.ts'

const setting = await staffApp()
const { t, make, staff } = setting
const desk = dispatcherOf(t, staff)
const require = (doorCodeRequired: boolean) => t.db.update(company).set({ doorCodeRequired })

/** A bag on the road, with what its customer sees of it. */
async function onTheRoad() {
  const customer = await make.aCustomer()
  const order = await aBag(setting, { customer })
  const rider = await aRider(t)
  await desk.assign(rider.id, order._id)
  await rider.start(order._id)
  const seen = async () =>
    (await t.call(api.storeOrders.get, { params: { id: order._id } }, customer)).data.doorCode
  return { customer, order, orderId: order._id, rider, seen, code: (await seen()) ?? '' }
}
const wrong = (code: string, by = 1) => String((Number(code) + by) % 10_000).padStart(4, '0')
const drops = async () => (await desk.get()).bags

test('only the customer’s order has the code, while it is on the road', async () => {
  await require(true)
  const { customer, orderId, rider, seen, code } = await onTheRoad()
  expect(code).toMatch(/^\d{4}$/)
  const list = await t.call(api.storeOrders.list, { query: {} }, customer)
  expect(list.data.orders.map(({ doorCode }) => doorCode)).toEqual([code])
  const answers = [
    await t.call(api.orders.get, { params: { orderId } }, staff),
    await t.call(api.orders.list, { params: { page: 1 }, query: {} }, staff),
    await t.call(api.dispatch.get, {}, staff),
    await t.call(api.rider.me, {}, rider.as),
    await t.call(api.audit.list, { params: { page: 1 }, query: {} }, await t.signIn.superadmin()),
  ]
  for (const { raw } of answers) expect(raw).not.toContain('doorCode')
  const isCode = new RegExp(`(?<!\\d)${code}(?!\\d)`)
  const file = (path: string) => t.app.inject({ url: `/api/v1${path}`, headers: staff.headers })
  const label = await file(`/dispatch/label/${orderId}`)
  const { text } = await extractText(new Uint8Array(label.rawPayload), { mergePages: true })
  expect(text).toContain('Phone …')
  // The last four digits of the phone may equal the code.
  expect(text.replace(/Phone … \d{4}/, '')).not.toMatch(isCode)
  const sheet = await file('/payment/export/orders/staff')
  expect(sheet.payload).toContain('Out for Delivary')
  expect(sheet.payload).not.toMatch(isCode)
  // Neither the code nor a field for it is in the database.
  const { rows } = await t.db.execute(sql`SELECT d.*, (SELECT json_agg(e) FROM live_events e) AS events,
    (SELECT json_agg(a) FROM audit_rows a) AS log FROM drops d`)
  expect(JSON.stringify(rows)).not.toMatch(isCode)
  await rider.deliver({ orderId, doorCode: code })
  expect(await seen()).toBeUndefined()
})

test('a wrong code is counted, five lock the bag, and the right one no longer opens it', async () => {
  await require(true)
  const { orderId, rider, code } = await onTheRoad()
  const other = await onTheRoad()
  const deliver = (doorCode?: string) =>
    rider.deliver({ orderId, actionId: 'press', ...(doorCode && { doorCode }) })
  expect(await deliver()).toMatchObject({ status: 422, message: 'Ask the customer for the door code' })
  const isSame = other.code === code
  const answers = [await deliver(isSame ? wrong(code) : other.code)]
  for (let by = 2; by <= 5; by++) answers.push(await deliver(wrong(code, by)))
  expect(answers.map(({ status, message }) => [status, message])).toEqual([
    [422, 'This is not the door code. 4 tries are left'],
    [422, 'This is not the door code. 3 tries are left'],
    [422, 'This is not the door code. 2 tries are left'],
    [422, 'This is not the door code. 1 try is left'],
    [422, 'This is not the door code. The bag is locked now'],
  ])
  // A sixth wrong code is not counted, and the right code no longer opens the bag.
  for (const sixth of [wrong(code, 6), code])
    expect(await deliver(sixth)).toMatchObject({ status: 422, code: 'door-locked' })
  expect((await drops()).map(({ _id, isLocked }) => [_id, isLocked])).toEqual([
    [orderId, true],
    [other.orderId, false],
  ])
  // Another rider can neither deliver the bag nor use up its tries.
  expect((await other.rider.deliver({ orderId, doorCode: code })).status).toBe(404)
  expect((await other.rider.deliver({ orderId: other.orderId, doorCode: other.code })).status).toBe(200)
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('guesses at the same time are counted one after the other', async () => {
  await require(true)
  const { orderId, rider, code } = await onTheRoad()
  const guesses = Array.from({ length: 9 }, (_, i) => wrong(code, i + 1))
  await Promise.all(guesses.map((doorCode) => rider.deliver({ orderId, doorCode })))
  expect(await rider.deliver({ orderId, doorCode: code })).toMatchObject({ code: 'door-locked' })
})

test('the id of a refused action may be sent again with the right code', async () => {
  await require(true)
  const { orderId, rider, code } = await onTheRoad()
  const deliver = (doorCode: string) => rider.deliver({ orderId, actionId: 'press', doorCode })
  expect((await deliver(wrong(code))).status).toBe(422)
  expect((await deliver(code)).status).toBe(200)
  expect((await deliver(code)).status).toBe(200)
})

test('an override has a reason, is audited, and the dispatcher sees it', async () => {
  await require(true)
  const { order, orderId, rider, code } = await onTheRoad()
  for (let by = 1; by <= 5; by++) await rider.deliver({ orderId, doorCode: wrong(code, by) })
  expect((await rider.deliver({ orderId, override: ' ' })).status).toBe(400)
  const from = await t.db.execute(sql`SELECT max(id) AS id FROM live_events`)
  await rider.deliver({ orderId, override: 'No phone at hand' })
  expect((await desk.get()).overrides).toMatchObject([
    { _id: orderId, order_id: order.order_id, rider: 'Kiran', reason: 'No phone at hand' },
  ])
  const { rows } = await t.db.execute(
    sql`SELECT type FROM live_events WHERE id > ${from.rows[0]?.id} AND type = 'drop.changed'`,
  )
  expect(rows).toHaveLength(1)
  const { data } = await t.call(
    api.audit.list,
    { params: { page: 1 }, query: {} },
    await t.signIn.superadmin(),
  )
  const lines = data.rows.map(
    ({ parts, changes }) => [parts.map(({ text }) => text).join(''), changes] as const,
  )
  expect(lines[0]?.[1]).toContainEqual({
    field: 'Without the door code',
    before: null,
    after: 'No phone at hand',
  })
  expect(lines[1]?.[0]).toBe(`entered a wrong door code for order ${order.order_id}`)
})

test('the setting at the time when the bag went on the road applies', async () => {
  const free = await onTheRoad()
  await require(true)
  const bound = await onTheRoad()
  expect((await free.rider.me()).drops).toMatchObject([{ needsCode: false }])
  expect((await free.rider.deliver({ orderId: free.orderId })).status).toBe(200)
  await require(false)
  expect((await bound.rider.me()).drops).toMatchObject([{ needsCode: true }])
  expect((await bound.rider.deliver({ orderId: bound.orderId })).status).toBe(422)
  // When the bag goes on the road again, it has no code.
  await desk.set(bound.orderId, 'Dispatched')
  await bound.rider.start(bound.orderId)
  expect((await bound.rider.deliver({ orderId: bound.orderId })).status).toBe(200)
})

test('a bag that has not started has no code yet, and a bag that starts again has a new one', async () => {
  await require(true)
  const { orderId, rider, seen, code } = await onTheRoad()
  await desk.set(orderId, 'Dispatched')
  expect(await seen()).toBeUndefined()
  expect(await rider.deliver({ orderId, doorCode: code })).toMatchObject({ status: 422, code: 'door-code' })
  t.clock.pass(1)
  await rider.start(orderId)
  const [fresh = ''] = [await seen()]
  expect((await rider.deliver({ orderId, doorCode: fresh })).status).toBe(200)
  expect((await desk.get()).overrides).toEqual([])
})
