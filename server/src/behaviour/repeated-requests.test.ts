import { randomUUID } from 'node:crypto'
import { type CallName, api, callsOf } from '@kirana/contract'
import { takesKey } from '@kirana/contract/wire/request'
import type { Route } from '@kirana/contract/wire/route'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { tablesOf } from '../db/snapshot.ts'
import { recordPayment } from '../services/payments/intake.ts'
import { withHeaders } from '../testing/app.ts'
import { home } from '../testing/factories.ts'
import { deliverTo, onlineApp } from '../testing/payments/online.ts'
import { fileOf, photo } from '../testing/files/pictures.ts'
import { pdf } from '../testing/files/prepared-files.ts'
import { doorRequests } from '../testing/door-requests.ts'
import { aRider } from '../testing/riders.ts'
import { givenApp } from '../testing/second-factor.ts'
import { fileOf as csvFile, sheets, sheet } from '../testing/files/sheets.ts'

const { t, make, razorpay, placeOnline, paidOnline, stop } = await onlineApp()
afterAll(stop)
await make.aPincode()
const customer = await make.aCustomer({ money: 100_000 })
const rider = await aRider(t)

type Sent = { params?: object; query?: object; body?: object; files?: readonly File[] }
/** Creates what a call needs and returns a request for it. */
type MakeRequest = (people: { staff: string; superadmin: string }) => Promise<Sent> | Sent

