import { ownPage } from '@kirana/contract/wire/own-page'
import type { Page } from '@playwright/test'
import { aPicture } from '@kirana/testing/png'
import { scannedCode } from '../qr.ts'
import { expect, expectAccessible, test } from '../test.ts'
import { form, popup, save } from './dialogs.ts'
import { aPdf, approveButton, ask, choose, history, requests, rowOf } from './payouts.ts'
import { answer, DATE_TIME, headers, refuse, search, texts, sortsByAmount } from './table.ts'

const TITLE = 'Create Withdrawal Transanction'
const said = (page: Page, text: string) => form(page).getByText(text, { exact: true })
const picked = (count: number) => Array.from({ length: count }, (_, n) => aPicture(`page ${n + 1}.png`))

test('shows a new request live, approves it with documents, and lists it in the history, accessibly', async ({
  staffPage: page,
  customer,
  call,
}) => {
  await page.goto(requests)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Withdrawal Requests')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  const columns = ['User', 'Phone Number', 'Amount', 'UPI ID', 'Bank Account Number', 'IFSC Code', 'Status']
  expect(await headers(page)).toEqual(['Serial No.', ...columns, 'Requested', 'Approve'])
  const name = 'Anjali Rao'
  const anjali = await customer(name)
  await ask(call, anjali, { upiId: 'anjali.rao@upi' })
  const row = rowOf(page, name)
  await expect(row).toBeVisible()
  const phone = anjali.phone.replace(/^\+91(\d{5})(\d{5})$/, '+91 $1 $2')
  const shown = {
    'Serial No.': '1',
    User: name,
    'Phone Number': phone,
    Amount: '₹250.50',
    'UPI ID': 'anjali.rao@upi',
    'Bank Account Number': 'NIL',
    'IFSC Code': 'NIL',
  }
  expect(await texts(page, row)).toEqual({
    ...shown,
    Status: 'Incomplete',
    Requested: expect.stringMatching(DATE_TIME),
    Approve: 'Approve',
  })

  await approveButton(page, name).click()
  const dialog = page.getByRole('dialog', { name: TITLE, exact: true })
  await expect(dialog.locator('dl')).toContainText(`Amount₹250.50User${name}Phone Number${phone}UPI ID`)
  await expect(dialog.locator('dl')).toContainText('anjali.rao@upi')
  const copies = dialog.getByRole('button', { name: /^Copy / })
  await expect(copies).toHaveCount(4)
  const code = await scannedCode(dialog.getByRole('img', { name: `UPI code for ${name}`, exact: true }))
  expect(code).toMatch(/^upi:\/\/pay\?/)
  expect(Object.fromEntries(new URL(code).searchParams)).toMatchObject({
    pa: 'anjali.rao@upi',
    pn: name,
    am: '250.50',
  })
  await expect(said(page, 'Upload Documents')).toBeVisible()
  await expect(said(page, 'Without a document you will be asked for the reason.')).toBeVisible()
  await choose(page, [aPdf, ...picked(5)])
  await expect(said(page, '6 file selcted')).toBeVisible()
  await expect(said(page, 'Upload 5 files maximum')).toBeVisible()
  await expectAccessible(page)
  await save(page)
  await expect(said(page, 'Upload 5 files maximum')).toBeVisible()
  const remove = dialog.getByRole('button', { name: /^Remove / })
  await remove.first().click()
  await expect(said(page, 'Upload 5 files maximum')).toHaveCount(0)
  for (let left = 4; left > 0; left--) await remove.first().click()
  await expect(said(page, '1 file selcted')).toBeVisible()
  await choose(page, aPdf)
  await expect(said(page, '2 file selcted')).toBeVisible()
  await dialog.getByLabel('UTR').fill('AXISN12345678901')
  await save(page)
  await expect(said(page, 'A UTR of UPI has 12 digits')).toBeVisible()
  await dialog.getByLabel('UTR').fill('4333 9820 0077')
  await save(page)
  await popup(page, 'Transanction added successfully')
  await expect(dialog).toHaveCount(0)
  expect(await texts(page, row)).toMatchObject({ Status: 'Completed' })
  await expect(approveButton(page, name)).toBeDisabled()

  await page.goto(history)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Transanction History')
  await expect(row).toBeVisible()
  expect(await headers(page)).toEqual(['Serial No.', ...columns, 'Date', 'Supporting docs'])
  expect(await texts(page, row)).toEqual({
    ...shown,
    Status: 'Completed',
    Date: expect.stringMatching(DATE_TIME),
    'Supporting docs': 'View',
  })
  await expectAccessible(page)
  await page.getByRole('button', { name: `View documents of ${name}`, exact: true }).click()
  const documents = page.getByRole('dialog', { name: 'Supporting docs', exact: true }).getByRole('link')
  await expect(documents).toHaveCount(2)
  await expectAccessible(page)
  const addresses = await documents.evaluateAll((links) =>
    links.map((link) => link.getAttribute('href') ?? ''),
  )
  const types = await Promise.all(
    addresses.map(async (address) => (await page.request.get(address)).headers()['content-type']),
  )
  expect(types).toEqual(['image/webp', 'application/pdf'])
  await expect(documents.nth(0)).toHaveAccessibleName('Document 1, opens in a new tab')
  await expect(documents.nth(1)).toHaveAccessibleName('Document 2 (PDF), opens in a new tab')
  for (const link of await documents.all()) await expect(link).toHaveAttribute('target', '_blank')
})

