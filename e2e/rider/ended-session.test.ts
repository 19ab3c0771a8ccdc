import { api } from '@kirana/contract'
import type { Page } from '@playwright/test'
import { expect, test } from '../test.ts'
import {
  aPhoneOnTheRoad,
  aPhoneWithBag,
  deliverForCash,
  inHand,
  PIN,
  press,
  rupees,
  signIn,
  statusOf,
} from './phone.ts'

const STORED_DAY = "localStorage.getItem('kirana-rider-day')"
const signInOf = (page: Page) => page.getByRole('heading', { name: 'Rider Log In' })

test('a day is not shown again after its session has ended, even if later calls fail', async ({
  call,
  customer,
  server,
  browser,
}) => {
  const { rider, order, context, page } = await aPhoneOnTheRoad({ call, customer, server, browser })
  await page.clock.install()
  await page.reload()
  const bag = page.getByRole('region', { name: `Order ${order.order_id}` })
  await expect(bag).toBeVisible()
  const { _id: riderId, name, phone, cashLimit } = rider
  await call(api.riders.edit, { body: { riderId, name, phone, cashLimit, isActive: false } })
  await page.clock.fastForward('00:30')
  const heading = signInOf(page)
  await expect(heading).toBeVisible()
  expect(await page.evaluate<string | null>(STORED_DAY)).toBeNull()

  await context.setOffline(true)
  await page.clock.fastForward('00:30')
  await signIn(page, phone)
  await page.getByRole('alertdialog', { name: 'Something went wrong' }).getByRole('button').click()
  await expect(heading).toBeVisible()
  await expect(bag).toBeHidden()
  expect(await page.evaluate<string | null>(STORED_DAY)).toBeNull()

  // Signed in again, the rider gets the day even if the first call for it fails.
  await call(api.riders.edit, { body: { riderId, name, phone, cashLimit, isActive: true, pin: PIN } })
  await context.setOffline(false)
  await page.route('**/rider/me', (route) => route.abort(), { times: 1 })
  await press(page, 'Log in')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(bag).toBeVisible()
  await context.close()
})

test('a delivery is sent only with a session of the rider who made it', async ({
  call,
  customer,
  server,
  browser,
}) => {
  const fixtures = { call, customer, server, browser }
  const { rider, order, context, page } = await aPhoneOnTheRoad(fixtures)
  const other = await aPhoneWithBag(fixtures)
  await context.setOffline(true)
  await deliverForCash(page)
  await expect(page.getByText('No network. 1 to be sent')).toBeVisible()
  // The other rider signs in in another tab. This tab has the first rider's day until its next call for it.
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/rider/me', async (route) => {
    await isReleased
    await route.continue()
  })
  const sent = page.waitForResponse('**/rider/deliver')
  await context.addCookies(await other.context.cookies())
  await context.setOffline(false)
  expect((await sent).status()).toBe(401)
  release()
  await expect(page.getByRole('heading', { name: other.rider.name })).toBeVisible()
  expect(await statusOf(call, order._id)).toBe('Out for Delivary')

  // That rider's session ends, and the first call for the next rider's day fails.
  const { _id: riderId, name, phone, cashLimit } = other.rider
  await call(api.riders.edit, { body: { riderId, name, phone, cashLimit, isActive: true, pin: PIN } })
  await page.reload()
  await expect(signInOf(page)).toBeVisible()
  await page.route('**/rider/me', (route) => route.abort(), { times: 1 })
  await signIn(page, rider.phone)
  await press(page, 'Retry')
  await expect.poll(() => statusOf(call, order._id)).toBe('Delivered')
  await expect(page.getByText('Cash in hand')).toHaveText(`Cash in hand${rupees(order.totalPrice)}`)
  expect(await inHand(call, rider._id)).toBe(order.totalPrice)
  expect(await inHand(call, riderId)).toBe(0)
  await other.context.close()
  await context.close()
})
