import { api } from '@kirana/contract'
import { expect, expectAccessible, test } from '../test.ts'
import { form, popup, save } from './dialogs.ts'
import { aPdf, approveButton, ask, choose, history, requests, rowOf } from './payouts.ts'
import { withSecondPerson } from './second-person.ts'
import { texts } from './table.ts'

test('refuses a withdrawal with a reason, which the history and the customer show', async ({
  staffPage: page,
  customer,
  call,
}) => {
  const name = 'Esha Kapoor'
  const esha = await customer(name)
  await ask(call, esha, { upiId: 'esha@upi' })
  await page.goto(requests)
  await approveButton(page, name).click()
  await form(page).getByRole('button', { name: 'Refuse this withdrawal', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Refuse ₹250.50 for ${name}?`, exact: true })
  await dialog.getByRole('button', { name: 'Refuse', exact: true }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Say in 5 to 500 characters why it is refused')
  await expectAccessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await dialog.getByLabel('Reason').fill('The bank has closed this account')
  await dialog.getByRole('button', { name: 'Refuse', exact: true }).click()
  await popup(page, 'Withdrawal refused successfully')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const row = rowOf(page, name)
  await expect(row.getByText('Incomplete', { exact: true })).toBeVisible()
  await expect(row.getByText('Refused', { exact: true })).toBeVisible()
  await expect(row).toContainText('The bank has closed this account')
  await expect(approveButton(page, name)).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Status', exact: true }).selectOption('Refused')
  await expect(row).toBeVisible()
  await page.goto(history)
  await expect(row.getByText('Refused', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: `View documents of ${name}`, exact: true }).click()
  await expect(form(page)).toContainText('Reason: The bank has closed this account')
  const { withdrawals } = await esha.call(api.storeWallet.withdrawals, { query: {} })
  expect(withdrawals).toMatchObject([{ state: 'refused', reason: 'The bank has closed this account' }])
})

test('asks for approval first, then another person pays with the UTR', async ({
  staffPage: page,
  customer,
  call,
  server,
}) => {
  const name = 'Farhan Ali'
  await ask(call, await customer(name), { upiId: 'farhan@upi' })
  await withSecondPerson(server, 0, async (superadmin) => {
    await page.goto(requests)
    await approveButton(page, name).click()
    await save(page)
    await page.getByRole('button', { name: 'Ask for approval first', exact: true }).click()
    await popup(page, 'Waiting for approval')
    const row = rowOf(page, name)
    await expect(row).toContainText('Waiting for approval')
    const waiting = await superadmin(api.approvals.list, { query: { as: 'superadmin' } })
    const asked = waiting.find(({ user }) => user?.fullName === name)
    await superadmin(api.approvals.approve, { params: { id: asked?._id ?? '' }, query: { as: 'superadmin' } })
    await expect(row.getByText('Approved', { exact: true })).toBeVisible()
    await approveButton(page, name).click()
    await expect(form(page)).toContainText('Pay it now, then save the bank’s UTR')
    await form(page).getByLabel('UTR').fill('4333 1234 5902')
    await choose(page, aPdf)
    await expectAccessible(page)
    await save(page)
    await popup(page, 'Transanction added successfully')
    await expect(row.getByText('Completed', { exact: true })).toBeVisible()
  })
  await page.goto(history)
  await page.getByRole('button', { name: `View documents of ${name}`, exact: true }).click()
  await expect(form(page)).toContainText('433312345902')
})

test('filters transanctions by days and UTR, and shows their total', async ({
  staffPage: page,
  customer,
  call,
}) => {
  const name = 'Gita Menon'
  const { _id } = await ask(call, await customer(name), {
    bankAcNumber: '50100012345678',
    ifscCode: 'UTIB0001234',
  })
  await page.goto(requests)
  await approveButton(page, name).click()
  await form(page).getByLabel('UTR').fill('UTIBN52026112612345')
  await choose(page, aPdf)
  await save(page)
  await popup(page, 'Transanction added successfully')
  expect(_id).not.toBe('')
  const other = 'Hari Pillai'
  await ask(call, await customer(other), { bankAcNumber: '50100012345679', ifscCode: 'UTIB0001234' })
  await approveButton(page, other).click()
  await form(page).getByLabel('UTR').fill('UTIBN52026112612345')
  await choose(page, aPdf)
  await save(page)
  await popup(page, 'The UTR UTIBN52026112612345 belongs to another payout')
  await expect(form(page).getByLabel('UTR')).toHaveValue('UTIBN52026112612345')
  await page.goto(history)
  await page.getByRole('searchbox').fill('utibn5202611')
  await page.keyboard.press('Enter')
  await expect(rowOf(page, name)).toBeVisible()
  await expect(page.getByText('Total ₹250.50 of 1 transanction')).toBeVisible()
  const columns = page.getByRole('button', { name: 'Columns', exact: true })
  await columns.click()
  await page.getByRole('menuitemcheckbox', { name: 'UTR', exact: true }).click()
  await page.keyboard.press('Escape')
  expect(await texts(page, rowOf(page, name))).toMatchObject({ UTR: 'UTIBN52026112612345' })
  await expectAccessible(page)
  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV', exact: true }).click()
  expect((await saving).suggestedFilename()).toMatch(/^transactions-.*\.csv$/)
  await page.getByLabel('To', { exact: true }).fill('2020-01-01')
  await expect(page.getByText('No data found', { exact: true })).toBeVisible()
  await expect(page.getByText('Total ₹0.00 of 0 transanctions')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the search', exact: true }).click()
  await page.getByRole('button', { name: 'Show all', exact: true }).click()
  await expect(rowOf(page, name)).toBeVisible()
})
