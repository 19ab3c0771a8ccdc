import { api } from '@kirana/contract'
import type { Page } from '@playwright/test'
import { caller, request } from '@kirana/testing/caller'
import { addCookie } from '@kirana/testing/cookies'
import { expect, expectAccessible, test } from '../../test.ts'
import { addPerson } from '../../person.ts'
import { acknowledge, form } from '../list.ts'
import { headers, refuse, rows, search, texts } from '../table.ts'

const pretty = (phone: string) => phone.replace(/^(\+91)(\d{5})/, '$1 $2 ')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const add = (page: Page) => form(page, 'Add Coins').getByRole('button', { name: 'Add', exact: true })

const home = {
  fullName: 'Meera Nair',
  phone: '9876543210',
  houseNo: 'Flat 4',
  landmark: 'Behind the temple',
  street: 'Hill Road',
  pincode: '400050',
  city: 'Mumbai',
  state: 'Maharashtra',
}

test('shows customers, their addresses and their own pages, accessibly', async ({
  staffPage: page,
  customer,
}) => {
  const [meera, ravi] = [await customer('Meera Nair'), await customer('Ravi')]
  await meera.call(api.storeMe.edit, {
    body: {
      email: 'meera@example.in',
      gender: 'Female',
      country: 'India',
      fcmToken: `token ${meera.phone}`,
      addresses: [home],
    },
  })
  const { order_id: orderId } = await meera.order()
  await page.goto('/admin/users')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users')
  await expect(button(page, 'Refresh')).toBeVisible()
  await expect(button(page, 'send offer')).toBeVisible()
  await search(page, ravi.phone.replace('+91', '0'))
  await expect(rows(page)).toHaveCount(1)
  expect(await headers(page)).toEqual([
    'Serial No.',
    'Name',
    'Total Payment',
    'Email',
    'Phone',
    'Gender',
    'Country',
    'Addresses',
    'Wallet',
    'Send Notification',
    'Personal Data',
  ])
  expect(await texts(page, rows(page))).toMatchObject({
    'Serial No.': '1',
    Name: 'Ravi',
    'Total Payment': '₹0.00',
    Email: 'NIL',
    Phone: pretty(ravi.phone),
    Gender: 'NIL',
    Country: 'NIL',
    'Send Notification': 'SEND',
  })
  await expect(button(page, 'SEND to Ravi')).toBeDisabled()
  await expect(button(page, 'SEND to Ravi')).toHaveAttribute('title', /^No push token/)
  await button(page, 'View addresses of Ravi').click()
  await expect(form(page, 'Addresses of Ravi').getByText('No data found', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('searchbox', { name: 'Phone number' }).fill(pretty(meera.phone))
  await button(page, 'Search').click()
  await expect(page).toHaveURL(/\/admin\/users\?search=/)
  await expect(button(page, 'SEND to Meera Nair')).toBeEnabled()
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByText('1 of 1 Pages', { exact: true })).toBeVisible()
  expect(await texts(page, rows(page))).toMatchObject({
    Email: 'meera@example.in',
    Gender: 'Female',
    Country: 'India',
  })
  await expect(rows(page).getByRole('link', { name: pretty(meera.phone) })).toHaveAttribute(
    'href',
    `tel:${meera.phone}`,
  )
  await expectAccessible(page)
  await button(page, 'View addresses of Meera Nair').click()
  const addresses = form(page, 'Addresses of Meera Nair')
  await expect(addresses.getByRole('listitem')).toHaveText(
    'Meera NairFlat 4, Hill RoadBehind the templeMumbai 400050, Maharashtra+91 98765 43210',
  )
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Meera Nair', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Meera Nair')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page).filter({ hasText: orderId })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Addresses' })).toContainText('Flat 4, Hill Road')
  const notes = page.getByRole('region', { name: 'Notes' })
  await notes.getByRole('textbox', { name: 'New note' }).fill('Rings the bell twice')
  await button(page, 'Add note').click()
  await expect(notes.getByRole('listitem')).toContainText('Rings the bell twice')
  await expect(notes.getByRole('textbox', { name: 'New note' })).toHaveValue('')
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Jump to a screen' }).fill(meera.phone.slice(3))
  await expect(page.getByRole('option', { name: /^Meera Nair.*customers$/ })).toBeVisible()
  await page.getByRole('option', { name: orderId }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(orderId)
})

