import { createHash } from 'node:crypto'
import { api } from '@kirana/contract'
import type { Sent } from '@kirana/contract/wire/route'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { company } from '../../tables/company.ts'
import { files } from '../../tables/files.ts'
import { keywords } from '../../tables/keywords.ts'
import { productKeywords } from '../../tables/products.ts'
import { pushMessages } from '../../tables/push-messages.ts'
import { releases } from '../../tables/releases.ts'
import { addresses } from '../../tables/users.ts'
import { videos } from '../../tables/videos.ts'
import { type Credentials, password, withHeaders } from '../app.ts'
import { home } from '../factories.ts'
import { onlineApp } from '../payments/online.ts'
import { pickerOf, pickExample, workedExample } from '../picking.ts'
import { aBag, aRider, dispatcherOf } from '../riders.ts'
import { saveStore, type ReleasedStore } from './released-store.ts'
import { stockCalls } from '../stock.ts'

/**
 * `npm run data:kept-store`: creates a small store with data in every table that a migration may touch, and saves it for
 * the tests of later migrations.
 */
const online = await onlineApp()
const { t, make } = online

const drawn = await sharp({ create: { width: 24, height: 16, channels: 3, background: '#27a' } })
  .png()
  .toBuffer()
const photo = new File([new Uint8Array(drawn)], 'photo.png', { type: 'image/png' })

/** @throws Error when the call failed */
const done = async <Answer extends { status: number; message: string }>(call: Promise<Answer>) => {
  const answer = await call
  if (answer.status !== 200) throw new Error(answer.message)
  return answer
}

const superadmin = await t.signIn.superadmin()
const staff = await t.signIn.staff()
const everything = (await done(t.call(api.roles.list, {}, superadmin))).data.find(({ isFixed }) => isFixed)
const added = {
  name: 'Ravi',
  email: 'ravi@kirana.example',
  username: 'ravi',
  password,
  roleId: everything?._id,
}
await done(t.call(api.staff.add, { body: added }, superadmin))
// A wrong password, so that a failed attempt is counted.
await t.call(api.staff.login, { body: { username: 'asha', password: 'Sample@124' } })

await t.db.update(company).set({
  name: 'Kirana',
  gstin: '27AAPFU0939F1ZV',
  gstRegistration: 'regular',
  fssai: '11521998000123',
  address: 'Mumbai 400063',
})
const product = await make.aProduct({ title: 'दूध "1 L"', loyaltyCoins: 3, manufacturedOn: '2026-02-28' })
await make.aCharge()
const coupon = (await make.aCoupon()).name
const [keyword] = await t.db.insert(keywords).values({ name: 'Fresh' }).returning()
await t.db.insert(productKeywords).values({ productId: product.id, keywordId: keyword?.id ?? '' })
await t.db
  .insert(videos)
  .values({ productId: product.id, fullName: 'Meera Nair', code: 'KiranaVid01', about: 'Kheer' })
await t.db.insert(releases).values({ buildNumber: 1, versionName: '1.0.0', description: 'First' })
await t.db
  .insert(pushMessages)
  .values({ audience: 'all', title: 'Sale', body: 'Today', status: 'done', reach: 2, by: 'Asha (staff)' })
await done(t.call(api.banners.add, { files: [photo] }, staff))

