import { randomInt } from 'node:crypto'
import { api } from '@kirana/contract'
import type { Browser, Page } from '@playwright/test'
import type { Call } from '@kirana/testing/caller'
import type { Customer } from '@kirana/testing/customer'
import type { Server } from '@kirana/testing/server'
import { expect } from '../test.ts'

export const PIN = '135790'
let people = 0
/** Names may contain only letters. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const freshName = () =>
  `Rider ${LETTERS.charAt(Math.floor(people / LETTERS.length) % LETTERS.length)}${LETTERS.charAt(people++ % LETTERS.length)}`

/** Adds a packed order of the customer. */
export async function aBag(call: Call, customer: Customer) {
  const order = await customer.order()
  await call(api.orders.changeStatus, { params: { orderId: order._id, status: 'Prepeared' }, query: {} })
  return order
}

/** Adds a rider with a PIN, and a packed order of the customer. */
export async function aRiderWithBag(call: Call, customer: Customer) {
  const phone = `+91960${String(randomInt(10_000_000)).padStart(7, '0')}`
  const rider = await call(api.riders.add, {
    body: {
      name: freshName(),
      phone,
      isActive: true,
      cashLimit: 50_000,
      pin: PIN,
    },
  })
  return { rider, order: await aBag(call, customer) }
}

/** Fills in the sign-in form and sends it. */
export async function signIn(page: Page, phone: string) {
  await page.getByLabel('Phone number').fill(phone)
  await page.getByLabel('PIN').fill(PIN)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
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
  await signIn(page, phone)
  await expect(page.getByText('Cash in hand')).toBeVisible()
  return { context, page }
}

type Fixtures = {
  call: Call
  customer: () => Promise<Customer>
  server: Pick<Server, 'origin'>
  browser: Browser
}

/** The phone of a new rider, signed in, with a bag that is assigned to them. */
export async function aPhoneWithBag({ call, customer, server, browser }: Fixtures) {
  const { rider, order } = await aRiderWithBag(call, await customer())
  await call(api.dispatch.assign, { body: { riderId: rider._id, orders: [order._id] } })
  return { rider, order, ...(await phoneOf(browser, server.origin, rider.phone)) }
}

/** The phone of a new rider, signed in, with a bag on the road. */
export async function aPhoneOnTheRoad(fixtures: Fixtures) {
  const set = await aPhoneWithBag(fixtures)
  await press(set.page, 'Start')
  await expect.poll(() => statusOf(fixtures.call, set.order._id)).toBe('Out for Delivary')
  return set
}

/** The phone of a new rider, signed in, with two bags of one customer on the road: `order` and `next`. */
export async function aPhoneWithTwoBags({ call, customer, server, browser }: Fixtures) {
  const buyer = await customer()
  const { rider, order } = await aRiderWithBag(call, buyer)
  const next = await aBag(call, buyer)
  await call(api.dispatch.assign, { body: { riderId: rider._id, orders: [order._id, next._id] } })
  const phone = await phoneOf(browser, server.origin, rider.phone)
  await press(phone.page, 'Start all 2 bags')
  for (const { _id } of [order, next]) await expect.poll(() => statusOf(call, _id)).toBe('Out for Delivary')
  return { rider, order, next, ...phone }
}

/** Delivers the bag on the screen for the exact amount in cash. */
export async function deliverForCash(page: Page) {
  await press(page, 'Delivered')
  await press(page, /^Exactly .* in cash$/)
}

/** '₹1,504.00', as the screens show it. */
export const rupees = (amount: number) =>
  amount.toLocaleString('en-IN', { style: 'currency', currency: 'INR' })

export const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).click()
export const inHand = async (call: Call, riderId: string) =>
  (await call(api.cash.get, {})).riders.find(({ _id }) => _id === riderId)?.inHand
export const statusOf = async (call: Call, orderId: string) =>
  (await call(api.orders.get, { params: { orderId } }))[0]?.delivaryStatus
