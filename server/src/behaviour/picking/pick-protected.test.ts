import { api } from '@kirana/contract'
import { type DeliveryStatusName, deliveryStatusNames } from '@kirana/contract/wire/shapes'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditRows } from '../../tables/journal.ts'
import { pickLines } from '../../tables/picks.ts'
import { anotherPicker, pickerOf } from '../../testing/picking.ts'
import { interleave } from '../../testing/races/interleave.ts'
import { staffApp } from '../../testing/staff-app.ts'
import { findInvariantViolations } from '../../testing/violations.ts'

const { t, make, staff } = await staffApp()
const picker = pickerOf(t, staff)

type Query = { discardPick?: 'true' }
const change = (orderId: string, status: DeliveryStatusName, query: Query = {}, who = staff) =>
  t.call(api.orders.changeStatus, { params: { orderId, status }, query }, who)
const detail = async (orderId: string) =>
  (await t.call(api.orders.get, { params: { orderId } }, staff)).data[0]
const audited = (object: string) =>
  t.db.select().from(auditRows).where(eq(auditRows.object, object)).orderBy(auditRows.id)

/** Five pieces, of which Asha has found three and misses one. */
async function halfPicked() {
  const items = [
    (await make.aProduct({ title: 'Milk' })).item(4),
    (await make.aProduct({ title: 'Curd' })).item(),
  ]
  const { _id: orderId } = await make.anOrder({ items })
  await picker.claim(orderId)
  await picker.line({ orderId, line: 1, found: 3, short: { quantity: 1, reason: 'not there' } })
  return orderId
}
const progress = { by: 'Asha', found: 3, missing: 1, ordered: 5 }
const picking = {
  status: 409,
  code: 'picking',
  message: 'Asha is picking: 3 of 5 pieces found, 1 missing',
  data: progress,
}
const touched = {
  status: 409,
  code: 'touched',
  message: 'Asha has started: 3 of 5 pieces found, 1 missing',
  data: progress,
}