const friend = await make.aCustomer({ money: 90_000, coins: 5, fullName: 'Meera Nair' })
const guest = await make.aCustomer({ fullName: 'Arjun', referCode: friend.user.referCode })
await t.db.insert(addresses).values({ ...home, userId: friend.id, state: 'Maharashtra' })
const orderIds: string[] = []
await deliverBags()
await claimPieces()
type Status = Sent<typeof api.orders.changeStatus>['params']['status']
const ways: readonly Status[][] = [
  [],
  ['Prepeared'],
  ['Prepeared', 'Dispatched'],
  ['Prepeared', 'Dispatched', 'Out for Delivary'],
  ['Prepeared', 'Dispatched', 'Out for Delivary', 'Delivered'],
  ['Canceled'],
  ['Prepeared', 'Canceled'],
]
for (const [i, way] of ways.entries()) {
  const payment = i % 2 === 0 ? 'cod' : 'wallet'
  const { _id: orderId } = await make.anOrder({
    customer: i === 2 ? guest : friend,
    items: [product.item(i + 1)],
    payment,
    ...(i === 4 ? { coupon } : {}),
  })
  orderIds.push(orderId)
  for (const status of way)
    await done(t.call(api.orders.changeStatus, { params: { orderId, status }, query: {} }, staff))
}
await done(t.call(api.storeProducts.rate, { params: { id: product.id }, body: { rating: 4 } }, friend))
await done(t.call(api.storeManualOrders.add, { body: {}, files: [photo] }, guest))
await done(t.call(api.storeContact.add, { body: { name: 'Arjun', phone: guest.user.phone, msg: 'Hello' } }))
const coins = { body: { userId: guest.id, point: 7 } }
await done(t.call(api.wallet.addCoins, coins, withHeaders(staff, { 'idempotency-key': 'coins' })))

await payOut(friend)
await done(t.call(api.storeWallet.withdraw, { body: { amount: 25.5, upiId: 'meera@upi' } }, friend))
await pickOrders()
await payAndRefund()
await givePicturesBytes()
// A code that was sent but not used.
await done(t.call(api.storeSession.sendCode, { body: { phone: '+919800000099' } }))

