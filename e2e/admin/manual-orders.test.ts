import { api } from '@kirana/contract'
import { caller, request } from '@kirana/testing/caller'
import { addCookie } from '@kirana/testing/cookies'
import { aPicture } from '@kirana/testing/png'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../test.ts'
import { acknowledge, form } from './list.ts'
import { answer, DATE_TIME, headers, refuse, rows, texts } from './table.ts'

const pictures = () => {
  const { name, mimeType, buffer } = aPicture()
  return [new File([new Uint8Array(buffer)], name, { type: mimeType })]
}
const fresh = '/admin/manual/orders/new'
const history = '/admin/manual/orders/history'
const listOf = (page: Page, name: string) => rows(page).filter({ hasText: name })
const status = (page: Page, name: string) => listOf(page, name).getByRole('combobox')
const live = (page: Page) => expect(page.getByRole('status').filter({ hasText: /^Live$/ })).toBeVisible()
const strip = (page: Page) => page.getByRole('complementary', { name: 'New orders' })

test('shows waiting photos and sets their order to Delivered, accessibly', async ({
  staffPage: page,
  context,
  customer,
}) => {
  const devika = await customer('Devika Rane')
  await devika.photos(3)
  await page.goto(fresh)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New Manual Orders')
  await expect(listOf(page, 'Devika Rane')).toBeVisible()
  expect(await headers(page)).toEqual(['Serial No.', 'Date', 'User', 'Phone Number', 'Status', 'Order List'])
  expect(await texts(page, listOf(page, 'Devika Rane'))).toMatchObject({
    'Serial No.': '1',
    Date: expect.stringMatching(DATE_TIME),
    'Order List': expect.stringMatching(/^View\s*Place order$/),
  })
  await expect(status(page, 'Devika Rane')).toHaveValue('Waiting')
  await expect(status(page, 'Devika Rane').getByRole('option')).toHaveText([
    'Waiting',
    'Delivered',
    'Canceled',
  ])
  await expect(page.getByText('1 of 1 Pages', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'View the list of Devika Rane', exact: true }).click()
  const dialog = form(page, 'Order List')
  const stage = (number: number) => dialog.getByRole('group', { name: `Photo ${number} of 3`, exact: true })
  await expect(stage(1)).toBeFocused()
  await expect(dialog.getByRole('button', { name: 'Previous photo' })).toBeDisabled()
  await page.keyboard.press('ArrowRight')
  await dialog.getByRole('button', { name: 'Next photo' }).click()
  await expect(stage(3)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Next photo' })).toBeDisabled()
  await page.keyboard.press('ArrowLeft')
  await expect(stage(2)).toBeVisible()
  const width = async () => (await stage(2).getByRole('img').boundingBox())?.width ?? 0
  const whole = await width()
  await page.keyboard.press('+')
  await dialog.getByRole('button', { name: 'Zoom in' }).click()
  await expect(dialog.getByText('200 %', { exact: true })).toBeVisible()
  await expect.poll(async () => (await width()) / whole).toBeCloseTo(2, 1)
  await stage(2).dblclick()
  await expect(dialog.getByText('100 %', { exact: true })).toBeVisible()

  const thumbnails = dialog.getByRole('list', { name: 'Photos' }).getByRole('link')
  await expect(thumbnails).toHaveCount(3)
  const tab = context.waitForEvent('page')
  await dialog.getByRole('link', { name: 'Photo 3, opens in a new tab', exact: true }).click()
  const opened = await (await tab).waitForLoadState().then(() => tab)
  expect(new URL(opened.url()).pathname).toMatch(/^\/api\/v1\/file\/get\/[\w-]+\.webp$/)
  // The opened photo is selected when the user returns to this tab.
  await expect(stage(3)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await status(page, 'Devika Rane').selectOption('Delivered')
  await acknowledge(page, 'Status has been changed')
  await expect(listOf(page, 'Devika Rane')).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: 'Manual Orders History', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manual Orders History')
  await expect(status(page, 'Devika Rane')).toHaveValue('Delivered')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'View the list of Devika Rane', exact: true }).click()
  await expect(stage(1).getByRole('img')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await status(page, 'Devika Rane').selectOption('Canceled')
  await acknowledge(page, 'Status has been changed')
  await expect(status(page, 'Devika Rane')).toHaveValue('Canceled')
  await page.getByRole('main').getByRole('link', { name: 'New Manual Orders', exact: true }).click()
  await expect(page).toHaveURL(fresh)
})

test('reverts a status that the server rejects', async ({ staffPage: page, customer }) => {
  const esha = await customer('Esha Gill')
  await esha.photos()
  await page.goto(history)
  let answered = () => {}
  const held = new Promise<void>((resolve) => (answered = resolve))
  await page.route('**/manual/order/status/change', async (route) => {
    await held
    await refuse('The list is being packed')(route)
  })
  await status(page, 'Esha Gill').focus()
  await status(page, 'Esha Gill').selectOption('Canceled')
  await expect(status(page, 'Esha Gill')).toHaveValue('Canceled')
  answered()
  await acknowledge(page, 'The list is being packed')
  await expect(status(page, 'Esha Gill')).toHaveValue('Waiting')
  await expect(status(page, 'Esha Gill')).toBeFocused()
})

test('signals a new photo order live until it is opened or its status changes', async ({
  staffPage: page,
  context,
  customer,
  call,
}) => {
  const farah = await customer('Farah Khan')
  await page.goto(fresh)
  await live(page)
  await expect(page.getByRole('button', { name: 'Ring for new orders' })).toBeVisible()
  const first = await farah.photos()
  await expect(listOf(page, 'Farah Khan').getByText('New', { exact: true })).toBeVisible()
  await expect(page).toHaveTitle(/^\(1\) New Manual Orders/)
  await expect(page.getByRole('status').filter({ hasText: 'New photo order from Farah Khan' })).toBeAttached()
  await expect(strip(page)).toContainText('Photo order · Farah Khan')

  const other = await context.newPage()
  await other.goto('/admin/charges')
  await expect(other).toHaveTitle(/^\(1\) Charges/)
  await strip(other).getByRole('button', { name: 'Photo order · Farah Khan' }).click()
  await expect(form(other, 'Order List')).toContainText('Farah Khan')
  await expect(other).toHaveURL(`${fresh}?open=${first}`)
  for (const tab of [page, other]) await expect(strip(tab)).toBeHidden()
  await expect(page).toHaveTitle(/^New Manual Orders/)
  await other.close()

  const second = await farah.photos()
  await farah.order()
  await expect(strip(page)).toContainText('2 new orders')
  await expect(page).toHaveTitle(/^\(2\) /)
  await call(api.manualOrders.changeStatus, { body: { orderId: second, status: 'Canceled' } })
  await expect(page).toHaveTitle(/^\(1\) /)
  await expect(listOf(page, 'Farah Khan')).toHaveCount(1)
  await strip(page).getByRole('button', { name: 'Acknowledge' }).click()
  await expect(strip(page)).toBeHidden()
})

/** A row in the format of the server's response. */
const row = (number: number) => ({
  _id: `id-${number}`,
  date: '2026-11-21',
  dateAndTime: '2026-11-21T13:16:00+05:30',
  username: `<b>${number}</b>`,
  phone: '+919820098200',
  orderStatus: 'Delivered',
  orderPath: ['gone.webp'],
  supportingDocs: [],
  isPrescription: false,
})

test('shows 30 per page with the page in the URL, and empty and failed states', async ({
  staffPage: page,
}) => {
  const path = '**/manual/order/get/all/orders/**'
  await page.route(path, (route) => {
    const at = Number(/orders\/(\d+)\/30/.exec(route.request().url())?.[1])
    const data = at === 1 ? Array.from({ length: 30 }, (_, n) => row(31 - n)) : at === 2 ? [row(1)] : []
    return route.fulfill({ json: { data: { data, totalPages: 2 }, message: 'OK' } })
  })
  await page.goto(history)
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(page).toHaveURL(`${history}?page=2`)
  await expect(page.getByText('2 of 2 Pages', { exact: true })).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  expect(await texts(page, rows(page))).toMatchObject({
    'Serial No.': '31',
    Date: '21 Nov 2026, 1:16 pm',
    User: '<b>1</b>',
    'Phone Number': '+91 98200 98200',
  })
  await page.getByRole('button', { name: 'View the list of <b>1</b>', exact: true }).click()
  await expect(form(page, 'Order List')).toContainText('This photo could not be loaded')
  await page.goBack()
  await expect(form(page, 'Order List')).toBeHidden()
  await page.goto(`${history}?page=9`)
  await expect(page).toHaveURL(`${history}?page=2`)
  await page.unroute(path)
  await page.route(path, answer([]))
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(page.getByText('No data found', { exact: true })).toBeVisible()
  await page.unroute(path)
  await page.route(path, refuse('The lists are being filed'))
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(page.getByText('The lists are being filed', { exact: true })).toBeVisible()
})

test('staff without the permission to place orders do not see prescription photos', async ({
  page,
  context,
  customer,
  server,
}) => {
  const gita = await customer('Gita Menon')
  for (const isPrescription of [true, false])
    await gita.call(api.storeManualOrders.add, { body: { isPrescription }, files: pictures() })
  const superadmin = caller(server.origin, { cookie: server.cookies.superadmin })
  const { _id: roleId } = await superadmin(api.roles.add, {
    body: { name: 'Reader', permissions: ['orders.read'] },
  })
  const person = { username: 'reader', password: 'Reader@2026' }
  await superadmin(api.staff.add, { body: { name: 'Reader', ...person, roleId } })
  const signedIn = await request(server.origin, api.staff.login, { body: person })
  await addCookie(context, server.origin, signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '')
  await page.goto(fresh)
  await expect(listOf(page, 'Gita Menon')).toHaveCount(2)
  const [list, prescription] = [listOf(page, 'Gita Menon').first(), listOf(page, 'Gita Menon').last()]
  await expect(prescription).toContainText('Prescription: only for staff who place orders')
  await expect(prescription.getByRole('button')).toHaveCount(0)
  await expect(list.getByRole('button', { name: 'View the list of Gita Menon' })).toBeVisible()
  await expectAccessible(page)
})