const priced = { value: 1, unit: 'Kilo', sellingPrice: 90 }
const amount = { minimumAmount: 0, maximumAmount: 0 }
const requests: { [K in CallName]?: MakeRequest } = {
  'superadmin.changePassword': ({ superadmin }) => ({
    params: { id: superadmin },
    body: { username: 'superadmin', password: 'Other@1234' },
  }),
  'staff.changePassword': () => ({ body: { password: 'Other@1234' } }),
  'staff.add': () => ({ body: { name: 'Ravi', username: 'ravi', password: 'Right@123' } }),
  'staff.resetPassword': ({ staff }) => ({ body: { staffId: staff, password: 'Other@1234' } }),
  'staff.resetSecondFactor': async ({ staff }) => {
    await givenApp(t, { id: staff, headers: {} })
    return { body: { staffId: staff } }
  },
  'staffSecurity.signOutOthers': () => ({}),
  'superadminSecurity.signOutOthers': () => ({}),
  'products.add': async () => {
    const { section, category, subcategory } = await make.aSubcategory()
    const place = { section: section.id, category: category.id, subcategory: subcategory.id }
    return { body: { title: 'Rice', subTitle: 'Long', description: 'Good', ...place } }
  },
  'productFiles.check': async ({ staff }) => ({ files: await aSheet(staff) }),
  'productFiles.import': async ({ staff }) => ({ files: await aSheet(staff) }),
  'stockFiles.check': async () => ({ files: await aStockSheet() }),
  'stockFiles.import': async () => ({ files: await aStockSheet() }),
  'productImages.find': () => ({ body: { names: ['Rice'] } }),
  'productImages.add': async () => ({
    body: { productId: (await make.aProduct()).id },
    files: [await photo()],
  }),
  'variants.add': async () => ({ body: { productId: (await make.aProduct()).id, ...priced } }),
  'videos.add': async () => ({
    body: { productId: (await make.aProduct()).id, fullname: 'Asha', url: 'abc123', about: 'Good' },
  }),
  'categories.add': async () => {
    const { section } = await make.aSubcategory()
    return { body: { name: 'Rice', sectionId: section.id }, files: [await photo()] }
  },
  'subcategories.add': async () => {
    const { category } = await make.aSubcategory()
    return { body: { name: 'Rice', categoryId: category.id }, files: [await photo()] }
  },
  'sections.add': () => ({ params: { name: 'Spices' } }),
  'orders.changeStatus': async () => {
    const { _id: orderId } = await make.anOrder({ customer })
    return { params: { orderId, status: 'Prepeared' }, query: { from: 'Confirmed' } }
  },
  'pick.claim': async () => ({ body: { orderId: await anOrderId() } }),
  'pick.claimRound': async () => ({ body: { orderIds: [await anOrderId(), await anOrderId()] } }),
  'pick.line': async () => ({
    body: { orderId: await aClaimedOrder(), line: 1, actionId: 'found', found: 1 },
  }),
  'pick.sign': async () => ({ body: { orderId: await aClaimedOrder(), isClosing: true } }),
  'pick.release': async () => ({ body: { orderId: await aClaimedOrder() } }),
  'pickRecords.putBack': async () => {
    const { _id: orderId } = await make.anOrder({ customer })
    for (const status of ['Prepeared', 'Canceled'] as const) {
      const to = { params: { orderId, status }, query: {} }
      await t.call(api.orders.changeStatus, to, await t.signIn.staff())
    }
    return { body: { orderId } }
  },
  'pick.done': async () => {
    const orderId = await aClaimedOrder()
    const found = { orderId, line: 1, actionId: 'found', found: 1 }
    await t.call(api.pick.line, { body: found }, await t.signIn.staff())
    return { body: { orderId, actionId: 'done' } }
  },
  'roles.add': () => ({ body: { name: 'Till', permissions: ['push'] } }),
  'keywords.add': () => ({ body: { name: 'rice' } }),
  'pincodes.add': () => ({ body: { pincode: '400002' } }),
  'pincodes.addMany': () => ({ body: { pincodes: ['400003', '400004'] } }),
  'coupons.add': () => ({ body: { couponName: 'NEW', discount: 10, discountType: 'Rupees', days: 3 } }),
  'charges.add': () => ({ body: { title: 'Rain', chargeAmount: 5, chargeType: 'Rupees', ...amount } }),
  'banners.add': async () => ({ files: [await photo()] }),
  'manualOrders.changeStatus': async () => ({ body: { orderId: await aList(), status: 'Delivered' } }),
  'staffOrders.quote': async () => ({
    body: { userId: customer.id, items: [(await make.aProduct()).item()], pincode: home.pincode },
  }),
  'staffOrders.place': async () => ({ body: { ...(await staffOrder()), userId: customer.id } }),
  'staffOrders.placeList': async () => ({
    body: { ...(await staffOrder()), manualOrderId: await aList() },
  }),
  'users.erase': async () => {
    const { id, user } = await make.aCustomer()
    return { body: { userId: id, lastDigits: user.phone.slice(-4), reason: 'Asked for by letter' } }
  },
  'customerNotes.add': () => ({ body: { userId: customer.id, text: 'Rings twice' } }),
  'stock.receive': async () => ({ body: await somePieces() }),
  'stock.writeOff': async () => {
    const { variantId } = (await make.aProduct()).item()
    const staff = await t.signIn.staff()
    await t.call(api.stock.count, { body: { variantId, onHand: 5, reason: 'Counted the shelf' } }, staff)
    return { body: { variantId, quantity: 2, reason: 'damaged' } }
  },
  'receipts.add': async () => ({ body: { supplier: 'Amul', billNumber: '1', items: [await somePieces()] } }),
  'wallet.addCoins': () => ({ body: { userId: customer.id, point: 7 } }),
  'withdrawals.approve': async () => {
    const request = await t.call(
      api.storeWallet.withdraw,
      { body: { amount: 50, upiId: 'ravi@upi' } },
      customer,
    )
    const files = [fileOf(Buffer.from(pdf), 'receipt.pdf', 'application/pdf')]
    return { body: { withdrawalId: request.data._id }, files }
  },
  'withdrawals.refuse': async () => {
    const body = { amount: 50, upiId: 'ravi@upi' }
    const { data } = await t.call(api.storeWallet.withdraw, { body }, customer)
    return { body: { withdrawalId: data._id, reason: 'Wrong account' } }
  },
  'approvals.approve': async () => ({ params: { id: await aWaitingPayout() } }),
  'approvals.refuse': async () => ({
    params: { id: await aWaitingPayout() },
    body: { reason: 'Wrong account' },
  }),
  'notifications.sendToUser': async () => {
    await t.call(api.storeMe.edit, { body: { fcmToken: 'phone-1' } }, customer)
    return { body: { title: 'Sale', body: 'Today', fcmToken: 'phone-1' } }
  },
  'notifications.sendToAll': () => ({ body: { title: 'Sale', body: 'Today' } }),
  'releases.add': () => ({ body: { buildNumber: 7, versionName: '1.7', description: 'Faster' } }),
  'codes.test': () => ({ body: { phone: '9800000009' } }),
  'storeProducts.rate': async () => {
    const product = await make.aProduct()
    const order = await make.anOrder({ customer, items: [product.item()] })
    const params = { orderId: order._id, status: 'Delivered' as const }
    await t.call(api.orders.changeStatus, { params, query: {} }, await t.signIn.staff())
    return { params: { id: product.id }, body: { rating: 5 } }
  },
  'storeOrders.place': async () => ({
    body: { items: [(await make.aProduct()).item()], address: home, payment: 'wallet' },
  }),
  'storeOrders.cancel': async () => ({
    params: { id: (await make.anOrder({ customer, payment: 'wallet' }))._id },
  }),
  'storePayments.checkout': async () => ({ params: { id: (await placeOnline({ customer })).order._id } }),
  'payments.refund': async () => ({ params: { id: await anUnmatchedPayment() } }),
  'payments.settle': async () => ({ params: { id: await anUnmatchedPayment() } }),
  'payments.retryRefund': async () => ({ params: { id: await aFailedRefund() } }),
  'payments.settleRefund': async () => ({
    params: { id: await aFailedRefund() },
    body: { reason: 'Paid in cash' },
  }),
  'payments.settleFault': async () => {
    await deliverTo(t, razorpay.signed(JSON.stringify([randomUUID()])))
    const { data } = await t.call(api.payments.faults, {}, await t.signIn.staff())
    return { params: { id: data.newest[0]?._id ?? '' } }
  },
  'storeManualOrders.add': async () => ({ body: {}, files: [await photo()] }),
  'storeWallet.withdraw': () => ({ body: { amount: 50, upiId: 'ravi@upi' } }),
  ...doorRequests({ t, make, customer, rider }),
}

