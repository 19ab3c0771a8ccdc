import { api } from '@kirana/contract'
import { expect, test } from 'vitest'
import { company } from '../../tables/company.ts'
import { approvalIn } from '../../testing/approving.ts'
import { pickerOf } from '../../testing/picking.ts'
import { aBag, aRider, dispatcherOf } from '../../testing/riders.ts'
import { staffApp } from '../../testing/staff-app.ts'
import { findInvariantViolations } from '../../testing/violations.ts'

const setting = await staffApp()
const { t, make, staff } = setting
const desk = dispatcherOf(t, staff)
const healthy = async () => expect(await findInvariantViolations(t.db)).toEqual([])

const UTR = '433312345678'
const takeUpi = (upiId = 'kirana@okbank') => t.db.update(company).set({ upiId, name: 'Kirana Stores' })

/** A bag of ₹160 a piece on the road. */
async function onTheRoad(pieces = 1) {
  await takeUpi()
  const customer = await make.aCustomer()
  const rice = await make.aProduct({ variants: [{ sellingPrice: 16_000 }] })
  const order = await aBag(setting, { customer, items: [rice.item(pieces)] })
  const rider = await aRider(t)
  await desk.assign(rider.id, order._id)
  await rider.start(order._id)
  const wallet = async () => (await t.call(api.storeWallet.get, {}, customer)).data.money
  const pay = (utr: string, actionId: string = crypto.randomUUID()) =>
    rider.deliver({ orderId: order._id, actionId, paidBy: 'upi', utr })
  return { customer, order, orderId: order._id, rider, wallet, pay }
}
const books = async () => {
  const { store, bank, unverified } = await desk.book()
  return { store, bank, ...unverified }
}
const verify = (orderId: string, verified = true) =>
  t.call(api.upi.verify, { body: { orderId, verified } }, staff)
const listed = async (unverified = false) =>
  (await t.call(api.upi.list, { params: { page: 1 }, query: { unverified } }, staff)).data.data
const orderOf = async (orderId: string) =>
  (await t.call(api.orders.get, { params: { orderId } }, staff)).data[0]

const csv = (...lines: string[]) => [new File([lines.join('\n')], 'statement.csv', { type: 'text/csv' })]
const importing = (files: File[], body: Partial<typeof chosen> = {}) =>
  t.call(api.upi.import, { body, files }, staff)
const chosen = { date: 'Txn Date', utr: 'Narration', amount: 'Credit', kind: '' }

test('a bag paid by UPI is delivered, its money waits until it is verified', async () => {
  const { order, orderId, rider, pay } = await onTheRoad()
  expect((await rider.me()).upi).toEqual({ id: 'kirana@okbank', name: 'Kirana Stores' })
  expect((await pay(UTR, 'press')).status).toBe(200)
  expect((await pay(UTR, 'press')).status).toBe(200)
  expect(await rider.me()).toMatchObject({ cash: 0, drops: [{ state: 'delivered', toCollect: 0 }] })
  expect(await books()).toEqual({ store: 0, bank: 0, count: 1, amount: 160 })
  expect(await orderOf(orderId)).toMatchObject({
    paidBy: 'upi',
    paymentStatus: 'success',
    upi: { utr: UTR, isVerified: false },
  })
  expect(await listed(true)).toMatchObject([
    { orderId, order_id: order.order_id, amount: 160, utr: UTR, rider: 'Kiran', state: 'unverified' },
  ])
  await healthy()
  expect((await verify(orderId)).data).toEqual({ orderId, verified: true })
  expect((await verify(orderId)).status).toBe(200)
  expect(await books()).toEqual({ store: 0, bank: 160, count: 0, amount: 0 })
  expect(await listed(true)).toEqual([])
  expect(await listed()).toMatchObject([{ state: 'verified', verifiedBy: 'Asha (staff)', creditedOn: '' }])
  await healthy()
  await verify(orderId, false)
  expect(await books()).toEqual({ store: 0, bank: 0, count: 1, amount: 160 })
  await healthy()
})

