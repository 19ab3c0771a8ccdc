import { randomUUID } from 'node:crypto'
import { api } from '@kirana/contract'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { approvals } from '../../tables/approvals.ts'
import { company } from '../../tables/company.ts'
import { staff as people, staffRoles } from '../../tables/people.ts'
import { pickActions } from '../../tables/picks.ts'
import { approvalIn, approvingApp } from '../../testing/approving.ts'
import { pickerOf } from '../../testing/picking.ts'
import { interleave } from '../../testing/races/interleave.ts'
import { raceOnLock } from '../../testing/races/race-on-lock.ts'

const store = await approvingApp()
const { t, make, asha, ravi, later, approve, refuse, list, walletOf, inOrder } = store
const picker = pickerOf(t, asha)

const limit = (rupees: number) => t.db.update(company).set({ payoutApprovalFrom: rupees * 100 })
const statuses = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b)

type Placing = { pieces?: number; found?: number; payment?: 'wallet' | 'cod' }

/** An order of `pieces` at ₹100, of which Asha found `found`; the others are missing. */
async function picked({ pieces = 20, found = 1, payment = 'wallet' }: Placing = {}) {
  const product = await make.aProduct({ title: 'Rice', variants: [{ sellingPrice: 10_000 }] })
  const customer = await make.aCustomer({ money: pieces * 10_000, fullName: 'Meera Nair' })
  const { _id: orderId, order_id } = await make.anOrder({ items: [product.item(pieces)], customer, payment })
  await picker.claim(orderId)
  const short = (missing: number) => ({ quantity: missing, reason: 'other' as const })
  const find = (count: number) =>
    picker.line({ orderId, line: 1, found: count, short: count < pieces ? short(pieces - count) : null })
  await find(found)
  return { orderId, order_id, customer, find }
}

test('a large refund waits with the pick kept, and happens once approved', async () => {
  await limit(1_000)
  const { orderId, order_id, customer } = await picked()
  const before = (await picker.get(orderId)).data
  const actionId = randomUUID()
  const asked = await picker.done(orderId, actionId)
  expect(asked).toMatchObject({ status: 202, message: 'Waiting for approval' })
  // Repeated after a lost response, it is the same request.
  for (const id of [actionId, randomUUID()])
    expect(approvalIn(await picker.done(orderId, id))).toBe(approvalIn(asked))
  expect((await picker.get(orderId)).data).toEqual({
    ...before,
    approval: { askedBy: 'Asha', at: '2026-11-21T07:30:00.000Z' },
  })
  expect(await walletOf(customer)).toMatchObject({ money: 0 })
  expect(await list()).toMatchObject([
    {
      kind: 'pick',
      state: 'waiting',
      user: { fullName: 'Meera Nair' },
      order: { _id: orderId, order_id },
      amount: 1_900,
      reason: '₹1,900.00 back to the wallet',
      askedBy: 'Asha',
    },
  ])
  expect((await t.call(api.approvals.about, { params: { id: orderId } }, asha)).data).toHaveLength(1)
  await inOrder()
  // The claim has ended since then, and no other picker has claimed the order.
  await later('2026-11-21T15:00:00+05:30')
  expect(await approve(approvalIn(asked))).toMatchObject({ status: 200 })
  expect((await picker.get(orderId)).data).toMatchObject({
    state: 'done',
    by: 'Asha',
    delivaryStatus: 'Prepeared',
    after: 100,
    approval: null,
  })
  expect(await walletOf(customer)).toMatchObject({ money: 1_900 })
  const log = await t.call(api.audit.list, { params: { page: 1 }, query: {} }, await t.signIn.superadmin())
  const lines = log.data.rows.map(({ parts, changes }) =>
    [...parts.map(({ text }) => text), ...changes.flatMap(Object.values)].join(''),
  )
  expect(lines).toContainEqual(
    `asked for approval of the end of picking order ${order_id}, ₹1,900.00 in refunds and swapsReason₹1,900.00 back to the wallet`,
  )
  expect(lines).toContainEqual(
    `picked order ${order_id}, missing 19 × Rice: other, total ₹2,000.00 to ₹100.00Approved byRavi`,
  )
  expect(await approve(approvalIn(asked))).toMatchObject({ status: 409, code: 'decided' })
  await inOrder()
})

