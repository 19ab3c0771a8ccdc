import { api } from '@kirana/contract'
import { roles } from '@kirana/contract/roles'
import { staff } from '@kirana/contract/staff'
import type { Page } from '@playwright/test'
import { caller, request } from '@kirana/testing/caller'
import { codeAt } from '@kirana/testing/totp'
import { expect, expectAccessible, test } from '../test.ts'
import { addPerson } from '../person.ts'
import { cancelBecause, popup } from '../admin/dialogs.ts'
import { toast } from './toast.ts'

// The server's response when the last confirmation is more than five minutes old.
const refusal = { message: 'Confirm with your second factor first', code: 'second-factor' }
const refuseOnce = (page: Page, url: string) =>
  page.route(url, (route) => route.fulfill({ status: 403, json: refusal }), { times: 1 })
const confirmation = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' })

test('a role requires a second factor, which is set up, used, and asked for again', async ({
  page,
  server,
}) => {
  const superadmin = caller(server.origin, { cookie: server.cookies.superadmin })
  const password = 'Second@123'
  const role = { name: 'Night desk', permissions: ['reports' as const], requiresSecondFactor: true }
  const { _id: roleId } = await superadmin(roles.add, { body: role })
  await superadmin(staff.add, { body: { name: 'Leela Rao', username: 'leela', password } })
  const [person] = (await superadmin(staff.list, {})).filter(({ username }) => username === 'leela')
  await superadmin(staff.edit, { body: { staffId: person?._id ?? '', name: 'Leela Rao', roleId } })
  const logIn = async () => {
    await page.goto('/admin/signin')
    await page.getByLabel('Username').fill('leela')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'log in', exact: true }).click()
  }
  const logOut = async () => {
    await page.getByRole('button', { name: /Account: Leela Rao/ }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/')
  }

  await logIn()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set up your second factor')
  await page.getByRole('button', { name: 'Add authenticator app' }).click()
  const owner = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await owner.getByLabel('Password', { exact: true }).fill('Guess@123')
  await owner.getByRole('button', { name: 'Continue' }).click()
  await expect(owner).toContainText('This password is not right')
  await owner.getByLabel('Password', { exact: true }).fill(password)
  await owner.getByRole('button', { name: 'Continue' }).click()
  const adding = page.getByRole('dialog', { name: 'Add authenticator app' })
  const secret = ((await adding.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await adding.getByLabel('Code', { exact: true }).fill('000000')
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(adding).toContainText('This code is not right. Try the next one')
  await adding.getByLabel('Code', { exact: true }).fill(codeAt(secret, new Date()))
  // On a slow network too, the user enters the app after saving the codes.
  const network = Promise.withResolvers<void>()
  await page.route('**/staff/security/get', (route) => network.promise.then(() => route.continue()))
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  const kept = page.getByRole('dialog', { name: 'Recovery codes' })
  await expect(kept.getByRole('listitem')).toHaveCount(10)
  const codes = await kept.getByRole('listitem').allTextContents()
  await page.keyboard.press('Escape')
  await expect(kept.getByRole('button', { name: 'Close', exact: true })).toBeDisabled()
  await kept.getByRole('button', { name: 'I saved them' }).click()
  network.resolve()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')

  await logOut()
  await logIn()
  const code = page.getByLabel('Code', { exact: true })
  await expect(code).toBeFocused()
  await expectAccessible(page)
  await code.fill(codeAt(secret, new Date(Date.now() + 30_000)))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/admin/dashboard')
  await toast(page, 'Logged in successfully')
  await logOut()
  await logIn()
  await code.fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/admin/dashboard')

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: /Account: Leela Rao/ }).click()
  await page.getByRole('link', { name: 'Security' }).click()
  await expect(page.getByRole('list', { name: 'Devices' })).toContainText('This one')
  await expect(page.getByRole('list', { name: 'Second factors' })).toContainText('9 left')
  await expectAccessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  await refuseOnce(page, '**/staff/security/fresh')
  await page.goto('/admin/orders')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  const asked = confirmation(page)
  await asked.getByLabel('Code', { exact: true }).fill(codes[0] ?? '')
  await asked.getByRole('button', { name: 'Confirm' }).click()
  await expect(asked).toContainText('This code is not right')
  await asked.getByLabel('Code', { exact: true }).fill(codes[1] ?? '')
  const download = page.waitForEvent('download')
  await asked.getByRole('button', { name: 'Confirm' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.csv$/)
  await expect(asked).toHaveCount(0)
})

