import { api } from '@kirana/contract'
import { caller, type Call } from '@kirana/testing/caller'
import { newCustomer, type Customer } from '@kirana/testing/customer'
import { aPictureFile } from '@kirana/testing/png'
import type { Server } from '@kirana/testing/server'

/** Texts that have an effect if they are interpreted as HTML, script, URL or template. */
export const payloads: readonly string[] = [
  '<script>alert(1)</script>',
  '"><script>alert(1)</script>',
  '</title><script>alert(1)</script>',
  '</textarea><svg onload=alert(1)>',
  '<ScRiPt>alert`1`</sCrIpT>',
  '<img src=x onerror=alert(1)>',
  `"'><img src=x onerror=alert(1)>`,
  '" onmouseover=alert(1) x="',
  '<svg/onload=alert(1)>',
  '<svg><script>alert(1)</script>',
  '<svg><animate onbegin=alert(1)>',
  '<iframe src=javascript:alert(1)>',
  '<iframe srcdoc=<svg/onload=alert(1)>>',
  '<object data=javascript:alert(1)>',
  '<embed src=javascript:alert(1)>',
  '<body onload=alert(1)>',
  '<input autofocus onfocus=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<video src=x onerror=alert(1)>',
  '<a href=javascript:alert(1)>x</a>',
  '<form action=//evil.test>',
  '<base href=//evil.test/>',
  '<link rel=stylesheet href=//evil.test>',
  '<style>@import"//evil.test"</style>',
  'javascript:alert(1)',
  'data:text/html,<svg/onload=alert(1)>',
  "{{constructor.constructor('alert(1)')()}}",
  // oxlint-disable-next-line no-template-curly-in-string
  '${alert(1)}',
  '&lt;img src=x onerror=alert(1)&gt;',
  '<!--><img src=x onerror=alert(1)>-->',
]

/** All payloads, joined into texts of at most `most` characters. */
export function texts(most: number): string[] {
  const packed: string[] = []
  for (const payload of payloads) {
    const at = packed.findIndex((text) => text.length + 1 + payload.length <= most)
    if (at < 0) packed.push(payload)
    else packed[at] += ` ${payload}`
  }
  return packed
}
const one = (most: number) => texts(most)[0] ?? ''

const home = { phone: '9876543210', pincode: '400001' }
const pictures = () => [aPictureFile()]

export type Seeded = Awaited<ReturnType<typeof seed>>

/** Stores every payload in every free-text field. */
export async function seed({ origin, cookies }: Server) {
  const staff = caller(origin, { cookie: cookies.staff })
  await seedOffers(staff)
  const shelves = await seedShelves(staff)
  const customers = await seedCustomers(origin, staff, shelves.items)
  await seedOffice(caller(origin, { cookie: cookies.superadmin }))
  return { ...shelves, ...customers }
}

async function seedOffers(staff: Call) {
  for (const name of texts(100)) {
    await staff(api.keywords.add, { body: { name, desc: one(2000) } })
    await staff(api.charges.add, { body: { title: name, chargeAmount: 1, chargeType: 'Rupees' } })
  }
  const coupon = { discount: 1, days: 9, discountType: 'Rupees', isPublic: true } as const
  for (const couponName of texts(50)) await staff(api.coupons.add, { body: { couponName, ...coupon } })
  for (const title of texts(200))
    await staff(api.notifications.sendToAll, { body: { title, body: one(1000) } })
}