test('the refund of an order of which nothing was found waits, too', async () => {
  await limit(1_000)
  const { orderId, customer } = await picked({ found: 0 })
  const asked = await picker.done(orderId)
  expect(asked.status).toBe(202)
  expect(await walletOf(customer)).toMatchObject({ money: 0 })
  expect((await approve(approvalIn(asked))).status).toBe(200)
  expect((await picker.get(orderId)).data.delivaryStatus).toBe('Canceled')
  expect(await walletOf(customer)).toMatchObject({ money: 2_000 })
  await inOrder()
})

test('a lower amount due on delivery is no refund; refunds below the limit or without a second person do not wait', async () => {
  await limit(0)
  expect((await picker.done((await picked({ payment: 'cod' })).orderId)).status).toBe(200)
  expect((await picker.done((await picked({ found: 20 })).orderId)).status).toBe(200)
  expect((await picker.done((await picked({ found: 19 })).orderId)).status).toBe(202)
  await limit(1_000)
  expect((await picker.done((await picked({ found: 11 })).orderId)).status).toBe(200)
  await t.db.update(company).set({ secondPerson: false })
  expect((await picker.done((await picked()).orderId)).status).toBe(200)
  await inOrder()
})

test('refunds of one person without approval add up over orders for 24 hours', async () => {
  await limit(1_000)
  const refund = async (found: number) => picker.done((await picked({ pieces: 10, found })).orderId)
  expect((await refund(5)).status).toBe(200)
  const asked = await refund(5)
  expect(asked.status).toBe(202)
  expect(await list()).toMatchObject([
    { reason: '₹500.00 back to the wallet. ₹500.00 refunded alone in the 24 hours before' },
  ])
  expect((await refund(6)).status).toBe(200)
  // Refunds that a second person approved do not count.
  expect((await approve(approvalIn(asked))).status).toBe(200)
  await later('2026-11-22T13:00:00+05:30')
  expect((await refund(1)).status).toBe(200)
  await inOrder()
})

test('they also add up when both picks end at the same moment', async () => {
  await limit(1_000)
  const [first, second] = [await picked({ pieces: 10, found: 4 }), await picked({ pieces: 10, found: 4 })]
  const answers = await interleave(
    t,
    () => picker.done(first.orderId),
    () => picker.done(second.orderId),
  )
  expect(statuses(answers)).toEqual([200, 202])
  await inOrder()
})

test('lines that changed since the request are not approved; ending the pick again sends a new request', async () => {
  await limit(1_000)
  const { orderId, customer, find } = await picked()
  const first = approvalIn(await picker.done(orderId))
  await find(2)
  expect((await picker.get(orderId)).data.approval).toBeNull()
  expect(await approve(first)).toMatchObject({
    status: 409,
    code: 'failed',
    message: 'This pick has changed since. End it again to ask for approval',
  })
  const second = approvalIn(await picker.done(orderId))
  await find(3)
  // The pending request is outdated by now, so it expires.
  const third = approvalIn(await picker.done(orderId))
  expect(await approve(second)).toMatchObject({ status: 409, code: 'expired' })
  expect(await list()).toMatchObject([
    { _id: third, amount: 1_700, state: 'waiting' },
    { _id: second, state: 'expired' },
    { _id: first, state: 'failed' },
  ])
  expect((await approve(third)).status).toBe(200)
  expect(await walletOf(customer)).toMatchObject({ money: 1_700 })
  await inOrder()
})

test('after a refusal the pick can continue', async () => {
  await limit(1_000)
  const { orderId, find } = await picked()
  await refuse(approvalIn(await picker.done(orderId)), 'Look again')
  expect((await picker.get(orderId)).data).toMatchObject({ state: 'claimed', isMine: true, approval: null })
  expect((await find(20)).status).toBe(200)
  expect(await picker.done(orderId)).toMatchObject({ status: 200, data: { totalPrice: 2_000 } })
  await inOrder()
})