test('calls that move money or cannot be undone ask for the second factor above their dialogs', async ({
  page,
  server,
  customer,
  razorpay,
}) => {
  // Eight dialogs take a slow machine longer than the usual timeout.
  test.slow()
  const superadmin = caller(server.origin, { cookie: server.cookies.superadmin })
  const password = 'Second@123'
  await addPerson(superadmin, { name: 'Nila Rao', username: 'nila', password })
  const cookieOf = (headers: Headers) => headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
  const entered = await request(server.origin, staff.login, { body: { username: 'nila', password } })
  const first = { cookie: cookieOf(entered.headers).join('; ') }
  const { secret } = await caller(server.origin, first)(api.staffSecurity.startTotp, { body: { password } })
  const body = { code: codeAt(secret, new Date()) }
  const added = await request(server.origin, api.staffSecurity.addTotp, { body }, first)
  const codes = added.data.recoveryCodes
  const session = cookieOf(added.headers).map((pair) => {
    const at = pair.indexOf('=')
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url: server.origin }
  })
  await page.context().addCookies(session)

  const meera = await customer('Meera Nair')
  const order = await meera.order()
  const stray = razorpay.pay('order_Elsewhere')
  for (const { body: event, headers } of razorpay.webhooks.splice(0))
    await fetch(`${server.origin}/api/v1/payments/razorpay/webhook`, { method: 'POST', headers, body: event })
  // After the confirmation the call is repeated automatically.
  const confirm = async () => {
    const asked = confirmation(page)
    await asked.getByLabel('Code', { exact: true }).fill(codes.pop() ?? '')
    await asked.getByRole('button', { name: 'Confirm' }).click()
    await expect(asked).toHaveCount(0)
  }
  const press = (name: string, role: 'dialog' | 'alertdialog' = 'dialog') =>
    page.getByRole(role).last().getByRole('button', { name, exact: true }).click()

  await page.goto(`/admin/users?search=${encodeURIComponent(meera.phone)}`)
  await page.getByRole('button', { name: 'View wallet of Meera Nair', exact: true }).click()
  await page.getByRole('button', { name: 'Add Coins', exact: true }).click()
  await page.getByRole('textbox', { name: 'Coins' }).fill('12')
  await press('Add')
  await refuseOnce(page, '**/wallet/coin/add')
  await press('Add', 'alertdialog')
  await confirmation(page).getByRole('button', { name: 'Cancel' }).click()
  await popup(page, refusal.message)
  await refuseOnce(page, '**/wallet/coin/add')
  await press('Add')
  await press('Add', 'alertdialog')
  await confirm()
  await popup(page, 'Coin added successfully')

  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'send offer', exact: true }).click()
  await page.getByLabel('Title').fill('Mango days')
  await page.getByRole('textbox', { name: 'Body' }).fill('20% off')
  await press('send offer')
  await refuseOnce(page, '**/user/notification/send/all')
  await press('Send', 'alertdialog')
  await confirm()
  await popup(page, 'Notification send successfully')

  await page.goto(`/admin/order/get/${order._id}`)
  const save = async (status: string) => {
    await page.getByLabel('Delivery Status').selectOption(status)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
  }
  await save('Delivered')
  await popup(page, 'Status has been changed')
  await save('Canceled')
  await refuseOnce(page, '**/change/delivary/status/**')
  await page.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click()
  await cancelBecause(page)
  await confirm()
  await popup(page, 'Status has been changed')
  await expect(page.getByText('Cash on delivery · Placed')).toBeVisible()
  await save('Confirmed')
  await popup(page, 'Status has been changed')
  await expect(page.getByText('Cash on delivery, paid from the wallet · Placed')).toBeVisible()
  // The wallet has already paid the order, so there is no question about cash.
  for (const status of ['Delivered', 'Canceled']) {
    await save(status)
    if (status === 'Canceled') await cancelBecause(page)
    await popup(page, 'Status has been changed')
  }

  await page.goto('/admin/payments')
  await page.getByRole('button', { name: `Refund ${stray.id}`, exact: true }).click()
  await refuseOnce(page, '**/payments/refund/*')
  await press('Refund', 'alertdialog')
  await confirm()
  await toast(page, 'Refund requested')

  const farida = await customer('Farida Khan')
  await page.goto(`/admin/users?search=${encodeURIComponent(farida.phone)}`)
  await page.getByRole('button', { name: 'View personal data of Farida Khan', exact: true }).click()
  await page.getByLabel('Last four digits of the phone').fill(farida.phone.slice(-4))
  await page.getByLabel('Reason').fill('Asked for it by mail')
  await refuseOnce(page, '**/user/erase')
  await press('Erase')
  await confirm()
  await popup(page, 'Personal data erased successfully')
})

test('a passkey is created and used to sign in', async ({ page, server }) => {
  const superadmin = caller(server.origin, { cookie: server.cookies.superadmin })
  const password = 'Second@123'
  await superadmin(staff.add, { body: { name: 'Kavya Rao', username: 'kavya', password } })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasUserVerification: true, isUserVerified: true },
  })
  // Passkeys require a host name, not an IP address.
  const origin = server.origin.replace('127.0.0.1', 'localhost')
  const logIn = async () => {
    await page.goto(`${origin}/admin/signin`)
    await page.getByLabel('Username').fill('kavya')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'log in', exact: true }).click()
  }
  await logIn()
  await expect(page).toHaveURL(`${origin}/admin/dashboard`)
  await page.goto(`${origin}/admin/security`)
  await page.getByRole('button', { name: 'Add passkey' }).click()
  const owner = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await owner.getByLabel('Password', { exact: true }).fill(password)
  await owner.getByRole('button', { name: 'Continue' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add passkey' })
  await dialog.getByLabel('Name').fill('Counter laptop')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: 'I saved them' }).click()
  await expect(page.getByRole('list', { name: 'Second factors' })).toContainText('Counter laptop')
  await page.context().clearCookies()
  await logIn()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(`${origin}/admin/dashboard`)
})
