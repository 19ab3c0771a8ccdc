import { api } from '@kirana/contract'
import { company } from '../../tables/company.ts'
import type { OnlineApp } from '../payments/online.ts'
import { anotherPicker, pickerOf } from '../picking.ts'

/** An empty store with two members of staff. */
export async function newStore({ t, make, reset }: OnlineApp) {
  await reset()
  await t.db.update(company).set({
    referralDiscount: 500,
    pointsPerReferral: 30,
    pointValue: 73,
    dailyCoinsPerStaff: 1_000,
    openOrdersPerCustomer: 1_000,
    upiId: 'kirana@okbank',
  })
  await make.aPincode()
  await make.aCharge()
  const staff = await t.signIn.staff()
  const { who, ...second } = await anotherPicker(t)
  return { staff: [staff, who], pickers: [pickerOf(t, staff), second] } as const
}
export type Store = Awaited<ReturnType<typeof newStore>>

/** Signs the staff in again: their sessions end when the clock passes. */
export async function signInAgain({ t }: OnlineApp, { staff }: Pick<Store, 'staff'>) {
  Object.assign(staff[0], await t.signIn.staff())
  Object.assign(staff[1], await t.signIn.staff('ravi'))
}

/** What a sequence is about: a product, what replaces it, and two customers who know each other's referral codes. */
export async function newShop(o: OnlineApp, store: Store) {
  const { t, make, razorpay } = o
  await signInAgain(o, store)
  razorpay.webhooks.length = 0
  const product = await make.aProduct({ loyaltyCoins: 3 })
  const spare = await make.aProduct({ loyaltyCoins: 1, variants: [{ sellingPrice: 6_100 }] })
  const counted = { variantId: product.item().variantId, onHand: 12, reason: 'Opened the store' }
  await t.call(api.stock.count, { body: counted }, store.staff[0])
  const coupon = (await make.aCoupon()).name
  const customers = [await make.aCustomer({ money: 20_000 }), await make.aCustomer({ coins: 40 })] as const
  const orders: { id: string; checkoutId: string; who: number }[] = []
  return { ...store, o, product, spare, coupon, customers, orders, withdrawals: [] as string[] }
}
export type Shop = Awaited<ReturnType<typeof newShop>>

/** Chooses an existing thing; undefined if there is none. */
export const oneOf = <T>(list: readonly T[], nth: number): T | undefined =>
  list[nth % Math.max(list.length, 1)]
