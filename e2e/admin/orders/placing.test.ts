import { api } from '@kirana/contract'
import type { Page } from '@playwright/test'
import { toast } from '../../superadmin/toast.ts'
import { popup } from '../dialogs.ts'
import { expect, expectAccessible, test } from '../../test.ts'
import { rows } from '../table.ts'

const search = (page: Page) => page.getByRole('searchbox', { name: 'Product name' })
const items = (page: Page) => page.getByRole('region', { name: 'Items' }).getByRole('listitem')
const total = (page: Page) => page.getByRole('button', { name: /^Place order/ })

async function typeAddress(page: Page, pincode: string) {
  for (const [label, text] of [
    ['House number', '12'],
    ['Street', 'Hill Road'],
    ['City', 'Mumbai'],
    ['Pincode', pincode],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(text)
}

test('staff turn the photo of a shopping list into a delivered order', async ({
  staffPage: page,
  customer,
  call,
}) => {
  const devika = await customer('Devika Photo')
  await devika.photos(2)
  const { pincodes } = await devika.call(api.storeCatalogue.get, {})
  const { products } = await devika.call(api.storeProducts.list, { query: {} })
  const [first, second] = products.filter(({ variant }) => variant.some(({ inStock }) => inStock))
  await page.goto('/admin/manual/orders/new')
  const row = rows(page).filter({ hasText: 'Devika Photo' })
  await row.getByRole('link', { name: 'Place order of Devika Photo' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Place an order')
  await expect(page.getByRole('group', { name: 'Photo 1 of 2' })).toBeVisible()
  await expect(total(page)).toBeDisabled()

  // Enter adds the first product found, and a press adds any other.
  await search(page).fill(first?.title ?? '')
  await expect(page.getByRole('list', { name: 'Products found' }).getByRole('button').first()).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /^\d+ found$/ })).toBeAttached()
  await search(page).press('Enter')
  await expect(items(page)).toHaveCount(1)
  await search(page).fill(second?.title ?? '')
  await page
    .getByRole('list', { name: 'Products found' })
    .getByRole('button', { name: second?.title ?? '' })
    .first()
    .click()
  await expect(items(page)).toHaveCount(2)
  await page
    .getByRole('button', { name: /^One more of/ })
    .first()
    .click()
  await expect(page.getByRole('status').filter({ hasText: '3 pieces' })).toBeVisible()
  await typeAddress(page, pincodes[0] ?? '')
  await expect(page.getByLabel('Bill', { exact: true })).toContainText('Total')
  await expectAccessible(page)

  const place = page.waitForResponse((answer) => answer.url().endsWith('/manual/order/place'))
  await expect(total(page)).toBeEnabled()
  await total(page).click()
  expect((await place).status()).toBe(200)
  await toast(page, 'Order placed successfully')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^OD/)
  const number = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  await page.getByRole('link', { name: /^Pick \d+$/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Pick ${number}`)
  const bill = page.getByRole('region', { name: 'Bill' })
  for (const piece of [1, 2, 3]) {
    await page.getByRole('button', { name: /^Found, / }).click()
    await expect(bill).toContainText(new RegExp(`^.*${piece} actions?, ${piece} stored`))
    // A press right after the one that completed a line is ignored.
    await page.waitForTimeout(320)
  }
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await expect(page.getByText('The order is Prepeared.')).toBeVisible()
  await page.goto(`/admin/order/get/${page.url().split('/').at(-1)}`)
  for (const next of ['Dispatched', 'Out for Delivary', 'Delivered']) {
    await page.getByLabel('Delivery Status').selectOption(next)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await popup(page, 'Status has been changed')
  }
  await page.goto('/admin/manual/orders/history')
  await expect(row.getByRole('combobox')).toHaveValue('Delivered')
  await row.getByRole('link', { name: number }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(number)
  expect((await call(api.manualOrders.list, { params: { page: 1 }, query: {} })).data).toContainEqual(
    expect.objectContaining({ username: 'Devika Photo', orderStatus: 'Delivered' }),
  )
})

test('staff order once for a customer from their page, even if the response is lost; a rejection stays beside the button', async ({
  staffPage: page,
  customer,
}) => {
  const esha = await customer('Esha Phone')
  const { pincodes } = await esha.call(api.storeCatalogue.get, {})
  const { products } = await esha.call(api.storeProducts.list, { query: {} })
  await page.goto(`/admin/users/${esha.id}`)
  await page.getByRole('link', { name: 'Place order', exact: true }).click()
  await search(page).fill(products[0]?.title ?? '')
  await page.getByRole('list', { name: 'Products found' }).getByRole('button').first().click()
  await typeAddress(page, '110099')
  const why = page.getByRole('status', { name: 'Why it cannot be placed yet' })
  await expect(why).toHaveText('We do not deliver to this pincode yet')
  await expect(total(page)).toBeDisabled()
  await page.getByLabel('Pincode', { exact: true }).fill(pincodes[0] ?? '')
  await expect(why).toBeHidden()
  await page.getByRole('radio', { name: /^Wallet/ }).check()
  await expect(total(page)).toBeEnabled()
  await total(page).click()
  await expect(page.getByRole('alert')).toHaveText('The wallet does not cover this order')
  await page.getByRole('radio', { name: 'Cash on delivery' }).check()
  await expect(total(page)).toBeEnabled()
  // The server places the order, but its response is lost. The form is locked, so that it can only repeat the same
  // order.
  await page.route(
    '**/api/v1/order/place',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await total(page).click()
  await expect(page.getByRole('alert')).toHaveText(
    'Not known whether this order was placed. Try again: it is placed once.',
  )
  for (const field of [search(page), page.getByLabel(/^Pieces of /), page.getByLabel('Coupon')])
    await expect(field).toBeDisabled()
  await expectAccessible(page)
  // A repeat that is rejected before the server looks up its key does not unlock the form.
  const tooMany = 'Too many calls at once. Please try again'
  await page.route(
    '**/api/v1/order/place',
    (route) => route.fulfill({ status: 429, json: { message: tooMany, code: 'too-many' } }),
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Try again' }).click()
  await popup(page, tooMany)
  await expect(search(page)).toBeDisabled()
  await page.getByRole('button', { name: 'Try again' }).click()
  await toast(page, 'Order placed successfully')
  await expect(page.getByText('Esha Phone').first()).toBeVisible()
  expect((await esha.call(api.storeOrders.list, { query: {} })).orders).toHaveLength(1)
})

test('after a reload the form still asks about an order whose response was lost, to prevent a second one', async ({
  staffPage: page,
  customer,
}) => {
  const esha = await customer('Esha Reload')
  const { pincodes } = await esha.call(api.storeCatalogue.get, {})
  const { products } = await esha.call(api.storeProducts.list, { query: {} })
  const ordered = async () => (await esha.call(api.storeOrders.list, { query: {} })).orders.length
  const lost = page.getByRole('alert').filter({ hasText: 'got no response' })
  await page.goto(`/admin/order/new?customer=${esha.id}`)
  await search(page).fill(products[0]?.title ?? '')
  await page.getByRole('list', { name: 'Products found' }).getByRole('button').first().click()
  // The first attempt does not reach the server; the second one does.
  for (const isReached of [false, true]) {
    await typeAddress(page, pincodes[0] ?? '')
    await page.route(
      '**/api/v1/order/place',
      async (route) => {
        if (isReached) await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await expect(total(page)).toBeEnabled()
    await total(page).click()
    await expect(page.getByRole('alert')).toContainText('Not known whether this order was placed')
    expect(await ordered()).toBe(Number(isReached))
    await page.reload()
    await expect(search(page)).toBeDisabled()
    await expect(total(page)).toBeDisabled()
    if (isReached) continue
    await expect(lost).toContainText('No order of the customer has been placed since.')
    const proceed = lost.getByRole('button', { name: 'Continue this order' })
    // The request may still arrive.
    await expect(lost).toContainText('wait one minute')
    await expect(proceed).toBeHidden()
    await page.clock.setFixedTime(Date.now() + 61_000)
    await proceed.click()
    await expect(items(page)).toHaveCount(1)
  }
  await expect(lost).toContainText(/OD\d+-\d+ was placed at/)
  await expectAccessible(page)
  // A second tab for the customer is locked as well, until the question is answered in one of them.
  const other = await page.context().newPage()
  await other.goto(`/admin/order/new?customer=${esha.id}`)
  await expect(search(other)).toBeDisabled()
  await lost.getByRole('button', { name: 'This is the order' }).click()
  await expect(page).toHaveURL(/\/admin\/order\/get\//)
  expect(await ordered()).toBe(1)
  await expect(search(other)).toBeEnabled()
  await other.close()
  await page.goto(`/admin/order/new?customer=${esha.id}`)
  await expect(search(page)).toBeEnabled()
  await expect(items(page)).toHaveCount(0)
})
