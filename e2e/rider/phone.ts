import { randomInt } from 'node:crypto'
import { api } from '@kirana/contract'
import type { Browser, Page } from '@playwright/test'
import type { Call } from '@kirana/testing/caller'
import type { Customer } from '@kirana/testing/customer'
import { expect } from '../test.ts'

export const PIN = '135790'
let people = 0

/** A rider with a PIN, and a packed bag of a new customer. */
export async function aRiderWithBag(call: Call, customer: Customer) {
  const phone = `+91960${String(randomInt(10_000_000)).padStart(7, '0')}`
  const rider = await call(api.riders.add, {
    body: {
      name: `Rider ${'ABCDEFGHIJ'.charAt(++people)}`,
      phone,
      isActive: true,
      cashLimit: 50_000,
      pin: PIN,
    },
  })
  const order = await customer.order()
  await call(api.orders.changeStatus, { params: { orderId: order._id, status: 'Prepeared' }, query: {} })
  return { rider, order }
}

/** The rider's phone, signed in. */
export async function phoneOf(browser: Browser, origin: string, phone: string) {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  })
  const page = await context.newPage()
  await page.goto('/rider')
  await page.getByLabel('Phone number').fill(phone)
  await page.getByLabel('PIN').fill(PIN)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByText('Cash in hand')).toBeVisible()
  return { context, page }
}

export const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).click()
export const inHand = async (call: Call, riderId: string) =>
  (await call(api.cash.get, {})).riders.find(({ _id }) => _id === riderId)?.inHand
export const statusOf = async (call: Call, orderId: string) =>
  (await call(api.orders.get, { params: { orderId } }))[0]?.delivaryStatus
