import { api } from '@kirana/contract'
import { caller, request, type Call } from '@kirana/testing/caller'
import { newCustomer, type Customer } from '@kirana/testing/customer'
import { aPictureFile } from '@kirana/testing/png'
import type { startRazorpay } from '@kirana/testing/razorpay'
import type { Server } from '@kirana/testing/server'

type Razorpay = Awaited<ReturnType<typeof startRazorpay>>
type Status = 'Prepeared' | 'Canceled' | 'Dispatched' | 'Out for Delivary' | 'Delivered'

/** Two texts of `most` characters: a single word, and words of a usual length. */
const longest = (most: number) => {
  const words = 'Cold pressed groundnut vermicelli Thiruvananthapuram '.repeat(Math.ceil(most / 50))
  return ['W'.repeat(most), `${words.slice(0, most - 1).trimEnd()}W`]
}
const word = (most: number) => 'W'.repeat(most)

const price = { mrp: 999_999.99, sellingPrice: 999_999.98, specialPrice: 0, discount: 0 }
/** The largest stock that a variant may have. */
const PIECES = 1_000_000
const home = { phone: '9876543210', pincode: '799199' }
const pictures = () => [aPictureFile()]

/** Stores the longest texts and the largest numbers that the calls accept. */
export async function seedLongest({ origin, cookies }: Server, razorpay: Razorpay) {
  const superadmin = caller(origin, { cookie: cookies.superadmin })
  const { staff, cookie } = await seedStaff(origin, superadmin)
  await seedOffers(staff)
  const shelves = await seedShelves(staff)
  const customers = await seedCustomers(origin, staff, shelves.items, razorpay)
  await seedOffice(superadmin, staff, customers.user)
  const picked = await seedPick(staff, customers.orders)
  return { ...shelves, ...customers, picked, cookies: [cookie, cookies.superadmin] }
}

async function seedStaff(origin: string, superadmin: Call) {
  const password = 'Longest@2026'
  let cookie = ''
  const { permissions = [] } = (await superadmin(api.roles.list, {})).find(({ isFixed }) => isFixed) ?? {}
  for (const [n, name] of longest(100).entries()) {
    const role = longest(60)[n] ?? ''
    const { _id: roleId } = await superadmin(api.roles.add, {
      body: { name: role, permissions },
    })
    const username = name
    await superadmin(api.staff.add, {
      body: { name, email: `${word(100 - n)}@${word(99)}`, username, password },
    })
    const staff = (await superadmin(api.staff.list, {})).find((one) => one.username === username)
    await superadmin(api.staff.edit, { body: { staffId: staff?._id ?? '', name, roleId } })
    const { headers } = await request(origin, api.staff.login, { body: { username, password } })
    cookie ||= headers.getSetCookie()[0]?.split(';')[0] ?? ''
  }
  return { staff: caller(origin, { cookie }), cookie }
}

async function seedOffers(staff: Call) {
  for (const [n, title] of longest(100).entries()) {
    await staff(api.keywords.add, { body: { name: title, desc: longest(2000)[n] ?? '' } })
    await staff(api.charges.add, {
      body: {
        title,
        chargeAmount: 999_999.99,
        chargeType: 'Rupees',
        minimumAmount: 999_999.97,
        maximumAmount: 0,
        sac: '999999',
        gstRate: 28,
      },
    })
  }
  for (const couponName of longest(50))
    await staff(api.coupons.add, {
      body: {
        couponName,
        discount: 999_999.99,
        minimumAmount: 999_999.99,
        days: 3650,
        discountType: 'Rupees',
        isPublic: true,
      },
    })
  for (const [n, title] of longest(200).entries())
    await staff(api.notifications.sendToAll, { body: { title, body: longest(1000)[n] ?? '' } })
}

async function seedShelves(staff: Call) {
  for (const name of longest(100)) await staff(api.sections.add, { params: { name } })
  const sectionId = (await staff(api.sections.list, {})).find(({ name }) => name === word(100))?._id ?? ''
  for (const name of longest(100))
    await staff(api.categories.add, { body: { name, sectionId }, files: pictures() })
  const category = (await staff(api.categories.list, { query: { sectionId } }))[0]?._id ?? ''
  for (const name of longest(100))
    await staff(api.subcategories.add, { body: { name, categoryId: category }, files: pictures() })
  const [subcategory] = await staff(api.subcategories.list, { query: { categoryId: category } })
  const place = { section: sectionId, catagory: category, subcategory: subcategory?._id ?? '' }
  const items: Item[] = []
  for (const [n, title] of longest(200).entries()) {
    const text = (most: number) => longest(most)[n] ?? ''
    const { _id: productId } = await staff(api.products.add, {
      body: {
        ...place,
        title,
        subTitle: text(300),
        description: text(5000),
        loyaltyPoint: 100_000,
        mktBy: text(200),
        expDate: text(200),
        origin: text(100),
        hsn: '99999999',
        gstRate: 28,
      },
    })
    for (const value of [999_999.999, 999_999.998]) {
      const { variant } = await staff(api.variants.add, {
        body: { ...price, value, unit: 'Bottles', productId },
      })
      const variantId = variant.at(-1)?.variantId ?? ''
      const barcodes = Array.from({ length: 5 }, (_, k) =>
        `${k}${n}${value === 999_999.999 ? 'X' : 'Y'}`.padEnd(40, '9'),
      )
      await staff(api.stock.edit, { body: { variantId, shelf: text(30), lowAt: PIECES, barcodes } })
      await staff(api.stock.count, { body: { variantId, onHand: PIECES - 500_000, reason: text(200) } })
      await staff(api.stock.receive, {
        body: { variantId, quantity: 500_000, expiry: '2026-12-28', cost: 999_999.99 },
      })
      if (items.length < n + 1) items.push({ productId, variantId, quantity: 3, ifMissing: 'refund' })
    }
    await staff(api.videos.add, {
      body: { fullname: title, url: 'dQw4w9WgXcQ', about: text(2000), productId },
    })
  }
  return { category, product: items[0]?.productId ?? '', items }
}