test('no status change discards a pick: by its picker, by another person, after Release or after the claim expired', async () => {
  const orderId = await halfPicked()
  const ravi = await anotherPicker(t)
  const others = Object.keys(deliveryStatusNames).filter(
    (name) => name !== 'Confirmed',
  ) as DeliveryStatusName[]
  for (const status of others) expect(await change(orderId, status, {}, ravi.who)).toMatchObject(picking)
  expect(await change(orderId, 'Prepeared')).toMatchObject(picking)
  t.clock.pass(4)
  expect(await change(orderId, 'Prepeared', {}, ravi.who)).toMatchObject(picking)
  await picker.claim(orderId)
  await picker.release(orderId)
  expect(await change(orderId, 'Canceled')).toMatchObject(picking)
  expect((await detail(orderId))?.history).toHaveLength(1)

  // The picker may still finish, and the bill has the picked items.
  await picker.claim(orderId)
  await picker.line({ orderId, line: 2, found: 1 })
  expect((await picker.done(orderId)).data).toMatchObject({ delivaryStatus: 'Prepeared', totalPrice: 200 })
  expect((await change(orderId, 'Dispatched')).status).toBe(200)
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('an order that is only claimed, or whose lines were all reset, changes status; Confirmed again, it is still claimed', async () => {
  const orderId = await halfPicked()
  await picker.line({ orderId, line: 2, found: 1 })
  await picker.line({ orderId, line: 1, found: 0 })
  expect(await change(orderId, 'Prepeared')).toMatchObject({
    message: 'Asha is picking: 1 of 5 pieces found',
  })
  await picker.line({ orderId, line: 2, found: 0 })
  for (const status of ['Prepeared', 'Confirmed', 'Canceled', 'Confirmed'] as const)
    expect((await change(orderId, status)).status).toBe(200)
  expect((await picker.get(orderId)).data).toMatchObject({ state: 'claimed', isMine: true })
  const ravi = await anotherPicker(t)
  t.clock.pass(3)
  expect((await ravi.claim(orderId)).status).toBe(200)
})

test('a pick can be discarded: the audit log has the person and the lines, and the picker is notified', async () => {
  const orderId = await halfPicked()
  const ravi = await anotherPicker(t)
  expect((await change(orderId, 'Prepeared', { discardPick: 'true' }, ravi.who)).status).toBe(200)
  expect(await detail(orderId)).toMatchObject({ totalPrice: 250, refunded: 0 })
  expect((await audited(orderId)).at(-1)).toMatchObject({
    call: 'orders.changeStatus',
    person: 'Ravi',
    after: {
      status: 'prepared',
      discardedPick: { ...progress, lines: [{ title: 'Milk', found: 3, missing: 1 }] },
    },
  })
  const steps = await t.call(api.pickRecords.steps, { params: { orderId } }, staff)
  expect(steps.data.map(({ kind, by }) => [kind, by])).toEqual([
    ['claim', 'Asha'],
    ['discard', 'Ravi'],
  ])

  const discarded = {
    status: 409,
    code: 'discarded',
    message: 'Ravi discarded what was picked of this order',
  }
  expect(await picker.line({ orderId, line: 2, found: 1 })).toMatchObject(discarded)
  expect(await picker.done(orderId)).toMatchObject(discarded)
  // After the order is Confirmed again, the earlier picker is refused until they claim it again.
  await change(orderId, 'Confirmed')
  expect(await picker.line({ orderId, line: 2, found: 1 })).toMatchObject(discarded)
  expect((await ravi.claim(orderId)).data).toMatchObject({ stored: 1, lines: [{ found: 0 }, { found: 0 }] })
  expect(await picker.line({ orderId, line: 2, found: 1 })).toMatchObject({ code: 'taken' })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('found pieces of an order that is canceled with its pick must still be put back', async () => {
  const orderId = await halfPicked()
  await change(orderId, 'Canceled', { discardPick: 'true' })
  const { data } = await t.call(api.pickRecords.putBacks, { query: { orderId } }, staff)
  expect(data).toMatchObject([{ items: [{ productTitle: 'Milk', quantity: 3 }] }])
  expect(await picker.done(orderId)).toMatchObject({ message: 'Canceled: put everything back' })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('a picker continues the touched pick of another only with `takeOver`, also after a lapsed claim or Release', async () => {
  const orderId = await halfPicked()
  const ravi = await anotherPicker(t)
  expect(await ravi.claim(orderId)).toMatchObject(touched)
  t.clock.pass(4)
  expect(await ravi.claim(orderId)).toMatchObject(touched)
  await picker.claim(orderId)
  await picker.release(orderId)
  expect(await ravi.claim(orderId)).toMatchObject(touched)
  expect((await picker.get(orderId)).data).toMatchObject({ state: 'none', by: '' })
  const taken = await ravi.claim(orderId, true)
  expect(taken).toMatchObject({ status: 200, data: { by: 'Ravi', lines: [{ found: 3, short: 1 }, {}] } })
  expect(await change(orderId, 'Prepeared')).toMatchObject({ data: { ...progress, by: 'Ravi' } })
  // A picker may claim again, without `takeOver`, what they recorded themselves.
  expect((await ravi.claim(orderId)).status).toBe(200)
  await ravi.line({ orderId, line: 2, found: 1 })
  await ravi.release(orderId)
  expect((await ravi.claim(orderId)).status).toBe(200)
})

test('the superadmin overrides a pick with a reason; when the order is Confirmed again, the pick continues unchanged', async () => {
  const orderId = await halfPicked()
  const owner = await t.signIn.superadmin()
  const override = (reason: string, who = owner) =>
    t.call(api.pick.override, { body: { orderId, status: 'Prepeared', reason } }, who)
  expect((await override('The customer waits', staff)).status).toBe(401)
  expect(await override(' ')).toMatchObject({ status: 400, message: 'Say why the pick is overridden' })
  expect((await override('The customer waits')).status).toBe(200)
  expect(await detail(orderId)).toMatchObject({ delivaryStatus: 'Prepeared', totalPrice: 250 })
  expect((await audited(orderId)).at(-1)).toMatchObject({
    call: 'pick.override',
    role: 'superadmin',
    after: { status: 'prepared', reason: 'The customer waits', keptPick: progress },
  })
  expect((await override('Again')).status).toBe(409)
  expect((await change(orderId, 'Dispatched')).status).toBe(200)
  await change(orderId, 'Confirmed')
  expect((await picker.get(orderId)).data).toMatchObject({ isMine: true, lines: [{ found: 3 }, {}] })
  await picker.line({ orderId, line: 2, found: 1 })
  expect((await picker.done(orderId)).data).toMatchObject({ totalPrice: 200 })
  expect(await findInvariantViolations(t.db)).toEqual([])

  const { _id } = await make.anOrder()
  const none = { body: { orderId: _id, status: 'Prepeared', reason: 'Why not' } } as const
  expect(await t.call(api.pick.override, none, owner)).toMatchObject({ status: 409, code: 'untouched' })
  expect((await detail(_id))?.delivaryStatus).toBe('Confirmed')
})

test('neither a line recorded while a status change waits is lost, nor a line that waits for the change', async () => {
  const ravi = await anotherPicker(t)
  const claimed = async () => {
    const { _id: orderId } = await make.anOrder()
    await picker.claim(orderId)
    return orderId
  }
  const line = (orderId: string) => () => picker.line({ orderId, line: 1, found: 1 })
  const set = (orderId: string) => () => change(orderId, 'Prepeared', {}, ravi.who)
  const [first, second] = [await claimed(), await claimed()]
  const [recorded, refused] = await interleave(t, line(first), set(first))
  expect(recorded.status).toBe(200)
  expect(refused).toMatchObject({
    ...picking,
    message: 'Asha is picking: 1 of 1 piece found',
    data: { found: 1 },
  })
  const [changed, late] = await interleave(t, set(second), line(second))
  expect(changed.status).toBe(200)
  expect(late).toMatchObject({ status: 409, code: 'stale' })
  expect(await t.db.select().from(pickLines).where(eq(pickLines.orderId, second))).toEqual([])
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('the check needs no separate statement', async () => {
  const orderId = await halfPicked()
  const session = 1
  // Locks the order, a claim that it replaces pieces of, its riders and its referrer, and reads them: nothing is written.
  expect(await t.statements(() => change(orderId, 'Delivered'))).toHaveLength(session + 5)
})
