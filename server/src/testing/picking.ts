import { randomUUID } from 'node:crypto'
import { api } from '@kirana/contract'
import type { Sent } from '@kirana/contract/wire/route'
import { eq } from 'drizzle-orm'
import { staff as staffTable } from '../tables/people.ts'
import type { Credentials, TestApp } from './app.ts'
import type { factories } from './factories.ts'

type Line = Omit<Sent<typeof api.pick.line>['body'], 'actionId'> & { actionId?: string }

/** The calls of a picker; each action gets a new id unless one is given. */
export const pickerOf = ({ call }: TestApp, who: Credentials) => ({
  get: (orderId: string) => call(api.pick.get, { params: { orderId } }, who),
  swaps: (orderId: string, line: number) => call(api.pick.swaps, { params: { orderId, line } }, who),
  claim: (orderId: string, takeOver = false) => call(api.pick.claim, { body: { orderId, takeOver } }, who),
  line: (line: Line) => call(api.pick.line, { body: { actionId: randomUUID(), ...line } }, who),
  release: (orderId: string) => call(api.pick.release, { body: { orderId } }, who),
  done: (orderId: string, actionId: string = randomUUID()) =>
    call(api.pick.done, { body: { orderId, actionId } }, who),
})

/** Picks an order of one line, of which one piece is missing. Returns the status of the claim if refused, otherwise of the end. */
export async function pickOneShort(t: TestApp, who: Credentials, orderId: string): Promise<number> {
  const picker = pickerOf(t, who)
  const { status } = await picker.claim(orderId)
  if (status !== 200) return status
  await picker.line({ orderId, line: 1, found: 1, short: { quantity: 1, reason: 'not there' } })
  return (await picker.done(orderId)).status
}

/** A second member of staff. */
export async function anotherPicker(t: TestApp, name = 'Ravi') {
  const who = await t.signIn.staff(name.toLowerCase())
  await t.db.update(staffTable).set({ name }).where(eq(staffTable.id, who.id))
  return { who, ...pickerOf(t, who) }
}

/**
 * The worked example of the document that fixes the rules: 2 × ₹60, 1 × ₹45.50, 1 kg at ₹38; a coupon of 10 % from ₹200,
 * ₹25 delivery and 2 % handling make ₹212.22. `other` costs ₹52, of the same subcategory as `curd`.
 */
export async function workedExample(make: ReturnType<typeof factories>) {
  await make.aPincode()
  const milk = await make.aProduct({ title: 'Milk', loyaltyCoins: 2, variants: [{ sellingPrice: 6_000 }] })
  const curd = await make.aProduct({ title: 'Curd', loyaltyCoins: 5, variants: [{ sellingPrice: 4_550 }] })
  const rice = await make.aProduct({
    title: 'Rice',
    loyaltyCoins: 1,
    variants: [{ sellingPrice: 3_800, quantity: 1_000, unit: 'Kilo' }],
  })
  const { sectionId, categoryId, subcategoryId } = curd
  const other = await make.aProduct({
    title: 'Thick curd',
    loyaltyCoins: 3,
    variants: [{ sellingPrice: 5_200, mrp: 5_500 }],
    sectionId,
    categoryId,
    subcategoryId,
  })
  const coupon = await make.aCoupon({ amountType: 'percentage', amount: 1_000, minimum: 20_000 })
  await make.aCharge({ amount: 2_500 })
  await make.aCharge({ title: 'Handling', amountType: 'percentage', amount: 200 })
  const items = [milk.item(2), curd.item(), rice.item()]
  return { milk, curd, rice, other, coupon, items, ordered: { items, coupon: coupon.name } }
}

/** Picks the worked example: one milk is not there, the curd is swapped for the other, the rice weighs 920 g. */
export async function pickExample(picker: ReturnType<typeof pickerOf>, orderId: string, swap: string) {
  await picker.claim(orderId)
  await picker.line({ orderId, line: 1, found: 1, short: { quantity: 1, reason: 'not there' } })
  await picker.line({ orderId, line: 2, swap: { variantId: swap, quantity: 1 } })
  return picker.line({ orderId, line: 3, grams: 920 })
}
