import { readFile } from 'node:fs/promises'
import { api } from '@kirana/contract'
import { expect, expectAccessible, test } from '../../test.ts'
import { acknowledge } from '../list.ts'
import { rows } from '../table.ts'

test('exports the data of a customer, and erases it after the phone digits and a reason are entered', async ({
  staffPage: page,
  customer,
}) => {
  const farida = await customer('Farida Khan')
  await page.goto(`/admin/users?search=${encodeURIComponent(farida.phone)}`)
  await page.getByRole('button', { name: 'View personal data of Farida Khan', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Personal data of Farida Khan', exact: true })
  const download = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Export data', exact: true }).click()
  const data = JSON.parse(await readFile(await (await download).path(), 'utf8')) as object
  expect(data).toMatchObject({ profile: { fullName: 'Farida Khan', phone: farida.phone } })

  const erase = dialog.getByRole('button', { name: 'Erase', exact: true })
  await erase.click()
  await expect(dialog.getByRole('alert')).toHaveText([
    'Enter the last four digits of the phone number',
    'Reason is required',
  ])
  await expectAccessible(page)
  const digits = farida.phone.slice(-4)
  await dialog.getByLabel('Last four digits of the phone').fill(digits === '0000' ? '1111' : '0000')
  await dialog.getByLabel('Reason').fill('Asked for it by mail')
  await erase.click()
  await acknowledge(page, 'These are not the last four digits of the phone number')
  await expect(dialog.getByLabel('Reason')).toHaveValue('Asked for it by mail')
  await dialog.getByLabel('Last four digits of the phone').fill(digits)
  await erase.click()
  await acknowledge(page, 'Personal data erased successfully')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('No data found', { exact: true })).toBeVisible()
  await expect(farida.call(api.storeMe.get, {})).rejects.toMatchObject({ status: 401 })

  await page.goto('/admin/users')
  const row = rows(page).filter({ hasText: 'Erased customer' }).first()
  await expect(row).toContainText('Erased')
  await expect(row.getByRole('button', { name: /^View personal data of/ })).toBeDisabled()
})
