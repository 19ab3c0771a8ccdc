import { randomUUID } from 'node:crypto'
import { api } from '@kirana/contract'
import { sql } from 'drizzle-orm'
import { beforeEach } from 'vitest'
import { company } from '../tables/company.ts'
import { staffApp } from './staff-app.ts'

type Customer = Awaited<ReturnType<Awaited<ReturnType<typeof staffApp>>['make']['aCustomer']>>
type Lines = { line: number; pieces: number }[]

/** The app of tests about claims: a store that is registered for GST, and a delivered order whose pieces can be claimed. */
export async function claimsApp() {
  const { t, make, staff, signInStaff } = await staffApp()
  beforeEach(async () => {
    await t.db.update(company).set({ name: 'Kirana', gstin: '27AAPFU0939F1ZV', gstRegistration: 'regular' })
  })

  const setStatus = (
    orderId: string,
    status: 'Confirmed' | 'Prepeared' | 'Delivered' | 'Canceled' | 'Dispatched',
    cash?: 'collected',
  ) => t.call(api.orders.changeStatus, { params: { orderId, status }, query: cash ? { cash } : {} }, staff)

  /** A delivered order of 3 pieces for ₹89.99 after its discount, and of 1 for ₹50, both at 5 %. */
  async function aDelivered(payment: 'cod' | 'wallet' = 'cod') {
    const customer = await make.aCustomer({
      fullName: 'Meera Nair',
      money: payment === 'wallet' ? 100_000 : 0,
    })
    const ghee = await make.aProduct({
      title: 'Ghee',
      hsn: '0405',
      gstRate: 500,
      loyaltyCoins: 2,
      variants: [{ sellingPrice: 3_300 }],
    })
    const rice = await make.aProduct({ title: 'Rice', hsn: '1006', gstRate: 500 })
    // ₹149.00 less ₹13.57: the line of ₹99.00 bears ₹9.02, that of ₹50.00 ₹4.55.
    const coupon = await make.aCoupon({ amount: 1_357 })
    const { _id: orderId } = await make.anOrder({
      customer,
      payment,
      coupon: coupon.name,
      items: [ghee.item(3), rice.item(1)],
    })
    await setStatus(orderId, 'Delivered')
    return { customer, orderId, ghee, rice }
  }

  const claim = (customer: Customer, orderId: string, lines: Lines, files: File[] = []) =>
    t.call(
      api.storeClaims.add,
      { body: { orderId, lines: JSON.stringify(lines), reason: 'damaged', note: 'The lid was open' }, files },
      customer,
    )
  const refund = (
    claimId: string,
    more: { actionId?: string; to?: 'wallet' | 'source' | 'cash'; lines?: Lines; restock?: Lines } = {},
  ) => t.call(api.claims.refund, { body: { claimId, actionId: randomUUID(), to: 'wallet', ...more } }, staff)
  const replace = (claimId: string, more: { actionId?: string; lines?: Lines } = {}) =>
    t.call(api.claims.replace, { body: { claimId, actionId: randomUUID(), ...more } }, staff)
  const claimsOf = async (query: { state?: 'all'; order?: string } = {}) =>
    (await t.call(api.claims.list, { params: { page: '1' }, query }, staff)).data.data
  const amountOf = async (claimId: string) =>
    (await t.call(api.claims.amount, { query: { claimId } }, staff)).data
  const walletOf = async ({ id }: Customer) => {
    const { rows } = await t.db.execute(sql`SELECT coins::int, money::int FROM wallets WHERE user_id = ${id}`)
    return rows[0]
  }
  const month = async () => (await t.call(api.gst.month, { params: { month: '2026-11' } }, staff)).data
  return {
    t,
    make,
    staff,
    signInStaff,
    setStatus,
    aDelivered,
    claim,
    refund,
    replace,
    claimsOf,
    amountOf,
    walletOf,
    month,
  }
}
