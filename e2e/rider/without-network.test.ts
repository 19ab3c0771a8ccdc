import { api } from '@kirana/contract'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../test.ts'
import {
  aPhoneOnTheRoad,
  aPhoneWithBag,
  aPhoneWithTwoBags,
  deliverForCash,
  inHand,
  press,
  statusOf,
} from './phone.ts'

/** The URLs in Cache Storage. */
const STORED = `(async () => {
  const paths = []
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname)
  return paths
})()`

test('a delivery without a network is stored once, with one posting, after the network is back', async ({
  call,
  customer,
  server,
  browser,
}) => {
  const { rider, order, context, page } = await aPhoneOnTheRoad({ call, customer, server, browser })
  await context.setOffline(true)
  await deliverForCash(page)
  await expect(page.getByText('No network. 1 to be sent')).toBeVisible()
  expect(await statusOf(call, order._id)).toBe('Out for Delivary')
  await context.setOffline(false)
  await expect.poll(() => statusOf(call, order._id), { timeout: 20_000 }).toBe('Delivered')
  await expect(page.getByText('No network')).toBeHidden()
  expect(await inHand(call, rider._id)).toBe(order.totalPrice)
  await context.close()
})

test('opens and reloads without a network, with the bags and the waiting actions', async ({
  call,
  customer,
  server,
  browser,
}) => {
  const { rider, order, context, page } = await aPhoneOnTheRoad({ call, customer, server, browser })
  await expect(page.getByRole('link', { name: 'Navigate' })).toHaveAttribute('href', /^geo:0,0\?q=.+/)
  const manifest = (await page.locator('link[rel="manifest"]').getAttribute('href')) ?? ''
  expect(await (await page.request.get(manifest)).json()).toMatchObject({
    start_url: '/rider',
    display: 'standalone',
  })
  await page.evaluate('navigator.serviceWorker.ready.then(() => {})')
  await context.setOffline(true)
  await page.close()
  const opened = await context.newPage()
  await opened.goto('/rider')
  await expect(opened.getByRole('region', { name: `Order ${order.order_id}` })).toBeVisible()
  await deliverForCash(opened)
  await expect(opened.getByText('No network. 1 to be sent')).toBeVisible()
  await opened.reload()
  await expect(opened.getByText('No network. 1 to be sent')).toBeVisible()
  const stored = await opened.evaluate<string[]>(STORED)
  expect(stored).toContain('/index.html')
  expect(stored.filter((path) => path.startsWith('/api/'))).toEqual([])

  // Requests hang: no response, no error.
  await opened.route('**/api/**', () => {})
  await context.setOffline(false)
  await opened.reload()
  await expect(opened.getByText('No bags to deliver')).toBeVisible()
  await opened.unroute('**/api/**')
  await opened.reload()
  await expect.poll(() => statusOf(call, order._id), { timeout: 20_000 }).toBe('Delivered')
  expect(await inHand(call, rider._id)).toBe(order.totalPrice)
  await context.close()
})

test('customers’ addresses are deleted from the phone 12 hours after signing in, also without a network', async ({
  call,
  customer,
  server,
  browser,
}) => {
  const { order, context, page } = await aPhoneWithBag({ call, customer, server, browser })
  const bag = (of: Page) => of.getByRole('region', { name: `Order ${order.order_id}` })
  await expect(bag(page)).toBeVisible()
  await page.evaluate('navigator.serviceWorker.ready.then(() => {})')
  await context.setOffline(true)
  await page.close()
  const opened = await context.newPage()
  await opened.clock.install()
  await opened.goto('/rider')
  await opened.clock.fastForward('11:55:00')
  await expect(bag(opened)).toBeVisible()
  // The page stays open.
  await opened.clock.fastForward('10:00')
  await expect(opened.getByRole('button', { name: 'Retry' })).toBeVisible()
  await expect(bag(opened)).toBeHidden()
  expect(await opened.evaluate<string | null>("localStorage.getItem('kirana-rider-day')")).toBeNull()
  await context.close()
})

test('a rider with unsent actions is asked before logging out', async ({
  call,
  customer,
  server,
  browser,
}) => {
  const { order, context, page } = await aPhoneOnTheRoad({ call, customer, server, browser })
  await page.route('**/rider/deliver', (route) => route.abort())
  await deliverForCash(page)
  await expect(page.getByText('No network. 1 to be sent')).toBeVisible()
  const question = page.getByRole('alertdialog', { name: '1 action not sent yet' })
  const answer = (name: string) => question.getByRole('button', { name, exact: true }).click()
  await press(page, 'Log out')
  await expectAccessible(page)
  await answer('Send first')
  await expect(question).toContainText('Not sent: there is no connection')
  await answer('Stay')
  await expect(page.getByText('No network. 1 to be sent')).toBeVisible()
  expect(await statusOf(call, order._id)).toBe('Out for Delivary')

  await press(page, 'Log out')
  await page.unroute('**/rider/deliver')
  await answer('Send first')
  await expect(page.getByRole('heading', { name: 'Rider Log In' })).toBeVisible()
  expect(await statusOf(call, order._id)).toBe('Delivered')
  await context.close()
})

test('an action without a response does not hold up those on other bags', async ({
  call,
  customer,
  server,
  browser,
}) => {
  const { order, next, context, page } = await aPhoneWithTwoBags({ call, customer, server, browser })
  const bag = page.getByRole('region', { name: /^Order / })
  await page.route('**/rider/fail', (route) => route.abort())
  const failed = (await bag.getAttribute('aria-label')) ?? ''
  await press(page, 'Could not deliver')
  await press(page, 'Nobody at home')
  await expect(bag).not.toHaveAttribute('aria-label', failed)
  await deliverForCash(page)
  const ends = async () => new Set([await statusOf(call, order._id), await statusOf(call, next._id)])
  await expect.poll(ends).toEqual(new Set(['Delivered', 'Out for Delivary']))
  await expect(page.getByText('No network. 1 to be sent')).toBeVisible()
  const states = async () =>
    (await call(api.dispatch.get, {})).bags.flatMap(({ _id, state }) =>
      _id === order._id || _id === next._id ? state : [],
    )
  expect(await states()).toEqual(['on the road'])
  await page.unroute('**/rider/fail')
  await expect.poll(states, { timeout: 20_000 }).toEqual(['failed'])
  await context.close()
})
