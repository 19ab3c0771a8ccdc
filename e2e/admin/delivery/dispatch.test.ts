import { api } from '@kirana/contract'
import { aBag, aRiderWithBag, press, rupees } from '../../rider/phone.ts'
import { expect, expectAccessible, test } from '../../test.ts'
import { scan } from '../scanner.ts'

test('assigns selected bags to a rider, and shows the reason for a bag that is rejected', async ({
  staffPage: page,
  call,
  customer,
}) => {
  const buyer = await customer()
  const { rider, order: first } = await aRiderWithBag(call, buyer)
  const { rider: other, order: taken } = await aRiderWithBag(call, buyer)
  const { totalPrice: cashLimit } = first
  await call(api.riders.edit, {
    body: { riderId: rider._id, name: rider.name, phone: rider.phone, isActive: true, cashLimit },
  })
  // Without the event stream, this screen does not learn that another dispatcher has assigned a bag.
  await page.route('**/api/v1/events*', (route) => route.fulfill({ status: 503, body: '' }))
  await page.goto('/admin/dispatch')
  const row = (number: string) => page.getByRole('row', { name: new RegExp(number) })
  const choose = (number: string) => page.getByLabel(`Choose ${number}`).check()
  await choose(first.order_id)
  await choose(taken.order_id)
  const assign = page.getByRole('button', { name: 'Give 2 bags', exact: true })
  await expect(assign).toBeDisabled()
  await page.getByLabel('Rider', { exact: true }).selectOption({ label: rider.name })
  await call(api.dispatch.assign, { body: { riderId: other._id, orders: [taken._id] } })
  await assign.click()
  const refused = page.getByRole('alert').filter({ hasText: taken.order_id })
  await expect(refused).toHaveText(`${taken.order_id} ${other.name} has this bagOK`)
  await expect(row(first.order_id)).toContainText('Assigned')
  await expect(row(first.order_id)).toContainText(rider.name)
  await expect(row(taken.order_id)).toContainText(other.name)
  await expect(page.getByLabel(`Choose ${taken.order_id}`)).toHaveCount(0)
  await expectAccessible(page)
  await press(page, 'OK')

  const next = await aBag(call, buyer)
  await press(page, 'Refresh')
  await expect(row(next.order_id)).toBeVisible()
  await scan(page, next.order_id)
  const chosen = page.getByText(`${next.order_id}: 1 bag chosen`)
  await expect(chosen).toBeVisible()
  await press(page, 'Give 1 bag')
  await expect(chosen).toHaveCount(0)
  await expect(page.getByRole('alert')).toContainText(`it is more than the limit of ${rupees(cashLimit)}`)
  await press(page, 'OK')
  await press(page, `Bag is back: ${first.order_id}`)
  await expect(row(first.order_id)).toContainText('Packed')
  const label = page.getByRole('link', { name: `Label of ${first.order_id}`, exact: true })
  const answer = await page.request.get((await label.getAttribute('href')) ?? '')
  expect(answer.headers()['content-type']).toBe('application/pdf')
})
