import { pickedBill } from '@kirana/domain/picked-bill'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { charges } from '../../tables/charges.ts'
import { company } from '../../tables/company.ts'
import { coupons } from '../../tables/coupons.ts'
import { orderLines, orders } from '../../tables/orders.ts'
import { products, variants } from '../../tables/products.ts'
import { testApp } from '../../testing/app.ts'
import { factories } from '../../testing/factories.ts'

const t = await testApp()
const make = factories(t)
afterAll(t.close)

test('an order keeps what its bill is computed from, whatever changes afterwards', async () => {
  const friend = await make.aCustomer()
  await t.db.update(company).set({ referralDiscount: 500 })
  const rice = await make.aProduct({ loyaltyCoins: 2, variants: [{ sellingPrice: 33_333 }] })
  const { id, name } = await make.aCoupon({ amountType: 'percentage', amount: 880, minimum: 50_000 })
  await make.aCharge({ amountType: 'percentage', amount: 125, maximum: 90_000 })
  await make.aCharge({ title: 'Small order', maximum: 10_000 })
  const items = [rice.item(2)]
  const placed = await make.anOrder({ items, coupon: name, referCode: friend.user.referCode })

  await t.db.update(coupons).set({ amount: 1, minimum: 1_000_000 }).where(eq(coupons.id, id))
  await t.db.update(charges).set({ amount: 9_900 })
  await t.db.update(company).set({ referralDiscount: 0 })
  await t.db.update(products).set({ loyaltyCoins: 9 })
  await t.db.update(variants).set({ sellingPrice: 1, quantity: 1 })

  const [order] = await t.db.select().from(orders).where(eq(orders.id, placed._id))
  const lines = await t.db.select().from(orderLines)
  expect(lines).toMatchObject([{ coins: 2, weight: 500_000 }])
  const found = lines.map((line) => ({ ...line, coins: line.coins ?? 0, swap: null, grams: null }))
  if (!order) throw new Error('The order is not there')
  const { rules, placedTotal } = order
  const again = (pieces: number) =>
    pickedBill({
      rules,
      placedTotal: placedTotal ?? 0,
      lines: found.map((line) => ({ ...line, found: pieces })),
    })
  expect(again(2)).toMatchObject({
    subtotal: order.subtotal,
    discount: order.discount,
    referralDiscount: order.referralDiscount,
    charges: order.charges,
    total: order.total,
    coins: order.coins,
    refund: 0,
  })
  // 333.33 − 29.33 − 16.67 + 4.17, although the coupon asks for 500 and one pack is worth less.
  expect(again(1)).toMatchObject({ total: 29_150, coins: 2 })
})
