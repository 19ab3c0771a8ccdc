import { api } from '@kirana/contract'
import { beforeEach } from 'vitest'
import { company } from '../../tables/company.ts'
import { staffApp } from '../staff-app.ts'

/** The app of tests about the month of GST: a store that is registered, without limits of orders. */
export async function gstApp() {
  const { t, make, staff, signInStaff } = await staffApp()
  beforeEach(async () => {
    await t.db.update(company).set({ name: 'Kirana', gstin: '27AAPFU0939F1ZV', gstRegistration: 'regular' })
    await make.unlimitedOrders()
  })
  const setStatus = (orderId: string, status: 'Delivered' | 'Canceled') =>
    t.call(
      api.orders.changeStatus,
      { params: { orderId, status }, query: status === 'Canceled' ? { cash: 'collected' } : {} },
      staff,
    )
  const month = async (name = '2026-11') =>
    (await t.call(api.gst.month, { params: { month: name } }, staff)).data
  return { t, make, staff, signInStaff, setStatus, month }
}
