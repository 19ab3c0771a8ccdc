import { roles } from '@kirana/contract/roles'
import { staff } from '@kirana/contract/staff'
import { caller } from '@kirana/testing/caller'
import { expect, expectAccessible, test } from '../test.ts'
import { toast } from './toast.ts'

test('a role is created and assigned to staff, and decides which screens they see', async ({
  superadminPage: page,
  server,
  browser,
}) => {
  const superadmin = caller(server.origin, { cookie: server.cookies.superadmin })
  const password = 'Packer@123'
  await superadmin(staff.add, { body: { name: 'Pooja Rao', username: 'pooja', password } })

  await page.goto('/superadmin/roles')
  const everything = page.getByRole('row', { name: /Everything/ })
  await expect(everything).toContainText('Everything, always')
  await expect(everything.getByRole('button')).toHaveCount(0)
  await page.getByRole('button', { name: 'New Role' }).click()
  const dialog = page.getByRole('dialog', { name: 'New Role' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toContainText('Name is required')
  await expect(dialog).toContainText('Choose what the role may do')
  await dialog.getByLabel('Name', { exact: true }).fill('Night packer')
  await dialog.getByLabel('Change the status of orders').check()
  await expect(dialog.getByLabel('See orders, photo orders and invoices')).toBeChecked()
  await dialog.getByLabel('Give coins').check()
  await dialog.getByLabel('See customers and their wallets').uncheck()
  await expect(dialog.getByLabel('Give coins')).not.toBeChecked()
  await expect(dialog.getByRole('list').last()).toContainText('New Orders')
  await expectAccessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Role added successfully')
  await expect(page.getByRole('row', { name: /Night packer/ })).toContainText('Orders (2 of 6)')
  await expectAccessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.goto('/superadmin/staff')
  await page.getByRole('button', { name: 'Edit Pooja Rao' }).click()
  await page.getByRole('dialog').getByLabel('Role').selectOption('Night packer')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Staff updated successfully')
  await expect(page.getByRole('row', { name: /Pooja Rao/ })).toContainText('Night packer')

  const context = await browser.newContext()
  const packer = await context.newPage()
  const refused: string[] = []
  packer.on('response', (response) => void (response.status() === 403 && refused.push(response.url())))
  await packer.goto(`${server.origin}/admin/signin`)
  await packer.getByLabel('Username').fill('pooja')
  await packer.getByLabel('Password', { exact: true }).fill(password)
  await packer.getByRole('button', { name: 'Log In' }).click()
  await packer.waitForURL('**/admin/dashboard')
  const menu = packer.getByRole('navigation', { name: 'Admin' }).getByRole('listitem')
  await expect(menu).toHaveText([
    'Dashboard',
    'New Orders',
    'Order History',
    'Referred Orders',
    'New Manual Orders',
    'Manual Orders History',
    'Change Password',
  ])
  for (const name of await menu.allTextContents()) {
    await packer.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name, exact: true }).click()
    await expect(packer.getByRole('heading', { level: 1 })).toHaveText(name)
  }
  await packer.goto(`${server.origin}/admin/users`)
  await expect(packer.getByRole('heading', { name: 'Not in your role' })).toBeVisible()
  expect(refused).toEqual([])
  await context.close()

  await page.goto('/superadmin/roles')
  await expect(page.getByRole('row', { name: /Night packer/ })).toContainText('Pooja Rao')
  const all = await superadmin(roles.list, {})
  expect(all.find(({ name }) => name === 'Night packer')).toMatchObject({ staff: 1 })
})