test('nothing is approved for a pick that another took over, a picker who may no longer pick, or a canceled order', async () => {
  await limit(1_000)
  const [taken, left, canceled] = [await picked(), await picked(), await picked()]
  const ids: string[] = []
  for (const { orderId } of [taken, left, canceled]) ids.push(approvalIn(await picker.done(orderId)))
  await pickerOf(t, ravi).claim(taken.orderId, true)
  expect(await approve(ids[0] ?? '')).toMatchObject({ code: 'failed', message: 'Ravi is picking this order' })
  // Asha, not Ravi, can approve the end of Ravi's pick.
  const own = approvalIn(await pickerOf(t, ravi).done(taken.orderId))
  expect(await approve(own)).toMatchObject({ status: 403, code: 'own' })
  expect((await approve(own, asha)).status).toBe(200)
  await t.call(api.storeOrders.cancel, { params: { id: canceled.orderId } }, canceled.customer)
  expect(await approve(ids[2] ?? '')).toMatchObject({ code: 'failed' })
  const [role] = await t.db
    .insert(staffRoles)
    .values({ name: 'Reader', permissions: ['orders.read'] })
    .returning()
  await t.db.update(people).set({ roleId: role?.id }).where(eq(people.id, asha.id))
  expect(await approve(ids[1] ?? '')).toMatchObject({ code: 'failed', message: 'Asha may no longer do this' })
  expect(await walletOf(left.customer)).toMatchObject({ money: 0 })
  await inOrder()
})

test('a swap for far dearer goods waits with every payment method, and approvers see its reason', async () => {
  await limit(1_000)
  const { orderId, find } = await picked({ pieces: 2, payment: 'cod' })
  const tin = await make.aProduct({ title: 'Tin', variants: [{ sellingPrice: 90_000 }] })
  const swap = { variantId: tin.item().variantId, quantity: 1, reason: 'Asked for it' }
  await find(1)
  await picker.line({ orderId, line: 1, found: 1, swap })
  const asked = await picker.done(orderId)
  expect(asked.status).toBe(202)
  expect(await list()).toMatchObject([
    { amount: 900, reason: '1 × Tin for ₹900.00 instead of Rice for ₹100.00: Asked for it' },
  ])
  expect((await approve(approvalIn(asked))).status).toBe(200)
  expect((await picker.get(orderId)).data.state).toBe('done')
  await inOrder()
})

test('of an approval and another end of the pick at once, the order is picked once', async () => {
  await limit(1_000)
  const { orderId, customer } = await picked()
  const id = approvalIn(await picker.done(orderId))
  await limit(100_000)
  const lock = sql`SELECT 1 FROM order_picks WHERE order_id = ${orderId} FOR UPDATE`
  const answers = await raceOnLock(t, lock, [
    async () => (await approve(id)).status,
    async () => (await picker.done(orderId)).status,
  ])
  expect(answers.toSorted((a, b) => a - b)).toEqual([200, 409])
  const done = await t.db.select().from(pickActions).where(eq(pickActions.kind, 'done'))
  expect(done).toHaveLength(1)
  expect(await walletOf(customer)).toMatchObject({ money: 1_900 })
  expect(await t.db.select().from(approvals)).toHaveLength(1)
  await inOrder()
})

test('the request of a discarded pick does not block the request to refund the cash', async () => {
  await limit(1)
  const cheap = await make.aProduct({ variants: [{ sellingPrice: 1_000 }] })
  const dear = await make.aProduct({ variants: [{ sellingPrice: 9_000 }] })
  const { _id: orderId } = await make.anOrder({ items: [cheap.item()] })
  await picker.claim(orderId)
  const { variantId } = dear.item()
  await picker.line({
    orderId,
    line: 1,
    swap: { variantId, quantity: 1, agreed: null, reason: 'Nothing else left' },
  })
  expect((await picker.done(orderId)).status).toBe(202)
  const set = (status: 'Delivered' | 'Canceled', query: { discardPick?: 'true'; cash?: 'collected' }) =>
    t.call(api.orders.changeStatus, { params: { orderId, status }, query }, asha)
  expect((await set('Delivered', { discardPick: 'true' })).status).toBe(200)
  expect((await set('Canceled', { cash: 'collected' })).status).toBe(202)
})