async function aFailedRefund() {
  const { order } = await paidOnline({ customer })
  await t.call(api.storeOrders.cancel, { params: { id: order._id } }, customer)
  const { rows } = await t.db.execute<{ id: string }>(
    sql`UPDATE refunds SET state = 'failed', next_at = NULL RETURNING id`,
  )
  return rows[0]?.id ?? ''
}

/** A payout that another staff member asked for. */
async function aWaitingPayout() {
  await t.db.execute(sql`UPDATE company SET second_person = true`)
  const body = { amount: 50, upiId: 'ravi@upi' }
  const { data } = await t.call(api.storeWallet.withdraw, { body }, customer)
  const asked = await t.call(
    api.withdrawals.approve,
    { body: { withdrawalId: data._id, reason: 'Paid in cash' } },
    await t.signIn.staff('meena'),
  )
  await t.db.execute(sql`UPDATE company SET second_person = false`)
  return (asked.data as unknown as { approvalId: string }).approvalId
}

/** A payment of an order that is not known here. */
async function anUnmatchedPayment() {
  const paymentId = `pay_${randomUUID()}`
  const payment = {
    paymentId,
    checkoutId: 'order_Unknown',
    amount: 100,
    currency: 'INR',
    refunded: 0,
    method: 'upi',
    fee: null,
    error: '',
  }
  const source = { provider: 'razorpay', requestId: '', now: t.context.now() }
  await recordPayment(t.db, { ...payment, status: 'captured' }, source)
  const { rows } = await t.db.execute<{ id: string }>(
    sql`SELECT id FROM payments WHERE payment_id = ${paymentId}`,
  )
  return rows[0]?.id ?? ''
}