const reads: Omit<ReleasedStore['answers'][number], 'data'>[] = [
  ...orderIds.map((id) => ({ url: `/payment/get/single/order/staff/${id}`, as: 'staff' as const })),
  { url: '/payment/get/all/orders/staff/1', as: 'staff' },
  { url: `/wallet/get/entries/${friend.id}/1`, as: 'staff' },
  { url: '/wallet/get/all/withdrawals', as: 'staff' },
  { url: '/wallet/get/all/transanctions', as: 'staff' },
  { url: '/contact/get/all', as: 'staff' },
  { url: '/rider/get/all', as: 'staff' },
  { url: '/dispatch/get', as: 'staff' },
  { url: '/cash/get', as: 'staff' },
  { url: '/claim/get/all/1', as: 'staff' },
  { url: '/gst/month/2026-11', as: 'staff' },
  { url: '/store/me', as: 'customer' },
  { url: '/store/wallet', as: 'customer' },
  { url: '/store/orders', as: 'customer' },
  { url: '/store/products', as: 'nobody' },
]
const headersOf = { staff: staff.headers, customer: friend.headers, nobody: {} }
const answers = await Promise.all(
  reads.map(async ({ url, as }) => {
    const answer = await t.app.inject({ url: `/api/v1${url}`, headers: headersOf[as] })
    if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.body}`)
    const { data } = answer.json<{ data: { month?: string; equation?: object } }>()
    // The warnings of a month of GST are advice, which later releases may give in other words.
    return { url, as, data: data.equation ? { month: data.month, equation: data.equation } : data }
  }),
)
const token = friend.headers.authorization.replace('Bearer ', '')
process.stdout.write(`${await saveStore(t.database, t.context.files, { token, answers })}\n`)
await online.stop()
process.exit()

/** The factories write rows of files without their bytes. */
async function givePicturesBytes() {
  const bytes = await sharp(drawn).webp().toBuffer()
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  for (const { key } of await t.db.select().from(files)) {
    const stored = await t.context.files.open(key)
    if (stored) {
      stored.stream.destroy()
      continue
    }
    await t.db.update(files).set({ size: bytes.length, sha256 }).where(eq(files.key, key))
    await t.context.files.put(key, bytes)
  }
}

async function payOut(customer: Credentials) {
  const asked = { body: { amount: 10.5, upiId: 'meera@upi' } }
  const { data } = await done(t.call(api.storeWallet.withdraw, asked, customer))
  await done(t.call(api.withdrawals.approve, { body: { withdrawalId: data._id }, files: [photo] }, staff))
  const refused = (await done(t.call(api.storeWallet.withdraw, asked, customer))).data._id
  const reason = 'The bank does not know this id'
  await done(t.call(api.withdrawals.refuse, { body: { withdrawalId: refused, reason } }, staff))
}

/** One order that is picked with less than was ordered, and one in the middle of its pick, both of counted goods. */
async function pickOrders() {
  const example = await workedExample(make)
  const stock = stockCalls(t, staff)
  const [milk] = example.milk.variants
  if (!milk) throw new Error('The milk has no variant')
  await done(stock.count(milk.id, 3))
  await done(stock.edit({ variantId: milk.id, shelf: 'A3', lowAt: 6, barcodes: ['8901262010016'] }))
  const picker = pickerOf(t, staff)
  const swap = example.other.variants[0]?.id ?? ''
  for (const finished of [true, false]) {
    // The milk is not there, which empties its shelf.
    await done(stock.receive({ variantId: milk.id, quantity: 40, expiry: '2027-03-31', cost: 41.5 }))
    const customer = await make.aCustomer({ money: 90_000 })
    const { _id: orderId } = await make.anOrder({ customer, ...example.ordered, payment: 'wallet' })
    orderIds.push(orderId)
    await done(pickExample(picker, orderId, swap))
    if (finished) await done(picker.done(orderId))
  }
}

/** Three online orders: paid, refunded, and not paid yet. */
async function payAndRefund() {
  const items = [product.item(1)]
  const paid = await online.paidOnline({ items })
  const canceled = await online.paidOnline({ items })
  const open = await online.placeOnline({ items })
  for (const { order } of [paid, canceled, open]) orderIds.push(order._id)
  const params = { orderId: canceled.order._id, status: 'Canceled' as const }
  await done(t.call(api.orders.changeStatus, { params, query: {} }, staff))
}

/** Bags of one rider in every state of a drop, and cash that was counted short, brought to the bank and written off. */
async function deliverBags() {
  const rider = await aRider(t, { name: 'Kiran', cashLimit: 500_000 })
  const desk = dispatcherOf(t, staff)
  const bag = async () => {
    const { _id } = await aBag({ t, make, staff }, { customer: friend, items: [product.item(1)] })
    orderIds.push(_id)
    return _id
  }
  const [delivered, failed, onTheRoad, assigned] = [await bag(), await bag(), await bag(), await bag()]
  await done(desk.assign(rider.id, delivered, failed, onTheRoad, assigned))
  await done(rider.start(delivered, failed, onTheRoad))
  await done(rider.deliver({ orderId: delivered }))
  await done(rider.fail(failed))
  const { cash } = await rider.me()
  await done(desk.count(rider.id, cash, { '10': 1 }))
  await done(desk.bank(10))
  const writeOff = { riderId: rider.id, amount: 2, reason: 'Lost on the way', actionId: 'write-off' }
  await done(t.call(api.cash.writeOff, { body: writeOff }, superadmin))
}

/** A claim that was refunded in part, one that was refused and one that waits with its photo. */
async function claimPieces() {
  const { _id: orderId } = await make.anOrder({ customer: friend, items: [product.item(5)] })
  orderIds.push(orderId)
  await done(t.call(api.orders.changeStatus, { params: { orderId, status: 'Delivered' }, query: {} }, staff))
  const claim = async (pieces: number) => {
    const lines = JSON.stringify([{ line: 1, pieces }])
    const body = { orderId, lines, reason: 'damaged' as const, note: 'The lid was open' }
    return (await done(t.call(api.storeClaims.add, { body, files: [photo] }, friend))).data._id
  }
  const [refunded, refused] = [await claim(2), await claim(1), await claim(1)]
  const money = { claimId: refunded, actionId: 'refund', to: 'wallet' as const }
  await done(t.call(api.claims.refund, { body: money }, staff))
  await done(t.call(api.claims.refuse, { body: { claimId: refused, reason: 'It was eaten' } }, staff))
}
