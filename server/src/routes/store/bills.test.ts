import { api } from '@kirana/contract'
import type { Sent } from '@kirana/contract/wire/route'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { charges } from '../../tables/charges.ts'
import { company } from '../../tables/company.ts'
import { coupons } from '../../tables/coupons.ts'
import { products, variants } from '../../tables/products.ts'
import { testApp } from '../../testing/app.ts'
import { factories } from '../../testing/factories.ts'

const t = await testApp()
const make = factories(t)
afterAll(t.close)
beforeEach(t.database.reset)

type Cart = Sent<typeof api.storeOrders.quote>['body']
const quote = (body: Omit<Cart, 'pincode'>, as?: { headers: Record<string, string> }) =>
  t.call(api.storeOrders.quote, { body: { pincode: '400001', ...body } }, as)
const nobody = '01a1fd41-f2a3-769d-9900-17803f8126b3'

test('a bill is lines minus coupon minus referral plus charges, with percentages of the lines', async () => {
  const friend = await make.aCustomer()
  await t.db.update(company).set({ referralDiscount: 500, pointsPerReferral: 30, deliveryTime: '12 minutes' })
  const rice = await make.aProduct({
    title: 'Rice',
    loyaltyCoins: 2,
    variants: [{ quantity: 500_000, unit: 'GM', sellingPrice: 3_333 }],
  })
  const oil = await make.aProduct({
    title: 'Oil',
    loyaltyCoins: 1,
    variants: [
      { quantity: 1_500_000, unit: 'L', mrp: 20_000, sellingPrice: 0, specialPrice: 17_900, discount: 1050 },
    ],
  })
  const coupon = await make.aCoupon({ amountType: 'percentage', amount: 880 })
  await make.aCharge({ title: 'Handling', amountType: 'percentage', amount: 125 })
  await make.aCharge({ title: 'Delivery', amount: 2_050 })
  const customer = await make.aCustomer({ fullName: 'Ravi' })
  const cart = {
    items: [rice.item(3), oil.item(1)],
    coupon: coupon.name.toLowerCase(),
    referCode: friend.user.referCode,
  }

  // 3 × 33.33 + 179 = 278.99; 8.8 % = 24.55112, 5 % = 13.9495, 1.25 % = 3.487375, each half up to the paisa.
  const bill = {
    subtotal: 278.99,
    discount: 24.55,
    referDiscount: 13.95,
    charges: [
      { title: 'Handling', amount: 3.49 },
      { title: 'Delivery', amount: 20.5 },
    ],
    roundOff: 0,
    totalPrice: 264.48,
  }
  await make.aPincode()
  const quoted = await quote(cart, customer)
  expect(quoted.data).toEqual({
    ...bill,
    lines: [
      {
        ...rice.item(3),
        title: 'Rice',
        productQuantity: '500 GM',
        price: 33.33,
        totalPrice: 99.99,
        available: 50,
      },
      { ...oil.item(1), title: 'Oil', productQuantity: '1500 L', price: 179, totalPrice: 179, available: 50 },
    ],
    notes: [],
    isOpen: true,
    opensAt: null,
    eta: '12 minutes',
  })

  const order = await make.anOrder({ ...cart, customer })
  expect(order).toMatchObject({
    ...bill,
    coupon: coupon.name,
    referCode: friend.user.referCode,
    delivaryStatus: 'Confirmed',
    paymentStatus: 'Due',
    payment: 'cod',
    deliveryTime: '12 minutes',
    dateAndTime: '2026-11-21T13:00:00+05:30',
    date: '2026-11-21',
    invoice: '',
    user: { fullName: 'Ravi', phone: customer.user.phone, customerId: 'CU000002' },
    products: [
      {
        ...rice.item(3),
        productImage: rice.category.image,
        productCatagory: rice.category.name,
        productTitle: 'Rice',
        productQuantity: '500 GM',
        price: 33.33,
        totalPrice: 99.99,
      },
      { ...oil.item(1), productTitle: 'Oil', price: 179, totalPrice: 179 },
    ],
  })
  expect(order.order_id).toMatch(/^OD261121-\d{4,}$/)
})

test('ignores prices and totals sent by the client', async () => {
  const rice = await make.aProduct()
  const cheap = { ...rice.item(2), price: 0.01, totalPrice: 0.02, sellingPrice: 1 }
  const order = await make.anOrder({ items: [cheap], totalPrice: 0.02, discount: 99, charges: [] } as object)
  expect(order).toMatchObject({ totalPrice: 100, discount: 0, products: [{ price: 50, totalPrice: 100 }] })
})