async function aClaimedOrder() {
  const { _id: orderId } = await make.anOrder({ customer })
  await t.call(api.pick.claim, { body: { orderId } }, await t.signIn.staff())
  return orderId
}

const somePieces = async () => ({ variantId: (await make.aProduct()).item().variantId, quantity: 3 })

const aList = async () =>
  (await t.call(api.storeManualOrders.add, { body: {}, files: [await photo()] }, customer)).data._id

/** An order as staff place it, at the total of the quote. */
async function staffOrder() {
  const items = [(await make.aProduct()).item()]
  const body = { userId: customer.id, items, pincode: home.pincode }
  const { data } = await t.call(api.staffOrders.quote, { body }, await t.signIn.staff())
  return { items, address: home, payment: 'cod', expectedTotal: data.totalPrice }
}

const aStockSheet = async () => csvFile(`Variant Id,Received\n${(await make.aProduct()).item().variantId},3`)

const anOrderId = async () => (await make.anOrder({ customer }))._id

async function aSheet(id: string) {
  const { rice } = await sheets(t, make, { ...(await t.signIn.staff()), id })
  return csvFile(sheet([rice()]))
}

/** Calls that end the caller's session, so that a repetition is rejected. */
const signOuts: readonly string[] = ['superadmin.logout', 'staff.logout', 'rider.logout']
const keyed = callsOf(api).filter(({ name, route }) => takesKey(route) && !signOuts.includes(name))

test('covers every call that takes a key, except sign-outs', () => {
  expect(Object.keys(requests).toSorted()).toEqual(keyed.map(({ name }) => name).toSorted())
})

/**
 * The rows of all tables except sessions and attempts, which every request changes; events without their sequence
 * number, which is assigned later.
 */
async function allRows() {
  const changing = ['sessions', 'attempts', 'live_events', 'live_epoch']
  const names = (await tablesOf(t.db)).filter(({ name }) => !changing.includes(name))
  const tables = names.map(({ name }) => `SELECT '${name}' AS name, t::text AS row FROM "${name}" t`)
  const all = `${tables.join(' UNION ALL ')} UNION ALL SELECT 'live_events', type || subject FROM live_events`
  return (await t.db.execute<{ name: string; row: string }>(sql.raw(`${all} ORDER BY 1, 2`))).rows
}

test.each(keyed.map(({ name, route }) => [name, route] as const))(
  '%s has one effect and one answer when sent three times with one key',
  async (name, route: Route) => {
    // A customer places a few orders a minute.
    t.clock.pass(1)
    const [staff, superadmin] = [await t.signIn.staff(), await t.signIn.superadmin()]
    const sent = (await requests[name as CallName]?.({ staff: staff.id, superadmin: superadmin.id })) ?? {}
    const before = await allRows()
    const who = { staff, superadmin, customer, rider: rider.as }[String(route.access)] ?? staff
    let headers = withHeaders(who, { 'idempotency-key': 'one and the same' }).headers
    const answers: unknown[] = []
    const states: unknown[] = []
    for (let time = 1; time <= 3; time++) {
      const { status, data, message, headers: answered } = await t.call(route, sent, { headers })
      answers.push({ status, data, message })
      states.push(await allRows())
      // A password change returns a new session token.
      const cookie = [answered['set-cookie']].flat()[0]?.split(';')[0]
      if (cookie) headers = { ...headers, cookie }
    }
    expect(answers[0]).toMatchObject({ status: 200 })
    expect(answers).toEqual([answers[0], answers[0], answers[0]])
    expect(states).toEqual([states[0], states[0], states[0]])
    if (route.writes) expect(states[0]).not.toEqual(before)
  },
)
