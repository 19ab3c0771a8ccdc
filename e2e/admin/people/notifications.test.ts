import { api } from '@kirana/contract'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../../test.ts'
import { popup } from '../dialogs.ts'

test.beforeEach(({ fcm }) => {
  fcm.received.length = 0
  fcm.reply = () => 'sent'
})

const offering = (page: Page) => page.getByRole('dialog', { name: 'Send an offer to everybody', exact: true })
async function openOffer(page: Page) {
  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'send offer', exact: true }).click()
  await expect(offering(page).getByText(/^It reaches \d+ customers$/)).toBeVisible()
  return offering(page)
}

test('shows the reach of an offer, asks for confirmation, and shows its progress, accessibly', async ({
  staffPage: page,
  fcm,
  call,
}) => {
  const { reach } = await call(api.notifications.reach, {})
  const phones = new Set<string>()
  let isHeld = true
  // The first token is invalid; the second reply waits until the progress is visible.
  fcm.reply = (token) => {
    phones.add(token)
    const [first, second] = phones
    if (token === second && isHeld) return 'slow'
    return token === first ? 'dead' : 'sent'
  }
  const dialog = await openOffer(page)
  await expect(dialog.getByText(`It reaches ${reach} customers`)).toBeVisible()
  const send = dialog.getByRole('button', { name: 'send offer', exact: true })
  await send.click()
  await expect(dialog.getByRole('alert')).toHaveText('Title, body is required')
  await dialog.getByLabel('Title').fill('Mango days')
  await dialog.getByLabel('Body').fill('हापुस 20% off')
  await send.click()
  const question = page.getByRole('alertdialog', { name: `Send “Mango days” to ${reach} customers?` })
  await question.getByRole('button', { name: 'Cancel', exact: true }).click()
  expect(fcm.received).toEqual([])
  await expect(dialog.getByLabel('Title')).toHaveValue('Mango days')
  await send.click()
  await question.getByRole('button', { name: 'Send', exact: true }).click()
  await popup(page, 'Notification send successfully')
  const message = dialog.getByRole('listitem').filter({ hasText: 'Mango days' })
  await expect(message).toContainText('Sending')
  await expect(message.getByRole('progressbar')).toBeVisible()
  await expect(dialog.getByLabel('Title')).toHaveValue('')
  isHeld = false
  fcm.hangUp()
  await expect(message).toContainText(`${reach - 1} of ${reach} sent`, { timeout: 15_000 })
  await expect(message).toContainText('1 no longer reachable')
  await expect(message).toContainText('All customers')
  await expect(message.getByText('Sent', { exact: true })).toBeVisible()
  await expect(message.getByRole('progressbar')).toHaveCount(0)
  expect(fcm.received.find(({ title }) => title === 'Mango days')).toMatchObject({ body: 'हापुस 20% off' })
  await send.click()
  await expect(dialog.getByRole('alert')).toHaveText('Title, body is required')
  await expectAccessible(page)
})

test('sends a message to one customer, if that customer has a push token', async ({
  staffPage: page,
  fcm,
  customer,
}) => {
  const meera = await customer('Meera Shah')
  await meera.call(api.storeMe.edit, { body: { fcmToken: `meera:${meera.phone}` } })
  const row = () => page.getByRole('row').filter({ hasText: 'Meera Shah' })
  await page.goto(`/admin/users?search=${meera.phone.slice(3)}`)
  await row().getByRole('button', { name: /^SEND/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Send a notification to Meera Shah', exact: true })
  const send = dialog.getByRole('button', { name: 'SEND', exact: true })
  await send.click()
  await expect(dialog.getByRole('alert')).toHaveText('Title, body and fcm token is required')
  await dialog.getByLabel('Title').fill('Your order')
  await dialog.getByLabel('Body').fill('It is on its way')
  fcm.reply = () => 'sent'
  await send.click()
  await popup(page, 'Notification send successfully')
  await expect(dialog).toBeHidden()
  await expect
    .poll(() => fcm.received.filter(({ title }) => title === 'Your order'))
    .toMatchObject([{ token: `meera:${meera.phone}`, body: 'It is on its way' }])
})

test('keeps the entries after an error, with or without a message', async ({ staffPage: page, customer }) => {
  const ravi = await customer('Ravi Rao')
  await ravi.call(api.storeMe.edit, { body: { fcmToken: `ravi:${ravi.phone}` } })
  await page.goto(`/admin/users?search=${ravi.phone.slice(3)}`)
  await page.getByRole('row').filter({ hasText: 'Ravi Rao' }).getByRole('button', { name: /^SEND/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Send a notification to Ravi Rao', exact: true })
  await dialog.getByLabel('Title').fill('Hello')
  await dialog.getByLabel('Body').fill('Ravi')
  await ravi.call(api.storeMe.edit, { body: { fcmToken: '' } })
  const send = dialog.getByRole('button', { name: 'SEND', exact: true })
  await send.click()
  await popup(page, 'No customer has this phone any more. Refresh the list')
  await page.route('**/notification/send/**', (route) => route.abort())
  await send.click()
  await popup(page, 'Notification sent failed')
  await expect(dialog.getByLabel('Title')).toHaveValue('Hello')
  await expect(dialog.getByLabel('Body')).toHaveValue('Ravi')
})
