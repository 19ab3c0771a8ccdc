import { api } from '@kirana/contract'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Credentials } from '../../testing/app.ts'
import { anotherPicker, pickerOf } from '../../testing/picking.ts'
import { raceOnLock } from '../../testing/races/race-on-lock.ts'
import { staffApp } from '../../testing/staff-app.ts'
import { findInvariantViolations } from '../../testing/violations.ts'

const { t, make, staff } = await staffApp()
const picker = pickerOf(t, staff)

const claim = (orderIds: string[], takeOver: string[] = [], who: Credentials = staff) =>
  t.call(api.pick.claimRound, { body: { orderIds, takeOver } }, who)
const orders = async (count: number) => {
  const made = []
  for (let n = 0; n < count; n++) made.push(await make.anOrder())
  return made
}
/** The pickers who have the orders. */
const states = async (ids: string[]) => {
  const by = []
  for (const id of ids) by.push((await picker.get(id)).data.by)
  return by
}

test('a round claims all of its orders or none, and says which one is refused', async () => {
  const ravi = await anotherPicker(t)
  const [first, second, third] = await orders(3)
  const ids = [first, second, third].map((order) => order?._id ?? '')
  const { status, data } = await claim(ids)
  expect(status).toBe(200)
  expect(data.map(({ orderId }) => orderId).toSorted()).toEqual(ids.toSorted())
  expect(data.every(({ isMine, state }) => isMine && state === 'claimed')).toBe(true)
  // A repeated call renews the claims.
  expect((await claim(ids)).status).toBe(200)

  for (const id of ids) await picker.release(id)
  await ravi.claim(second?._id ?? '')
  expect(await claim(ids)).toMatchObject({
    status: 409,
    code: 'taken',
    message: `${second?.order_id}: Ravi is picking this order`,
  })
  expect(await states(ids)).toEqual(['', 'Ravi', ''])
  await ravi.line({ orderId: second?._id ?? '', line: 1, found: 1 })
  await ravi.release(second?._id ?? '')
  expect(await claim(ids)).toMatchObject({ status: 409, code: 'touched', data: { by: 'Ravi', found: 1 } })
  expect(await states(ids)).toEqual(['', '', ''])
  expect((await claim(ids, [second?._id ?? ''])).status).toBe(200)
  expect(await states(ids)).toEqual(['Asha', 'Asha', 'Asha'])
  // One order is canceled: the round continues with the others.
  const change = { params: { orderId: first?._id ?? '', status: 'Canceled' as const }, query: {} }
  expect((await t.call(api.orders.changeStatus, change, staff)).status).toBe(200)
  expect(await claim(ids)).toMatchObject({ status: 409, code: 'canceled' })
  for (const id of ids.slice(1)) {
    await picker.line({ orderId: id, line: 1, found: 1 })
    expect((await picker.done(id)).status).toBe(200)
  }
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('a round takes over only the orders that the call names', async () => {
  const [ravi, sana] = [await anotherPicker(t), await anotherPicker(t, 'Sana')]
  const [first, second, third] = (await orders(3)).toSorted((a, b) => (a._id < b._id ? -1 : 1))
  const [a = '', b = '', c = ''] = [first?._id, second?._id, third?._id]
  await ravi.claim(a)
  await ravi.line({ orderId: a, line: 1, found: 1 })
  await ravi.release(a)
  const asked = await claim([a, b, c])
  expect(asked).toMatchObject({ status: 409, code: 'touched', data: { by: 'Ravi', orderIds: [a] } })
  await sana.claim(b)
  expect(await claim([a, b, c], [a])).toMatchObject({
    status: 409,
    code: 'taken',
    message: `${second?.order_id}: Sana is picking this order`,
    data: { orderIds: [b] },
  })
  expect(await states([a, b, c])).toEqual(['', 'Sana', ''])
  expect(await claim([a, b, c])).toMatchObject({ code: 'touched', data: { orderIds: [a, b] } })
  expect((await claim([a, b, c], [a, b])).status).toBe(200)
  expect(await states([a, b, c])).toEqual(['Asha', 'Asha', 'Asha'])
})

test('a round has two to four different orders', async () => {
  const ids = (await orders(5)).map(({ _id }) => _id)
  const [one = ''] = ids
  for (const wrong of [[], [one], [one, one], ids])
    expect(await claim(wrong)).toMatchObject({ status: 400, message: 'Choose two to four orders' })
  expect((await claim([one, '01a1fd41-f2a3-769d-9900-17803f8126b3'])).status).toBe(404)
  expect(await states([one])).toEqual([''])
})

test('of two rounds with the same orders at once one gets all of them', async () => {
  const ravi = await anotherPicker(t)
  const ids = (await orders(2)).map(({ _id }) => _id)
  for (const id of ids) {
    await picker.claim(id)
    await picker.release(id)
  }
  const lock = sql`SELECT 1 FROM order_picks WHERE order_id = ${ids.toSorted()[0]} FOR UPDATE`
  const both = await raceOnLock(t, lock, [() => claim(ids), () => claim(ids.toReversed(), [], ravi.who)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(new Set(await states(ids)).size).toBe(1)
})