test('an order keeps its own copy when the catalogue changes', async () => {
  const rice = await make.aProduct({ title: 'Rice' })
  const customer = await make.aCustomer()
  const order = await make.anOrder({ customer, items: [rice.item()] })
  await t.db.update(variants).set({ sellingPrice: 9_900 })
  await t.db.update(products).set({ title: 'Basmati', archivedAt: t.context.now() })
  const { data } = await t.call(api.storeOrders.get, { params: { id: order._id } }, customer)
  expect(data).toEqual(order)
})

test("rejects a variant under another product's id, even next to its own", async () => {
  const [rice, oil] = [await make.aProduct(), await make.aProduct()]
  const foreign = { ...rice.item(), productId: oil.id }
  expect((await quote({ items: [foreign] })).status).toBe(422)
  expect((await quote({ items: [rice.item(), foreign] })).status).toBe(422)
})

test('bills the most expensive possible cart', async () => {
  const variants = Array.from({ length: 100 }, () => ({ sellingPrice: 100_000_000 }))
  const gold = await make.aProduct({ variants })
  const items = variants.map((_, n) => gold.item(1000, n))
  expect((await quote({ items })).data.subtotal).toBe(100_000_000_000)
})

test('merges lines of one variant, and applies limits to the merged line', async () => {
  const rice = await make.aProduct()
  const { variantId } = rice.item()
  const items = [rice.item(2), { ...rice.item(3), variantId: variantId.toUpperCase() }]
  expect((await quote({ items })).data.lines).toMatchObject([{ ...rice.item(5), totalPrice: 250 }])
  const whole = await quote({ items: Array.from({ length: 600 }, () => rice.item()) })
  expect(whole.data.lines).toMatchObject([{ ...rice.item(600), totalPrice: 30_000 }])
  expect((await quote({ items: [rice.item(1000)] })).status).toBe(200)
  const message = 'Quantity must be from 1 to 1,000'
  for (const items of [[rice.item(1000), rice.item(1)], Array.from({ length: 100 }, () => rice.item(1000))]) {
    expect(await quote({ items })).toMatchObject({ status: 400, message })
    expect(await make.tryOrder({ items })).toMatchObject({ status: 400, message })
  }
})

test('discounts never reduce a bill below the charges', async () => {
  const rice = await make.aProduct()
  const coupon = await make.aCoupon({ amount: 999_900 })
  await make.aCharge({ amount: 2_000 })
  const { data } = await quote({ items: [rice.item()], coupon: coupon.name })
  expect(data).toMatchObject({ subtotal: 50, discount: 50, totalPrice: 20 })
  await t.db.delete(charges)
  const free = await make.anOrder({ items: [rice.item()], coupon: coupon.name, payment: 'wallet' })
  expect(free).toMatchObject({ totalPrice: 0, paymentStatus: 'success' })
})

test('a charge applies within its bounds, inclusive; maximum 0 is no bound; disabled ones never apply', async () => {
  const rice = await make.aProduct()
  await make.aCharge({ title: 'from 100', minimum: 10_000 })
  await make.aCharge({ title: 'up to 100', maximum: 10_000 })
  await make.aCharge({ title: 'exactly 100', minimum: 10_000, maximum: 10_000 })
  await make.aCharge({ title: 'off', isActive: false })
  const charged = async (quantity: number) =>
    (await quote({ items: [rice.item(quantity)] })).data.charges.map(({ title }) => title)
  expect(await charged(1)).toEqual(['up to 100'])
  expect(await charged(2)).toEqual(['from 100', 'up to 100', 'exactly 100'])
  expect(await charged(3)).toEqual(['from 100'])
})

const couponNotes = async (coupon: string, quantity = 2, as?: { headers: Record<string, string> }) => {
  await make.aPincode()
  const rice = await make.aProduct()
  const { data } = await quote({ items: [rice.item(quantity)], coupon }, as)
  return { notes: data.notes, discount: data.discount }
}

test('a coupon is valid until the moment it expires', async () => {
  const expired = 'This coupon has expired'
  const { name } = await make.aCoupon({ expireAt: new Date(t.context.now().getTime() + 60_000) })
  expect(await couponNotes(name)).toEqual({ notes: [], discount: 10 })
  t.clock.pass(1)
  expect(await couponNotes(name)).toEqual({ notes: [expired], discount: 0 })
  const refused = await make.tryOrder({ coupon: name })
  expect(refused).toMatchObject({ status: 422, message: expired })
})

