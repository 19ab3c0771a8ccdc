import { randomUUID } from 'node:crypto'
import { api } from '@kirana/contract'
import type { Sent } from '@kirana/contract/wire/route'
import { MAX_QUANTITY } from '@kirana/domain/cart'
import { expireAt } from '@kirana/domain/coupon'
import { WHOLE } from '@kirana/domain/money'
import { v7 } from 'uuid'
import { post, type Posting } from '../services/wallet/ledger.ts'
import { categories } from '../tables/categories.ts'
import { charges } from '../tables/charges.ts'
import { company } from '../tables/company.ts'
import { coupons } from '../tables/coupons.ts'
import { files } from '../tables/files.ts'
import { pincodes } from '../tables/pincodes.ts'
import { productImages, products, variants } from '../tables/products.ts'
import { sections } from '../tables/sections.ts'
import { subcategories } from '../tables/subcategories.ts'
import { productRates } from '../tables/tax-rates.ts'
import { withHeaders, type TestApp } from './app.ts'

type New<T extends { $inferInsert: object }> = Partial<T['$inferInsert']>
type Customer = Awaited<ReturnType<TestApp['signIn']['customer']>>

const first = <T>([row]: T[]): T => {
  if (row === undefined) throw new Error('Nothing was inserted')
  return row
}

export const home = {
  fullName: 'Ravi Kumar',
  phone: '9800000001',
  houseNo: '12',
  street: 'MG Road',
  pincode: '400001',
  city: 'Mumbai',
}

/** Creates test data with sensible defaults; a test passes only the fields it is about. */
export function factories({ db, context, call, signIn }: TestApp) {
  let created = 0
  const unique = (word: string) => `${word} ${++created}`

  async function aPicture(): Promise<string> {
    const key = `${v7()}.webp`
    const picture = {
      key,
      purpose: 'product',
      type: 'image/webp',
      size: 1,
      sha256: key,
      isPrivate: false,
    } as const
    await db.insert(files).values(picture)
    return key
  }

  async function aSubcategory() {
    const image = await aPicture()
    const section = first(
      await db
        .insert(sections)
        .values({ name: unique('Section') })
        .returning(),
    )
    const category = first(
      await db
        .insert(categories)
        .values({ name: unique('Category'), image, sectionId: section.id })
        .returning(),
    )
    const subcategory = first(
      await db
        .insert(subcategories)
        .values({ name: unique('Subcategory'), image, categoryId: category.id })
        .returning(),
    )
    return { section, category, subcategory }
  }

  /**
   * A product with an image and variants, by default one of '500 GM' at 50 rupees. `gstRate` (basis points) is in force
   * from 2020 on. `item` makes a cart item of it.
   */
  async function aProduct({
    variants: variantFields = [{}],
    gstRate,
    ...fields
  }: New<typeof products> & { variants?: New<typeof variants>[]; gstRate?: number | undefined } = {}) {
    const path = await aSubcategory()
    const product = first(
      await db
        .insert(products)
        .values({
          title: unique('Product'),
          subtitle: 'Fresh',
          description: 'Good',
          sectionId: path.section.id,
          categoryId: path.category.id,
          subcategoryId: path.subcategory.id,
          ...fields,
        })
        .returning(),
    )
    await db.insert(productImages).values({ productId: product.id, file: path.category.image, position: 1 })
    const since2020 = { productId: product.id, firstDay: '2020-01-01', by: 'Asha (staff)' }
    if (gstRate !== undefined) await db.insert(productRates).values({ ...since2020, rate: gstRate })
    const pack = { quantity: 500_000, unit: 'GM' as const, byWeight: true }
    const priced = { productId: product.id, ...pack, sellingPrice: 5_000 }
    const rows = variantFields.map((variant) => ({ ...priced, ...variant }))
    const sold = rows.length === 0 ? [] : await db.insert(variants).values(rows).returning()
    const item = (quantity = 1, n = 0) => ({ productId: product.id, variantId: sold[n]?.id ?? '', quantity })
    return { ...product, ...path, variants: sold, item }
  }

  const aPincode = async (fields: New<typeof pincodes> = {}) =>
    first(
      await db
        .insert(pincodes)
        .values({ pincode: home.pincode, ...fields })
        .onConflictDoUpdate({ target: pincodes.pincode, set: { isActive: fields.isActive ?? true } })
        .returning(),
    )

  /** By default 10 rupees off any order, valid for 30 days from now. */
  const aCoupon = async (fields: New<typeof coupons> = {}) =>
    first(
      await db
        .insert(coupons)
        .values({
          name: unique('SAVE').replace(' ', ''),
          amountType: 'rupees',
          amount: 1_000,
          days: 30,
          expireAt: expireAt(context.now(), { firstDay: null, days: fields.days ?? 30 }),
          ...fields,
        })
        .returning(),
    )

  /** By default 20 rupees on every bill. */
  const aCharge = async (fields: New<typeof charges> = {}) =>
    first(
      await db
        .insert(charges)
        .values({ title: 'Delivery', amountType: 'rupees', amount: 2_000, ...fields })
        .returning(),
    )

  /** A signed-in customer; `coins` and `money` (paise) are posted to the wallet through the ledger. */
  async function aCustomer({
    coins = 0,
    money = 0,
    phone = `+9198${String(10_000_000 + ++created)}`,
    ...fields
  }: {
    coins?: number
    money?: number
    phone?: string
    fullName?: string
    referCode?: string
  } = {}): Promise<Customer> {
    const customer = await signIn.customer(phone, fields)
    const posting = (kind: Posting['kind'], amounts: number[]): Posting => ({
      key: `test:${randomUUID()}`,
      kind,
      userId: customer.id,
      by: 'Asha (staff)',
      amounts,
    })
    if (coins > 0) await post(db, [posting('staff-coins', [coins])], context.now())
    if (money > 0) {
      await post(db, [posting('staff-coins', [1])], context.now())
      await post(db, [posting('coins-to-money', [1, money])], context.now())
    }
    return customer
  }

  type Body = Sent<typeof api.storeOrders.place>['body']
  type Ordered = Partial<Body> & { customer?: Customer; key?: string }

  /** Places an order through the store API and returns the answer; by default one product, cash on delivery. */
  async function tryOrder({ customer, key = randomUUID(), ...fields }: Ordered = {}) {
    const body: Body = {
      items: fields.items ?? [(await aProduct()).item()],
      payment: 'cod',
      ...(fields.addressId === undefined ? { address: home } : {}),
      ...fields,
    }
    const as = customer ?? (await aCustomer())
    return call(api.storeOrders.place, { body }, withHeaders(as, { 'idempotency-key': key }))
  }

  async function anOrder(ordered: Ordered = {}) {
    await aPincode()
    const { status, message, data } = await tryOrder(ordered)
    if (status !== 200) throw new Error(`No order: ${status} ${message}`)
    return data
  }

  /** Raises the limits of orders, for tests whose customers order beyond them. */
  const unlimitedOrders = () =>
    db.update(company).set({
      openOrdersPerCustomer: 1_000,
      piecesPerOrder: MAX_QUANTITY,
      unpaidPerCustomer: Number.MAX_SAFE_INTEGER,
      unpaidBeforeDelivery: Number.MAX_SAFE_INTEGER,
      unpaidStockShare: WHOLE,
    })

  return {
    aPicture,
    aSubcategory,
    aProduct,
    aPincode,
    aCoupon,
    aCharge,
    aCustomer,
    tryOrder,
    anOrder,
    unlimitedOrders,
  }
}