async function seedShelves(staff: Call) {
  for (const name of texts(100)) await staff(api.sections.add, { params: { name } })
  const sectionId = (await staff(api.sections.list, {})).find(({ name }) => name === one(100))?._id ?? ''
  for (const name of texts(100))
    await staff(api.categories.add, { body: { name, sectionId }, files: pictures() })
  const categories = await staff(api.categories.list, { query: { sectionId } })
  const category = categories.find(({ name }) => name === one(100))?._id ?? ''
  for (const name of texts(100))
    await staff(api.subcategories.add, { body: { name, categoryId: category }, files: pictures() })
  const [subcategory] = await staff(api.subcategories.list, { query: { categoryId: category } })

  const place = { section: sectionId, catagory: category, subcategory: subcategory?._id ?? '' }
  const words = { subTitle: one(300), description: one(5000), loyaltyPoint: 1 }
  const facts = { mktBy: one(200), expDate: one(200), origin: one(100) }
  const pack = { value: 1, unit: 'Kilo', mrp: 50, sellingPrice: 50, specialPrice: 0, discount: 0 } as const
  const items: Item[] = []
  for (const title of texts(200)) {
    const { _id: productId } = await staff(api.products.add, {
      body: { ...place, title, ...words, ...facts },
    })
    const { variant } = await staff(api.variants.add, { body: { ...pack, productId } })
    items.push({ productId, variantId: variant[0]?.variantId ?? '', quantity: 1 })
  }
  const product = items[0]?.productId ?? ''
  for (const fullname of texts(200))
    await staff(api.videos.add, {
      body: { fullname, url: 'dQw4w9WgXcQ', about: one(2000), productId: product },
    })
  return { category, product, items }
}

type Item = { productId: string; variantId: string; quantity: number }

const address = (text: string) => ({
  ...home,
  fullName: text,
  houseNo: text,
  landmark: text,
  street: text,
  city: text,
  state: text,
})

async function seedCustomers(origin: string, staff: Call, items: Item[]) {
  await staff(api.pincodes.add, { body: home }).catch(() => null)
  const names = texts(100)
  const customers: Customer[] = []
  for (const [n, name] of names.entries()) {
    const customer = await newCustomer(origin, `+91700010000${n}`, name)
    customers.push(customer)
    await customer.call(api.storeMe.edit, {
      body: { email: name, gender: payloads[n], country: name, addresses: n === 0 ? names.map(address) : [] },
    })
    await customer.call(api.storeManualOrders.add, { body: {}, files: pictures() })
    await caller(origin)(api.storeContact.add, {
      body: { name, email: '<svg/onload=alert(1)>@evil.test', phone: home.phone, msg: one(5000) },
    })
  }
  const referCode = customers[0]?.referCode ?? ''
  const orders: string[] = []
  for (const [n, { call }] of customers.entries()) {
    const given = n === 0 ? { coupon: one(50) } : { referCode }
    const body = { items, payment: 'cod', address: address(names[n] ?? ''), ...given } as const
    orders.push((await call(api.storeOrders.place, { body }))._id)
  }

  const [first] = customers
  const { _id: userId = '' } = (await first?.call(api.storeMe.get, {})) ?? {}
  await staff(api.wallet.addCoins, { body: { userId, point: 100 } })
  for (const reason of texts(500)) {
    const asked = () =>
      first?.call(api.storeWallet.withdraw, {
        body: { amount: 1, upiId: 'payload@upi', bankAcNumber: '', ifscCode: '' },
      })
    await staff(api.withdrawals.approve, { body: { withdrawalId: (await asked())?._id ?? '', reason } })
    await staff(api.withdrawals.refuse, { body: { withdrawalId: (await asked())?._id ?? '', reason } })
  }
  return { order: orders[0] ?? '', phone: first?.phone ?? '' }
}

async function seedOffice(superadmin: Call) {
  for (const [n, versionName] of texts(100).entries()) {
    await superadmin(api.releases.add, {
      body: { buildNumber: 900_000 + n, versionName, description: one(5000) },
    })
    const person = { name: 'Asha', email: one(200), password: 'Payload@123' }
    await superadmin(api.staff.add, { body: { ...person, username: versionName } })
  }
  // The website accepts no spaces, and the contact only digits.
  const website = 'https://kirana.example/?"><script>alert(1)</script>'
  const [, address = ''] = texts(500)
  await superadmin(api.company.edit, {
    body: { companyName: one(200), website, address, deliveryTime: one(50) },
  })
}