test('sorts requests by amount; requires, stores and shows a reason for a bank payout without documents', async ({
  staffPage: page,
  customer,
  call,
}) => {
  const name = 'Bhaskar Iyer'
  const bhaskar = await customer(name)
  await ask(call, bhaskar, { bankAcNumber: '50100012345678', ifscCode: 'HDFC0001234' })
  await page.goto(requests)
  await expect(rowOf(page, name)).toBeVisible()
  expect(await texts(page, rowOf(page, name))).toMatchObject({
    'UPI ID': 'NIL',
    'Bank Account Number': '50100012345678',
    'IFSC Code': 'HDFC0001234',
  })
  await sortsByAmount(page, 'Amount')
  await expectAccessible(page)
  await search(page, bhaskar.phone.slice(-10))
  await expect(page.getByRole('row')).toHaveCount(2)
  const status = page.getByRole('combobox', { name: 'Status', exact: true })
  await status.selectOption('Completed')
  await expect(page).toHaveURL(/state=done/)
  await expect(page.getByText('No data found', { exact: true })).toBeVisible()
  await status.selectOption('Incomplete')
  await expect(rowOf(page, name)).toBeVisible()
  await approveButton(page, name).click()
  const approval = page.getByRole('dialog', { name: TITLE, exact: true })
  await expect(approval.locator('dl')).toContainText('Bank Account Number50100012345678')
  await expect(approval.locator('dl')).not.toContainText('UPI ID')
  await expect(approval.getByRole('img')).toHaveCount(0)
  for (const what of ['amount', 'bank account number', 'IFSC code'])
    await expect(approval.getByRole('button', { name: `Copy ${what}`, exact: true })).toBeVisible()

  const question = page.getByRole('dialog', { name: 'Approve without a document?', exact: true })
  const reason = question.getByLabel('Reason')
  await approval.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(reason).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(approval).toBeVisible()
  await approval.getByRole('button', { name: 'Save', exact: true }).click()
  await reason.fill('Paid')
  const approve = question.getByRole('button', { name: 'Approve', exact: true })
  await approve.click()
  await expect(question.getByRole('alert')).toHaveText('Say in 5 to 500 characters why there is no document')
  await expectAccessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await reason.fill('Paid in cash at the counter')
  await page.route('**/wallet/withdrawal/create', refuse('The bank is closed'))
  await approve.click()
  await popup(page, 'The bank is closed')
  await expect(reason).toHaveValue('Paid in cash at the counter')
  await page.unroute('**/wallet/withdrawal/create')
  await approve.click()
  await popup(page, 'Transanction added successfully')
  await expect(approval).toHaveCount(0)
  await page.goto(history)
  await page.getByRole('button', { name: `View documents of ${name}`, exact: true }).click()
  await expect(said(page, 'No data found')).toBeVisible()
  await expect(form(page)).toContainText('Reason: Paid in cash at the counter')
})

test('locks the dialog while sending, and keeps the files after an error', async ({
  staffPage: page,
  customer,
  call,
}) => {
  const name = 'Chitra Sen'
  await ask(call, await customer(name), { upiId: 'chitra@upi' })
  await page.goto(requests)
  await approveButton(page, name).click()
  await choose(page, [aPdf, aPicture('screenshot.png')])
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/wallet/withdrawal/create', async (route) => {
    await held
    await route.fulfill({ status: 422, json: {} })
  })
  await save(page)
  await expect(form(page).getByText(/^Uploading, \d+ %$/)).toBeVisible()
  await expect(form(page).getByRole('button', { name: 'Remove receipt.pdf', exact: true })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(form(page).getByRole('button', { name: 'Close', exact: true })).toBeDisabled()
  await expect(form(page)).toBeVisible()
  answer()
  await popup(page, 'Coin add failed')
  await expect(said(page, '2 file selcted')).toBeVisible()
  await page.unroute('**/wallet/withdrawal/create')
  await choose(page, { ...aPdf, name: 'broken.pdf', buffer: Buffer.from('%PDF-1.7') })
  await save(page)
  await popup(page, 'The PDF is damaged: its end is missing')
  await form(page).getByRole('button', { name: 'Remove broken.pdf', exact: true }).click()
  await save(page)
  await popup(page, 'Transanction added successfully')
})

test('says that someone else has completed the request, and removes it', async ({
  staffPage: page,
  customer,
  call,
}) => {
  const name = 'Divya Nair'
  const asked = await ask(call, await customer(name), { upiId: 'divya@upi' })
  // Without the event stream, this screen does not learn of the change.
  await page.route('**/api/v1/events*', (route) => route.fulfill({ status: 503, body: '' }))
  await page.goto(requests)
  await approveButton(page, name).click()
  const data = new FormData()
  data.append('withdrawalId', asked._id)
  data.append('reason', 'Paid in cash')
  const other = await page.request.post('/api/v1/wallet/withdrawal/create', {
    multipart: data,
    headers: ownPage,
  })
  expect(other.status()).toBe(200)
  await choose(page, aPdf)
  await save(page)
  await popup(page, 'This withdrawal is already completed')
  await expect(form(page)).toHaveCount(0)
  await expect(approveButton(page, name)).toBeDisabled()
})

test('shows empty and failed states of requests and transanctions', async ({ staffPage: page }) => {
  for (const [address, call] of [
    [requests, '**/wallet/get/all/withdrawals/*'],
    [history, '**/wallet/get/all/transanctions/*'],
  ] as const) {
    await page.route(call, answer([]))
    await page.goto(address)
    await expect(page.getByText('No data found', { exact: true })).toBeVisible()
    await page.unroute(call)
    await page.route(call, refuse('The bank is closed'))
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await expect(page.getByText('The bank is closed', { exact: true })).toBeVisible()
  }
})