test('adds coins once after confirmation, and shows them in the wallet', async ({
  staffPage: page,
  customer,
  call,
}) => {
  const meera = await customer('Meera Nair')
  const order = await meera.order()
  for (const status of ['Delivered', 'Canceled'] as const)
    await call(api.orders.changeStatus, {
      params: { orderId: order._id, status },
      query: { cash: 'collected' },
    })
  await page.goto(`/admin/users?search=${encodeURIComponent(meera.phone)}`)
  await button(page, 'View wallet of Meera Nair').click()
  const wallet = form(page, 'Wallet of Meera Nair')
  const paid = order.totalPrice.toLocaleString('en-IN', { style: 'currency', currency: 'INR' })
  await expect(wallet.getByRole('definition')).toHaveText(['0', paid, '0', '₹0.00'])
  await expect(wallet.getByRole('term')).toHaveText([
    'Coins',
    'Money',
    'Coins turned into money',
    'Money withdrawn',
  ])
  const entries = wallet.getByRole('region', { name: 'Wallet history' }).getByRole('listitem')
  await expect(entries.first()).toHaveText(
    new RegExp(
      `^\\+ ${paid.replace('.', '\\.')}Order ${order.order_id} canceled, money back to the wallet.* · .+ \\(staff\\)$`,
    ),
  )
  await expect(entries.first().getByRole('link')).toHaveAttribute('href', `/admin/order/get/${order._id}`)
  const before = await entries.count()

  await wallet.getByRole('button', { name: 'Add Coins', exact: true }).click()
  await form(page, 'Add Coins').getByLabel('Coins').fill('12')
  // The history is hidden while the form is open.
  await expect(wallet.getByText('Wallet history')).toBeHidden()
  await add(page).click()
  const question = page.getByRole('alertdialog', { name: 'Add 12 coins to Meera Nair?', exact: true })
  await expect(question).toHaveText(/The amount cannot be edited after saving\./)
  await question.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(form(page, 'Add Coins').getByLabel('Coins')).toHaveValue('12')
  await add(page).click()
  await question.getByRole('button', { name: 'Add', exact: true }).dblclick()
  await acknowledge(page, 'Coin added successfully')
  await expect(question).toBeHidden()
  await expect(form(page, 'Add Coins')).toBeHidden()
  await expect(wallet.getByRole('definition').first()).toHaveText('12')
  await expect(entries).toHaveCount(before + 1)
  const changes = wallet.getByRole('region', { name: 'History', exact: true }).getByRole('listitem')
  await expect(changes.first()).toContainText(/added 12 coins to Meera NairCoins \d+ to\s+→ \d+/)
  await expect(entries.first()).toHaveText(/^\+ 12 coinsAdded by staff.* · .+ \(staff\)$/)
})

test('validates the amount next to the field, accessibly', async ({ staffPage: page, customer }) => {
  const meera = await customer('Meera Nair')
  await page.goto(`/admin/users?search=${encodeURIComponent(meera.phone)}`)
  await button(page, 'View wallet of Meera Nair').click()
  await expect(form(page, 'Wallet of Meera Nair').getByText('No data found', { exact: true })).toBeVisible()
  await button(page, 'Add Coins').click()
  const coins = form(page, 'Add Coins').getByLabel('Coins')
  for (const [amount, message] of [
    ['0', 'Coin must be more than 0'],
    ['1.5', 'Coin must be more than 0'],
    ['100001', 'Coin must be 1,00,000 at most'],
    ['', 'Coin must be more than 0'],
  ] as const) {
    await coins.fill(amount)
    await add(page).click()
    await expect(form(page, 'Add Coins').getByRole('alert')).toHaveText(message)
    await expect(coins).toHaveAttribute('aria-invalid', 'true')
  }
  await expectAccessible(page)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})

