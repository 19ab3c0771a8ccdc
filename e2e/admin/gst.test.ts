import { readFileSync } from 'node:fs'
import { api } from '@kirana/contract'
import { caller } from '@kirana/testing/caller'
import { addCookie } from '@kirana/testing/cookies'
import { toast } from '../superadmin/toast.ts'
import { expect, expectAccessible, test } from '../test.ts'
import { acknowledge, form } from './list.ts'
import { aProduct, button, field } from './products/product.ts'

test('an accountant walks a month from the first warning to Filed, and the superadmin unlocks it', async ({
  staffPage: page,
  server,
  context,
  call,
  customer,
}) => {
  const owner = caller(server.origin, { cookie: server.cookies.superadmin })
  await owner(api.company.edit, { body: { gstNo: '27AAPFU0939F1ZV', gstRegistration: 'regular' } })
  const productId = await aProduct(call, 'Loose onions')
  await call(api.variants.add, { body: { productId, value: 1, unit: 'Kilo', sellingPrice: 40 } })
  const product = await call(api.products.get, { params: { productId } })
  const variantId = product.variant[0]?.variantId ?? ''
  const devika = await customer('Devika Rane')
  const deliver = async () => {
    const { _id: orderId } = await devika.order({ items: [{ productId, variantId, quantity: 2 }] })
    await call(api.orders.changeStatus, { params: { orderId, status: 'Delivered' }, query: {} })
    return orderId
  }
  const orderId = await deliver()

  await page.goto('/admin/gst')
  const warnings = page.getByRole('region', { name: 'Something is missing' })
  await expect(warnings).toContainText('Loose onions: no GST rate and HSN code')
  await expectAccessible(page)
  const warning = warnings.getByRole('listitem').filter({ hasText: 'Loose onions' })
  await expect(warning.getByRole('link').nth(1)).toHaveAttribute('href', `/admin/order/get/${orderId}`)
  await warning.getByRole('link', { name: 'Loose onions', exact: true }).click()
  await field(page, 'HSN Code').fill('0703')
  await expect(field(page, 'At Rate 0')).toHaveCount(0)
  await field(page, 'GST Rate').selectOption('0%')
  await field(page, 'At Rate 0').selectOption('Exempt')
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  await acknowledge(page, 'Product updated successfully')
  await deliver()

  await page.goto('/admin/gst')
  const exempt = page.getByRole('region', { name: 'Nil-rated, exempt and non-GST' })
  const withinState = exempt.getByRole('row', { name: 'Within the State' }).getByRole('cell')
  await expect(withinState.nth(1)).not.toHaveText('₹0.00')
  await expect(page.getByText('Loose onions', { exact: false })).toHaveCount(0)
  const onions = page.getByRole('region', { name: 'HSN summary' }).getByRole('row', { name: /^0703/ })
  await expect(onions).toContainText('KGS')
  const downloaded = page.waitForEvent('download')
  await page.getByRole('link', { name: 'GSTR-1 (JSON)', exact: true }).click()
  const gstr1: unknown = JSON.parse(readFileSync(await (await downloaded).path(), 'utf8'))
  expect(gstr1).toMatchObject({ gstin: '27AAPFU0939F1ZV', nil: { inv: [{ sply_ty: 'INTRAB2C' }] } })
  await expect(page.getByText('The month can be filed once it is over.', { exact: true })).toBeVisible()

  const [year = 0, number = 0] = new Date(Date.now() + 330 * 60_000).toISOString().split('-').map(Number)
  const before = number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, '0')}`
  await field(page, 'Month').fill(before)
  await expect(page).toHaveURL(`/admin/gst?month=${before}`)
  const filing = page.getByRole('region', { name: /^Filing/ })
  await filing.getByRole('button', { name: 'Mark as filed', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Mark the month as filed?' })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Mark as filed', exact: true }).click()
  await toast(page, 'Month updated successfully')
  await expect(filing).toContainText('by Asha Patil')
  await expect(button(page, 'Mark as filed')).toHaveCount(0)

  await addCookie(context, server.origin, server.cookies.superadmin)
  await page.goto(`/superadmin/gst?month=${before}`)
  await expect(page.getByRole('link', { name: 'GSTR-1 (JSON)' })).toHaveCount(0)
  await filing.getByRole('button', { name: 'Unlock', exact: true }).click()
  const unlock = form(page, 'Unlock the month')
  await unlock.getByRole('button', { name: 'Unlock', exact: true }).click()
  await expect(unlock).toContainText('Say why the month is unlocked')
  await expectAccessible(page)
  await unlock.getByLabel('Reason').fill('The portal refused the file')
  await unlock.getByRole('button', { name: 'Unlock', exact: true }).click()
  await toast(page, 'Month updated successfully')
  await expect(filing).toContainText('Open')

  await page.goto('/superadmin/company/settings')
  await field(page, 'GSTR-1 Filed By').selectOption('Quarter (QRMP)')
  await page.getByRole('button', { name: 'Save Changes', exact: true }).click()
  await toast(page, 'Data updated successfully')
  await page.goto('/superadmin/gst')
  await expect(page.getByRole('region', { name: 'The quarter adds up to the paisa' })).toBeVisible()
  await expect(filing).toContainText('The quarter can be filed once it is over.')
  await owner(api.company.edit, { body: { gstPeriod: 'month' } })
})
