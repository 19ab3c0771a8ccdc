import { api } from '@kirana/contract'
import { addCookie } from '@kirana/testing/cookies'
import { signIn } from '@kirana/testing/server'
import { expect, expectAccessible, test } from '../test.ts'
import { acknowledge, form, keepOff, rowWith } from './list.ts'
import { aPlace, aProduct, button, field } from './products/product.ts'
import { acknowledgeStale, comparison, difference, draftNote, saveStale, settle } from '../stale.ts'

test('a rejected coupon edit shows the other user’s changes beside mine', async ({
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
  await edited.getByLabel('Discount', { exact: true }).fill('60')
  const theirs = { ...body, discount: 75, days: 45, isPublic: false, isActive: false }
  await call(api.coupons.edit, { body: { ...theirs, couponId } })
  await edited.getByRole('button', { name: 'Save', exact: true }).click()
  await keepOff(page, 'private')
  await acknowledgeStale(page, 'coupon')
  await expect(comparison(page).getByRole('columnheader')).toHaveText(['Field', 'Theirs', 'Mine'])
  await expect(comparison(page).getByRole('row')).toHaveText([
    'FieldTheirsMine',
    'Discount7560',
    'Minimum Amount099',
  ])
  // Fields that this user did not change show the values of the other user.
  await expect(comparison(page)).toContainText('did not change: Validity (days), Active/Inactive')
  await expect(edited.getByLabel('Validity (days)')).toHaveValue('45')
  await expect(edited.getByLabel('Active/Inactive')).toHaveValue('false')
  await expectAccessible(page)
  // Another change before the save is detected as well.
  await call(api.coupons.edit, { body: { ...theirs, days: 60, discount: 80, couponId } })
  await saveStale(page, edited, 'coupon')
  await expect(difference(page, 'Discount')).toHaveText('Discount8060')
  await expect(edited.getByLabel('Validity (days)')).toHaveValue('60')
  await settle(page, 'Keep mine')
  await acknowledge(page, 'Coupon updated successfully')
  await expect(rowWith(page, 'PONGAL')).toContainText('Rs. 60')
  const saved = () => call(api.coupons.list, {}).then((all) => all.find(({ _id }) => _id === couponId))
  expect(await saved()).toMatchObject({ discount: 60, days: 60, minimumAmount: 99, isActive: false })

  await page.getByRole('button', { name: 'Edit PONGAL', exact: true }).click()
  await edited.getByLabel('Discount', { exact: true }).fill('65')
  await call(api.coupons.edit, { body: { ...theirs, discount: 90, couponId } })
  await edited.getByRole('button', { name: 'Save', exact: true }).click()
  await keepOff(page, 'disabled and private')
  await acknowledgeStale(page, 'coupon')
  await settle(page, 'Use theirs')
  await expect(comparison(page)).toBeHidden()
  await expect(edited.getByLabel('Discount', { exact: true })).toHaveValue('90')
  // No unsaved values are left, so the form closes without a question.
  await page.keyboard.press('Escape')
  await expect(edited).toBeHidden()
  expect(await saved()).toMatchObject({ discount: 90, minimumAmount: 0 })
})

test('a product and its variants are not saved over unseen changes', async ({ staffPage: page, call }) => {
  const productId = await aProduct(call, 'Jowar')
  const { name: _, ...place } = await aPlace(call)
  const prices = { value: 500, unit: 'GM' as const, mrp: 60, sellingPrice: 55 }
  const { variant } = await call(api.variants.add, { body: { ...prices, productId } })
  const variantId = variant[0]?.variantId ?? ''
  await page.goto(`/admin/product/edit/${productId}`)
  await field(page, 'Manufacturer').fill('Kirana Mills')
  await field(page, 'Title').fill('Jowar flour')
  const body = { ...place, productId, title: 'Sorghum', subTitle: 'Pack', description: 'As it is' }
  await call(api.products.edit, { body })
  await saveStale(page, page.getByRole('main'), 'product')
  await expect(difference(page, 'Title')).toHaveText('TitleSorghumJowar flour')
  await expectAccessible(page)
  await field(page, 'Title').fill('Sorghum')
  await expect(difference(page, 'Title')).toBeHidden()
  await button(page, 'Save').first().click()
  await acknowledge(page, 'Product updated successfully')
  await expect(comparison(page)).toBeHidden()
  await field(page, 'Manufacturer').fill('Kirana Mills Ltd')
  await button(page, 'Save').first().click()
  await acknowledge(page, 'Product updated successfully')
  const stored = await call(api.products.get, { params: { productId } })
  expect(stored).toMatchObject({ title: 'Sorghum', mktBy: 'Kirana Mills Ltd' })

  await page.getByRole('button', { name: 'Edit 500 GM', exact: true }).click()
  const edited = form(page, 'Edit Variant')
  await edited.getByLabel('Selling Price').fill('54')
  await call(api.variants.edit, { body: { ...prices, mrp: 65, productId, variantId } })
  await saveStale(page, edited, 'variant')
  await expect(difference(page, 'Selling Price')).toHaveText('Selling Price5554')
  await expect(edited.getByLabel('MRP')).toHaveValue('65')
  await settle(page, 'Keep mine')
  await acknowledge(page, 'Variant edited successfully')
  const [saved] = (await call(api.products.get, { params: { productId } })).variant
  expect(saved).toMatchObject({ mrp: 65, sellingPrice: 54 })
})

test('drafts survive a reload until they are saved or discarded, and Logout deletes them', async ({
  page,
  context,
  server,
  call,
}) => {
  // A separate session, because Logout ends it.
  await addCookie(context, server.origin, await signIn(server.origin, 'staff'))
  const productId = await aProduct(call, 'Bajra')
  await page.goto(`/admin/product/edit/${productId}`)
  await field(page, 'Manufacturer').fill('Kirana Mills')
  const { name: _, ...place } = await aPlace(call)
  const body = { ...place, productId, title: 'Pearl millet', subTitle: 'Pack', description: 'As it is' }
  await call(api.products.edit, { body })
  await page.reload()
  // The form shows the newest values with the draft's changes. It keeps the draft's version, so saving asks.
  await expect(draftNote(page)).toBeVisible()
  await expect(field(page, 'Title')).toHaveValue('Pearl millet')
  await expect(field(page, 'Manufacturer')).toHaveValue('Kirana Mills')
  await expectAccessible(page)
  await saveStale(page, page.getByRole('main'), 'product')
  await expect(difference(page, 'Manufacturer')).toHaveText('Manufacturer(empty)Kirana Mills')
  await settle(page, 'Keep mine')
  await acknowledge(page, 'Product updated successfully')
  await expect(draftNote(page)).toBeHidden()
  await page.reload()
  await expect(field(page, 'Manufacturer')).toHaveValue('Kirana Mills')
  await expect(draftNote(page)).toBeHidden()

  await page.goto('/admin/riders')
  const rider = form(page, 'New Rider')
  await button(page, 'New Rider').click()
  await rider.getByLabel('Name', { exact: true }).fill('Imran')
  await rider.getByLabel('Phone').fill('9800012345')
  await rider.getByLabel('PIN').fill('135790')
  await page.reload()
  await button(page, 'New Rider').click()
  await expect(rider.getByLabel('Name', { exact: true })).toHaveValue('Imran')
  await expect(rider.getByLabel('Phone')).toHaveValue('')
  const stored = await page.evaluate(() => JSON.stringify(localStorage))
  expect(stored).toContain('Imran')
  expect(stored).not.toMatch(/135790|9800012345/)
  await rider.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(rider.getByLabel('Name', { exact: true })).toHaveValue('')
  await expect(draftNote(page)).toBeHidden()
  await rider.getByLabel('Name', { exact: true }).fill('Salim')
  await page.reload()

  // Logout deletes only the drafts of the user who logs out.
  await page.evaluate(() => localStorage.setItem('kirana-draft-another-company', '{}'))
  await page.getByRole('button', { name: /Account: / }).click()
  await button(page, 'Logout').click()
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft')))).toEqual(
    ['kirana-draft-another-company'],
  )
})