test('shows a server error and keeps the amount', async ({ staffPage: page, customer }) => {
  const meera = await customer('Meera Nair')
  await page.goto(`/admin/users?search=${encodeURIComponent(meera.phone)}`)
  await button(page, 'View wallet of Meera Nair').click()
  await button(page, 'Add Coins').click()
  await form(page, 'Add Coins').getByLabel('Coins').fill('12')
  for (const [said, shown] of [
    ['The customer has no wallet', 'The customer has no wallet'],
    ['', 'Coin add failed'],
  ] as const) {
    await page.route('**/wallet/coin/add', refuse(said))
    await add(page).click()
    const question = page.getByRole('alertdialog', { name: /^Add 12 coins/ })
    await question.getByRole('button', { name: 'Add', exact: true }).click()
    await acknowledge(page, shown)
    await expect(question).toBeHidden()
    await expect(form(page, 'Add Coins').getByLabel('Coins')).toHaveValue('12')
  }
})

test('says that the daily limit is reached, and keeps the amount', async ({
  page,
  context,
  server,
  customer,
}) => {
  const asSuperadmin = caller(server.origin, { cookie: server.cookies.superadmin })
  const account = { username: 'limited', password: 'Sample@123' }
  await addPerson(asSuperadmin, { ...account, name: 'Ravi Kumar', email: 'ravi@example.in' })
  const { headers: answered } = await request(server.origin, api.staff.login, { body: account })
  const cookie = answered.getSetCookie()[0]?.split(';')[0] ?? ''
  await addCookie(context, server.origin, cookie)
  const asRavi = caller(server.origin, { cookie })
  const meera = await customer('Meera Nair')
  const { data } = await asRavi(api.users.list, { params: { page: 1 }, query: { search: meera.phone } })
  const userId = data[0]?._id ?? ''
  for (let n = 0; n < 10; n++) await asRavi(api.wallet.addCoins, { body: { userId, point: 100_000 } })

  await page.goto(`/admin/users?search=${encodeURIComponent(meera.phone)}`)
  await button(page, 'View wallet of Meera Nair').click()
  await button(page, 'Add Coins').click()
  await form(page, 'Add Coins').getByLabel('Coins').fill('12')
  await add(page).click()
  const question = page.getByRole('alertdialog', { name: /^Add 12 coins/ })
  await question.getByRole('button', { name: 'Add', exact: true }).click()
  await acknowledge(page, 'You may add 10,00,000 coins a day. Left for today: 0')
  await expect(question).toBeHidden()
  await expect(form(page, 'Add Coins').getByLabel('Coins')).toHaveValue('12')
})

test('pages through the list, and returns to page 1 after a search is cleared', async ({
  staffPage: page,
}) => {
  await page.goto('/admin/users')
  await expect(page.getByText(/^1 of \d+ Pages$/)).toBeVisible()
  await button(page, 'Next').click()
  await expect(page).toHaveURL(/\/admin\/users\?page=2$/)
  await expect(rows(page).first().getByRole('cell').first()).toHaveText('21')
  await search(page, '5555555555')
  await expect(page.getByText('No data found', { exact: true })).toBeVisible()
  await button(page, 'Clear the search').click()
  await expect(page.getByText(/^1 of \d+ Pages$/)).toBeVisible()
  // On a phone, the sort menu leaves the search field enough space for a phone number.
  await page.setViewportSize({ width: 360, height: 700 })
  await expect(page.getByLabel('Sort', { exact: true })).toBeVisible()
  const { width = 0 } = (await page.getByLabel('Phone number', { exact: true }).boundingBox()) ?? {}
  expect(width).toBeGreaterThan(150)
})
