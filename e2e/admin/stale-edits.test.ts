import { api } from '@kirana/contract'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../test.ts'
import { acknowledge, form, keepOff, rowWith } from './list.ts'
import { aPlace, aProduct, button, field } from './products/product.ts'

const changes = (page: Page) => page.getByRole('region', { name: 'Changed since you opened it', exact: true })

test('a coupon that somebody changed meanwhile shows theirs beside yours', async ({
  staffPage: page,
  call,
}) => {
  const body = { couponName: 'PONGAL', discountType: 'Rupees', discount: 50, days: 30 } as const
  await call(api.coupons.add, { body })
  const couponId = (await call(api.coupons.list, {})).find(({ coupon }) => coupon === 'PONGAL')?._id ?? ''
  await page.goto('/admin/coupons')
  await page.getByRole('button', { name: 'Edit PONGAL', exact: true }).click()
  const edited = form(page, 'Edit Coupon')
  await edited.getByLabel('Minimum Amount').fill('99')
  const theirs = { ...body, discount: 75, days: 45, isPublic: false, isActive: false }
  await call(api.coupons.edit, { body: { ...theirs, couponId } })
  await edited.getByRole('button', { name: 'Save', exact: true }).click()
  await keepOff(page, 'private')
  await acknowledge(page, 'Somebody has changed this coupon since you opened it')
  await expect(changes(page).getByRole('listitem')).toContainText([
    /Discount.*Theirs.*75.*Yours.*50/s,
    /Validity \(days\).*Theirs.*45.*Yours.*30/s,
    /Active\/Inactive.*Theirs.*Inactive.*Yours.*Active/s,
  ])
  await expect(edited.getByLabel('Minimum Amount')).toHaveValue('99')
  await expectAccessible(page)

  await changes(page).getByRole('button', { name: 'Take all of theirs', exact: true }).click()
  await expect(edited.getByLabel('Discount', { exact: true })).toHaveValue('75')
  await expect(edited.getByLabel('Active/Inactive')).toHaveValue('false')
  await expect(edited.getByLabel('Minimum Amount')).toHaveValue('99')
  await expect(changes(page)).toContainText('Save when ready')
  // A third change before the save is found, too.
  await call(api.coupons.edit, { body: { ...theirs, days: 60, couponId } })
  await edited.getByRole('button', { name: 'Save', exact: true }).click()
  await acknowledge(page, 'Somebody has changed this coupon since you opened it')
  await expect(changes(page).getByRole('listitem')).toContainText([
    /Validity \(days\).*Theirs.*60.*Yours.*45/s,
  ])
  await changes(page).getByRole('button', { name: 'Save yours on top', exact: true }).click()
  await acknowledge(page, 'Coupon updated successfully')
  await expect(rowWith(page, 'PONGAL')).toContainText('Rs. 75')
  const saved = (await call(api.coupons.list, {})).find(({ _id }) => _id === couponId)
  expect(saved).toMatchObject({ discount: 75, days: 45, minimumAmount: 99, isActive: false })
})

test('a product and its variants are not saved over unseen changes', async ({ staffPage: page, call }) => {
  const productId = await aProduct(call, 'Jowar')
  const { name: _, ...place } = await aPlace(call)
  const prices = { value: 500, unit: 'GM' as const, mrp: 60, sellingPrice: 55 }
  const { variant } = await call(api.variants.add, { body: { ...prices, productId } })
  const variantId = variant[0]?.variantId ?? ''
  await page.goto(`/admin/product/edit/${productId}`)
  await field(page, 'Manufacturer').fill('Kirana Mills')
  const body = { ...place, productId, title: 'Sorghum', subTitle: 'Pack', description: 'As it is' }
  await call(api.products.edit, { body })
  await button(page, 'Save').first().click()
  await acknowledge(page, 'Somebody has changed this product since you opened it')
  const title = changes(page).getByRole('listitem').filter({ hasText: 'Title' })
  await expect(title).toContainText(/Theirs.*Sorghum.*Yours.*Jowar/s)
  await expectAccessible(page)
  await title.getByRole('button').click()
  await button(page, 'Save').first().click()
  await acknowledge(page, 'Product updated successfully')
  await expect(changes(page)).toBeHidden()
  await field(page, 'Manufacturer').fill('Kirana Mills Ltd')
  await button(page, 'Save').first().click()
  await acknowledge(page, 'Product updated successfully')
  const stored = await call(api.products.get, { params: { productId } })
  expect(stored).toMatchObject({ title: 'Sorghum', mktBy: 'Kirana Mills Ltd' })

  await page.getByRole('button', { name: 'Edit 500 GM', exact: true }).click()
  const edited = form(page, 'Edit Variant')
  await edited.getByLabel('Selling Price').fill('54')
  await call(api.variants.edit, { body: { ...prices, mrp: 65, productId, variantId } })
  await edited.getByRole('button', { name: 'Save', exact: true }).click()
  await acknowledge(page, 'Somebody has changed this variant since you opened it')
  await expect(changes(page).getByRole('listitem')).toContainText([/MRP.*Theirs.*65.*Yours.*60/s])
  await changes(page).getByRole('button', { name: 'Save yours on top', exact: true }).click()
  await acknowledge(page, 'Variant edited successfully')
  const [saved] = (await call(api.products.get, { params: { productId } })).variant
  expect(saved).toMatchObject({ mrp: 60, sellingPrice: 54 })
})