type Item = { productId: string; variantId: string; quantity: number; ifMissing: 'swap' | 'refund' | 'call' }

const address = (n: number) => {
  const text = (most: number) => longest(most)[n] ?? ''
  return {
    ...home,
    fullName: text(100),
    houseNo: text(100),
    landmark: text(200),
    street: text(200),
    city: text(100),
    state: text(100),
  }
}

async function seedCustomers(origin: string, staff: Call, items: Item[], razorpay: Razorpay) {
  await staff(api.pincodes.add, { body: { pincode: home.pincode, desc: word(2000) } })
  const customers: Customer[] = []
  const orders: string[] = []
  let user = ''
  for (const [n, name] of longest(100).entries()) {
    const text = (most: number) => longest(most)[n] ?? ''
    const customer = await newCustomer(origin, `+91700010000${n}`, name)
    customers.push(customer)
    const { _id } = await customer.call(api.storeMe.edit, {
      body: { email: text(200), gender: text(50), country: text(100), addresses: [address(0), address(1)] },
    })
    user ||= _id
    await staff(api.customerNotes.add, { body: { userId: _id, text: text(1000) } })
    await staff(api.wallet.addCoins, { body: { userId: _id, point: 100_000 } })
    await customer.call(api.storeManualOrders.add, { body: { isPrescription: true }, files: pictures() })
    await caller(origin)(api.storeContact.add, {
      body: { name, email: `${word(100)}@${word(99)}`, phone: home.phone, msg: text(5000) },
    })
    const body = { items, address: address(n) }
    for (const [k, given] of [
      n === 0 ? { coupon: text(50) } : { referCode: customers[0]?.referCode ?? '' },
      {},
      {},
    ].entries()) {
      const sent = { ...body, ...given, payment: k === 2 ? ('online' as const) : ('cod' as const) }
      const order = await customer.call(api.storeOrders.place, { body: sent })
      orders.push(order._id)
      if (k === 2) razorpay.pay(order.checkout?.orderId ?? '')
    }
    // The longest accounts that are accepted.
    const byUpi = { upiId: `${'w'.repeat(256)}@${'m'.repeat(64)}`, bankAcNumber: '', ifscCode: '' }
    const byBank = { upiId: '', bankAcNumber: '8'.repeat(18), ifscCode: 'WMWM0WMWMWM' }
    for (const [end, account] of [
      ['paid', byBank],
      ['refused', byUpi],
      ['open', byUpi],
      ['open', byBank],
    ] as const) {
      const asked = await customer.call(api.storeWallet.withdraw, { body: { amount: 200, ...account } })
      const body = { withdrawalId: asked._id, reason: text(500) }
      // The UTR of a bank transfer is longer than that of a UPI payment.
      if (end === 'paid')
        await staff(api.withdrawals.approve, { body: { ...body, utr: `W${n}`.padEnd(22, 'W') } })
      if (end === 'refused') await staff(api.withdrawals.refuse, { body })
    }
  }
  for (const { body, headers } of razorpay.webhooks.splice(0))
    await fetch(`${origin}/api/v1/payments/razorpay/webhook`, { method: 'POST', headers, body })
  return { user, orders, phone: customers[0]?.phone ?? '' }
}

/**
 * Starts picking the first order, and sets the others to Prepeared, Delivered and Canceled. Returns the id of the
 * first.
 */
async function seedPick(
  staff: Call,
  [first = '', second = '', online = '', third = '', fourth = '']: string[],
) {
  await staff(api.pick.claim, { body: { orderId: first } })
  await staff(api.pick.line, {
    body: { orderId: first, line: 1, actionId: 'a', found: 2, short: { quantity: 1, reason: 'not there' } },
  })
  const status = (orderId: string, to: Status) =>
    staff(api.orders.changeStatus, { params: { orderId, status: to }, query: {} })
  await status(second, 'Prepeared')
  await status(third, 'Prepeared')
  await status(third, 'Dispatched')
  await status(third, 'Out for Delivary')
  await status(third, 'Delivered')
  await status(online, 'Canceled')
  await status(fourth, 'Canceled')
  return first
}

async function seedOffice(superadmin: Call, staff: Call, userId: string) {
  for (const [n, versionName] of longest(100).entries())
    await superadmin(api.releases.add, {
      body: { buildNumber: 900_000 + n, versionName, description: longest(5000)[n] ?? '' },
    })
  await superadmin(api.company.edit, {
    body: {
      companyName: word(200),
      website: `https://${word(150)}.example`,
      address: word(500),
      contact: '+91 90000 00001',
      email: `${word(60)}@${word(60)}.example`,
      deliveryTime: word(50),
      secondPerson: true,
      payoutApprovalFrom: 0,
      coinsWithoutApproval: 0,
    },
  })
  // Two requests wait for approval, and one was refused.
  for (const point of [99_999, 99_998]) await staff(api.wallet.addCoins, { body: { userId, point } })
  const asked = (await staff(api.withdrawals.list, {})).filter(
    ({ user, isDone }) => !isDone && user.fullName === word(100),
  )
  for (const { _id } of asked)
    await staff(api.withdrawals.approve, { body: { withdrawalId: _id, reason: word(500) } })
  const [one] = await superadmin(api.approvals.list, { query: { as: 'superadmin' } })
  await superadmin(api.approvals.refuse, {
    params: { id: one?._id ?? '' },
    query: { as: 'superadmin' },
    body: { reason: word(500) },
  })
}