test('a coupon needs its minimum and to be active; a private one works by name', async () => {
  const reached = await make.aCoupon({ minimum: 10_000 })
  expect(await couponNotes(reached.name)).toEqual({ notes: [], discount: 10 })
  const missed = await make.aCoupon({ minimum: 10_001 })
  const { notes, discount } = await couponNotes(missed.name)
  expect(discount).toBe(0)
  expect(notes[0]).toMatch(/^This coupon needs items worth at least ₹\s?100\.01$/)
  const off = await make.aCoupon({ isActive: false })
  expect(await couponNotes(off.name)).toEqual({ notes: ['This coupon is not active'], discount: 0 })
  const secret = await make.aCoupon({ isPublic: false })
  expect(await couponNotes(secret.name.toLowerCase())).toEqual({ notes: [], discount: 10 })
  expect((await couponNotes('NONE')).notes).toEqual(['There is no coupon of this name'])
})

test('a customer uses a coupon once, and again after the order is canceled', async () => {
  const { name: coupon } = await make.aCoupon()
  const customer = await make.aCustomer()
  const order = await make.anOrder({ customer, coupon })
  const used = 'You have already used this coupon'
  expect((await couponNotes(coupon, 1, customer)).notes).toEqual([used])
  expect(await make.tryOrder({ customer, coupon })).toMatchObject({ status: 422, message: used })
  expect((await make.anOrder({ coupon })).discount).toBe(10)
  await t.call(api.storeOrders.cancel, { params: { id: order._id } }, customer)
  expect((await couponNotes(coupon, 1, customer)).notes).toEqual([])
  expect((await make.anOrder({ customer, coupon })).discount).toBe(10)
})

test('deleting a coupon leaves its orders unchanged', async () => {
  const coupon = await make.aCoupon()
  const customer = await make.aCustomer()
  const order = await make.anOrder({ customer, coupon: coupon.name })
  await t.db.delete(coupons).where(eq(coupons.id, coupon.id))
  const { data } = await t.call(api.storeOrders.get, { params: { id: order._id } }, customer)
  expect(data).toMatchObject({ coupon: coupon.name, discount: 10 })
})

test('rejects unavailable products in quotes and orders', async () => {
  const rice = await make.aProduct()
  const message = 'Something in the cart is not available any more'
  const inactive = await make.aProduct({ isActive: false })
  const archived = await make.aProduct({ archivedAt: new Date() })
  const other = await make.aProduct()
  const foreign = { ...rice.item(), variantId: other.item().variantId }
  const unknown = { productId: nobody, variantId: nobody, quantity: 1 }
  const malformed = { productId: 'x', variantId: "'", quantity: 1 }
  for (const item of [inactive.item(), archived.item(), foreign, unknown, malformed]) {
    expect(await quote({ items: [rice.item(), item] })).toMatchObject({ status: 422, message })
    expect(await make.tryOrder({ items: [rice.item(), item] })).toMatchObject({ status: 422, message })
  }
})

test.each([
  [[], 'Items are required'],
  [[{ productId: 'x', variantId: 'y', quantity: 0 }], 'Quantity must be from 1 to 1,000'],
  [[{ productId: 'x', variantId: 'y', quantity: 1.5 }], 'Quantity must be from 1 to 1,000'],
  [[{ productId: 'x', variantId: 'y', quantity: -1 }], 'Quantity must be from 1 to 1,000'],
  [
    Array.from({ length: 101 }, (_, n) => ({ productId: 'x', variantId: String(n), quantity: 1 })),
    'An order has 100 items at most',
  ],
])('rejects the malformed cart %j', async (items, message) => {
  expect(await quote({ items })).toMatchObject({ status: 400, message })
})

test('a quote runs one statement, plus two for a coupon that exists and one for the session', async () => {
  const rice = await make.aProduct()
  const customer = await make.aCustomer()
  expect(await t.statements(() => quote({ items: [rice.item()] }))).toHaveLength(1)
  expect(await t.statements(() => quote({ items: [rice.item()] }, customer))).toHaveLength(2)
  const { name: coupon } = await make.aCoupon()
  expect(await t.statements(() => quote({ items: [rice.item()], coupon }))).toHaveLength(3)
  expect(await t.statements(() => quote({ items: [rice.item()], coupon: 'GUESSED' }))).toHaveLength(2)
})
