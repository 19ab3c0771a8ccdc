import { createHash } from 'node:crypto'
import { api } from '@kirana/contract'
import type { Sent } from '@kirana/contract/route'
import sharp from 'sharp'
import { company } from '../tables/company.ts'
import { files } from '../tables/files.ts'
import { keywords } from '../tables/keywords.ts'
import { productKeywords } from '../tables/products.ts'
import { pushMessages } from '../tables/push-messages.ts'
import { releases } from '../tables/releases.ts'
import { addresses } from '../tables/users.ts'
import { videos } from '../tables/videos.ts'
import { type Credentials, password, testApp, withHeaders } from './app.ts'
import { factories, home } from './factories.ts'
import { saveStore, type ReleasedStore } from './released-store.ts'

/**
 * `npm run data:kept-store`: creates a small store with data in every table that a migration may touch, and saves it for
 * the tests of later migrations.
 */
const t = await testApp()
const make = factories(t)

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
const added = { name: 'Ravi', email: 'ravi@kirana.example', username: 'ravi', password }
await done(t.call(api.staff.add, { body: added }, superadmin))
// A wrong password, so that a failed attempt is counted.
await t.call(api.staff.login, { body: { username: 'asha', password: 'Sample@124' } })

await t.db.update(company).set({ name: 'Kirana', gstin: '27AAPFU0939F1ZV', address: 'Mumbai 400063' })
const product = await make.aProduct({ title: 'दूध "1 L"', loyaltyCoins: 3, manufacturedOn: '2026-02-28' })
await givePicturesBytes()
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
// A code that was sent but not used.
await done(t.call(api.storeSession.sendCode, { body: { phone: '+919800000099' } }))

const reads: Omit<ReleasedStore['answers'][number], 'data'>[] = [
  ...orderIds.map((id) => ({ url: `/payment/get/single/order/staff/${id}`, as: 'staff' as const })),
  { url: '/payment/get/all/orders/staff/1', as: 'staff' },
  { url: `/wallet/get/entries/${friend.id}/1`, as: 'staff' },
  { url: '/wallet/get/all/withdrawals', as: 'staff' },
  { url: '/wallet/get/all/transanctions', as: 'staff' },
  { url: '/contact/get/all', as: 'staff' },
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
    return { url, as, data: answer.json<{ data: unknown }>().data }
  }),
)
const token = friend.headers.authorization.replace('Bearer ', '')
process.stdout.write(`${await saveStore(t.database, t.context.files, { token, answers })}\n`)
await t.close()
process.exit()

async function givePicturesBytes() {
  const bytes = await sharp(drawn).webp().toBuffer()
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  for (const { key } of await t.db.update(files).set({ size: bytes.length, sha256 }).returning())
    await t.context.files.put(key, bytes)
}

async function payOut(customer: Credentials) {
  const asked = { body: { amount: 10.5, upiId: 'meera@upi' } }
  const { data } = await done(t.call(api.storeWallet.withdraw, asked, customer))
  await done(t.call(api.withdrawals.approve, { body: { withdrawalId: data._id }, files: [photo] }, staff))
}
