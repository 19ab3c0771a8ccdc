import { api } from '@kirana/contract'
import { expect, test } from '../test.ts'
import { aPhoneOnTheRoad, PIN, press } from './phone.ts'

const STORED_DAY = "localStorage.getItem('kirana-rider-day')"

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
  const signIn = page.getByRole('heading', { name: 'Rider Log In' })
  await expect(signIn).toBeVisible()
  expect(await page.evaluate<string | null>(STORED_DAY)).toBeNull()

  await context.setOffline(true)
  await page.clock.fastForward('00:30')
  await page.getByLabel('Phone number').fill(phone)
  await page.getByLabel('PIN').fill(PIN)
  await press(page, 'Log in')
  await expect(page.getByText('Something went wrong')).toBeVisible()
  await expect(signIn).toBeVisible()
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