test('a UTR counts once in the store, and only where UPI is taken', async () => {
  const [first, second] = [await onTheRoad(), await onTheRoad()]
  for (const utr of ['43331234567', '4333123456789', '43331234567A'])
    expect((await first.pay(utr)).status).toBe(400)
  expect((await first.rider.deliver({ orderId: first.orderId, paidBy: 'upi' })).status).toBe(422)
  expect((await first.rider.deliver({ orderId: first.orderId, utr: UTR })).status).toBe(422)
  await first.pay(UTR)
  expect(await second.pay(UTR, 'press')).toMatchObject({ status: 409, code: 'utr' })
  // The refused action is not kept.
  expect((await second.pay('433312345679', 'press')).status).toBe(200)
  const third = await onTheRoad()
  await takeUpi('')
  expect((await third.rider.me()).upi).toBeNull()
  expect((await third.pay('433312345670')).status).toBe(422)
  await healthy()
})

test('two bags with one UTR at the same time: one of them is delivered', async () => {
  const [first, second] = [await onTheRoad(), await onTheRoad()]
  const answers = await Promise.all([first.pay(UTR), second.pay(UTR)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  await healthy()
})

test('a bag paid by UPI that goes out again has nothing to collect', async () => {
  const { orderId, rider, pay } = await onTheRoad()
  await pay(UTR)
  await desk.set(orderId, 'Out for Delivary')
  expect((await rider.me()).drops).toMatchObject([{ state: 'on the road', toCollect: 0 }])
  await healthy()
  expect((await rider.deliver({ orderId })).status).toBe(422)
  expect((await rider.deliver({ orderId, paidBy: 'none' })).status).toBe(200)
  expect(await books()).toEqual({ store: 0, bank: 0, count: 1, amount: 160 })
  await healthy()
})

test('on cancelation an unverified payment counts as never made, a verified one goes to the wallet', async () => {
  const [never, made] = [await onTheRoad(), await onTheRoad()]
  await never.pay(UTR)
  await desk.set(never.orderId, 'Canceled')
  expect(await never.wallet()).toBe(0)
  expect(await books()).toEqual({ store: 0, bank: 0, count: 0, amount: 0 })
  expect(await listed()).toMatchObject([{ state: 'void', utr: UTR }])
  await healthy()
  // Its UTR stays used, and the order can be paid again.
  expect(await made.pay(UTR)).toMatchObject({ status: 409 })
  await desk.set(never.orderId, 'Delivered')
  expect(await books()).toMatchObject({ store: 160 })

  await made.pay('433312345679')
  await verify(made.orderId)
  await desk.set(made.orderId, 'Canceled')
  expect(await made.wallet()).toBe(160)
  expect(await verify(made.orderId, false)).toMatchObject({ status: 409, code: 'canceled' })
  expect(await books()).toMatchObject({ bank: 160, count: 0 })
  await healthy()
  await desk.set(made.orderId, 'Delivered')
  expect(await made.wallet()).toBe(0)
  expect(await orderOf(made.orderId)).toMatchObject({ paidBy: 'upi' })
  await healthy()
})

const UNVERIFIED = {
  status: 409,
  code: 'upi',
  message:
    'The UPI payment of this order is not verified yet. Someone with access to Cash must verify it first',
}

test('a claim refunds nothing to the wallet before the payment is verified', async () => {
  const { customer, orderId, wallet, pay } = await onTheRoad(2)
  await pay(UTR)
  const claim = async () => {
    const lines = JSON.stringify([{ line: 1, pieces: 1 }])
    const body = { orderId, lines, reason: 'missing' as const }
    return (await t.call(api.storeClaims.add, { body }, customer)).data._id
  }
  const refund = (claimId: string, to: 'wallet' | 'cash' = 'wallet') =>
    t.call(api.claims.refund, { body: { claimId, actionId: crypto.randomUUID(), to } }, staff)
  const first = await claim()
  for (const to of ['wallet', 'cash'] as const) expect(await refund(first, to)).toMatchObject(UNVERIFIED)
  await t.db.update(company).set({ secondPerson: true, payoutApprovalFrom: 0 })
  expect(await refund(first)).toMatchObject(UNVERIFIED)
  await t.db.update(company).set({ secondPerson: false })
  expect(await wallet()).toBe(0)
  await healthy()
  // The other decisions of a claim stay possible.
  const refusal = { claimId: await claim(), reason: 'It was delivered' }
  expect((await t.call(api.claims.refuse, { body: refusal }, staff)).status).toBe(200)
  const replacing = { claimId: await claim(), actionId: 'replace' }
  expect((await t.call(api.claims.replace, { body: replacing }, staff)).status).toBe(200)

  await verify(orderId)
  expect((await refund(first)).status).toBe(200)
  expect(await wallet()).toBe(160)
  expect(await verify(orderId, false)).toMatchObject({ status: 409, code: 'refunded' })
  await healthy()
})

test('a waiting request for a refund fails if the payment is no longer verified', async () => {
  const { customer, orderId, wallet, pay } = await onTheRoad()
  await pay(UTR)
  await verify(orderId)
  await t.db.update(company).set({ secondPerson: true, payoutApprovalFrom: 0 })
  const body = { orderId, lines: JSON.stringify([{ line: 1, pieces: 1 }]), reason: 'missing' as const }
  const { _id: claimId } = (await t.call(api.storeClaims.add, { body }, customer)).data
  const asked = await t.call(api.claims.refund, { body: { claimId, actionId: 'one', to: 'wallet' } }, staff)
  expect(asked.status).toBe(202)
  await verify(orderId, false)
  const decided = { params: { id: approvalIn(asked) }, query: {} }
  const failed = await t.call(api.approvals.approve, decided, await t.signIn.staff('ravi'))
  expect(failed).toMatchObject({ status: 409, code: 'failed', message: UNVERIFIED.message })
  expect(await wallet()).toBe(0)
  await healthy()
})

test('a pick refunds missing items only if the payment is verified; otherwise a pick that finds nothing refunds nothing', async () => {
  const [short, empty] = [await onTheRoad(2), await onTheRoad(2)]
  await short.pay(UTR)
  await empty.pay('433312345679')
  const picker = pickerOf(t, staff)
  const pick = async (orderId: string, found: number) => {
    await desk.set(orderId, 'Confirmed')
    await picker.claim(orderId)
    const missing = { quantity: 2 - found, reason: 'not there' as const }
    await picker.line({ orderId, line: 1, found, short: missing })
    return picker.done(orderId)
  }
  expect(await pick(short.orderId, 1)).toMatchObject(UNVERIFIED)
  expect((await picker.get(short.orderId)).data).toMatchObject({ state: 'claimed', isMine: true })
  expect(await short.wallet()).toBe(0)
  await healthy()
  await verify(short.orderId)
  expect((await picker.done(short.orderId)).status).toBe(200)
  expect(await short.wallet()).toBe(160)
  expect(await verify(short.orderId, false)).toMatchObject({ status: 409, code: 'refunded' })

  // It counts as never paid, so there is nothing to approve.
  await t.db.update(company).set({ secondPerson: true, payoutApprovalFrom: 0 })
  expect((await pick(empty.orderId, 0)).status).toBe(200)
  expect(await orderOf(empty.orderId)).toMatchObject({ delivaryStatus: 'Canceled', paidBy: 'none' })
  expect(await empty.wallet()).toBe(0)
  await healthy()
})

test('a bank statement verifies the payments that it proves, one to one, and its columns are stored', async () => {
  const [exact, less, open] = [await onTheRoad(), await onTheRoad(), await onTheRoad()]
  await exact.pay(UTR)
  await less.pay('433312345679')
  await open.pay('433312345670')
  const statement = csv(
    'Account,000098765432',
    'Txn Date,Narration,Debit,Credit',
    '21/11/2026,UPI/433312345678/RAVI/okbank,,"160.00"',
    '21/11/2026,UPI/433312345678/RAVI/okbank,,160.00',
    '21/11/2026,UPI/433312345679/MEERA/okbank,,150.00',
    '21/11/2026,ATM 433312345670,160.00,',
  )
  expect((await importing(statement)).status).toBe(422)
  const head = await t.call(api.upi.columns, { files: statement }, staff)
  expect(head.data).toEqual({ columns: ['Txn Date', 'Narration', 'Debit', 'Credit'], chosen })
  const { data } = await importing(statement, chosen)
  expect(data).toMatchObject({
    matches: [{ _id: exact.orderId, order_id: exact.order.order_id, utr: UTR, amount: 160, row: 3 }],
    other: [{ order_id: less.order.order_id, row: 5, expected: 160, amount: 150 }],
    skipped: 1,
  })
  expect(await books()).toMatchObject({ bank: 160, count: 2 })
  expect((await listed()).at(-1)).toMatchObject({ state: 'verified', creditedOn: '2026-11-21' })
  await healthy()
  // Again, without naming the columns: nothing is verified twice.
  expect((await importing(statement)).data).toMatchObject({ matches: [], skipped: 1 })
  expect(await books()).toMatchObject({ bank: 160, count: 2 })
  expect((await importing(csv('Date,Amount', '21/11/2026,160'))).status).toBe(422)
})

test('one statement imported twice at the same time verifies once', async () => {
  const { pay } = await onTheRoad()
  await pay(UTR)
  const statement = csv('Txn Date,Narration,Credit', `21/11/2026,${UTR},160.00`)
  const answers = await Promise.all([importing(statement, chosen), importing(statement, chosen)])
  expect(answers.map(({ data }) => data.matches.length).toSorted((a, b) => a - b)).toEqual([0, 1])
  expect(await books()).toMatchObject({ bank: 160, count: 0 })
  await healthy()
})

test('a credit that names several payments proves one of them, however often it is imported', async () => {
  const [paid, kept] = [await onTheRoad(), await onTheRoad()]
  await paid.pay(UTR)
  await kept.pay('919811122334')
  const credit = `21/11/2026,UPI/${UTR}/919811122334/okbank,160.00`
  const statement = csv('Txn Date,Narration,Credit', credit)
  expect((await importing(statement, chosen)).data).toMatchObject({ matches: [{ _id: paid.orderId }] })
  for (const again of [statement, csv('Txn Date,Narration,Credit', credit, credit)])
    expect((await importing(again, chosen)).data).toMatchObject({ matches: [], other: [] })
  expect((await listed(true)).map((row) => row.orderId)).toEqual([kept.orderId])
  expect(await books()).toMatchObject({ bank: 160, count: 1, amount: 160 })
  // Also where the order of the other one was canceled.
  const [canceled, other] = [await onTheRoad(), await onTheRoad()]
  await canceled.pay('433312345671')
  await other.pay('433312345672')
  await desk.set(canceled.orderId, 'Canceled')
  const late = csv('Txn Date,Narration,Credit', '21/11/2026,433312345672 433312345671,160.00')
  expect((await importing(late, chosen)).data).toMatchObject({ matches: [] })
  // Its own credit proves it.
  const own = csv('Txn Date,Narration,Credit', '21/11/2026,433312345672,160.00')
  expect((await importing(own, chosen)).data).toMatchObject({ matches: [{ _id: other.orderId }] })
  await healthy()
})

test('UPI is collected in the day book beside cash', async () => {
  const [byUpi, inCash] = [await onTheRoad(), await onTheRoad()]
  await byUpi.pay(UTR)
  await inCash.rider.deliver({ orderId: inCash.orderId })
  await desk.set(byUpi.orderId, 'Out for Delivary')
  const query = { from: '2026-11-21', to: '2026-11-21' }
  const read = async () => (await t.call(api.reports.dayBook, { query }, staff)).data
  expect((await read()).map(({ method, collected }) => [method, collected])).toEqual([
    ['cash', 160],
    ['upi', 160],
  ])
  await desk.set(byUpi.orderId, 'Canceled')
  expect((await read()).map(({ method }) => method)).toEqual(['cash'])
})
