import { api } from '@kirana/contract'
import { expect, test } from 'vitest'
import { company } from '../../tables/company.ts'
import { claimsApp } from '../../testing/claims.ts'
import { findInvariantViolations } from '../../testing/violations.ts'

const { t, make, staff, setStatus, claim, refund, walletOf } = await claimsApp()

/** A delivered first order of two pieces, for which the owner of the code was granted 30 coins. */
async function anInvitedOrder() {
  await make.aPincode()
  await t.db.update(company).set({ referralDiscount: 500, pointsPerReferral: 30 })
  const friend = await make.aCustomer()
  const customer = await make.aCustomer()
  const product = await make.aProduct({ title: 'Ghee', loyaltyCoins: 2 })
  const items = [product.item(2)]
  const { _id: orderId } = await make.anOrder({ customer, items, referCode: friend.user.referCode })
  await setStatus(orderId, 'Delivered')
  const refundOne = async () => refund((await claim(customer, orderId, [{ line: 1, pieces: 1 }])).data._id)
  return { friend, customer, orderId, refundOne }
}

test('the reward for an invitation is taken back with the last refunded piece, and is not granted again', async () => {
  const { friend, orderId, refundOne } = await anInvitedOrder()
  expect((await refundOne()).status).toBe(200)
  expect(await walletOf(friend)).toMatchObject({ coins: 30 })
  expect((await refundOne()).status).toBe(200)
  expect(await walletOf(friend)).toMatchObject({ coins: 0 })
  expect(await findInvariantViolations(t.db)).toEqual([])
  expect((await setStatus(orderId, 'Canceled', 'collected')).status).toBe(200)
  expect(await walletOf(friend)).toMatchObject({ coins: 0 })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('the store bears a reward that is spent', async () => {
  const { friend, customer, orderId } = await anInvitedOrder()
  await t.db.update(company).set({ pointValue: 1_000 })
  const account = { amount: 250, upiId: 'ravi@upi' }
  expect((await t.call(api.storeWallet.withdraw, { body: account }, friend)).status).toBe(200)
  const { data } = await claim(customer, orderId, [{ line: 1, pieces: 2 }])
  expect((await refund(data._id)).status).toBe(200)
  expect(await walletOf(friend)).toMatchObject({ coins: 0 })
  const detail = await t.call(api.orders.get, { params: { orderId } }, staff)
  expect(detail.data[0]).toMatchObject({ delivaryStatus: 'Delivered', net: 0 })
  expect(await findInvariantViolations(t.db)).toEqual([])
})
