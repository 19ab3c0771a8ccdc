import { readFileSync } from 'node:fs'
import { api } from '@kirana/contract'
import { expect, expectAccessible, test } from '../test.ts'
import { aPlace, aProduct } from './products/product.ts'

const money = (amount: number) =>
  amount.toLocaleString('en-IN', { style: 'currency', currency: 'INR', minimumFractionDigits: 2 })

test('shows the report of a date range, and downloads its tables as files', async ({
  staffPage: page,
  call,
}) => {
  const day = (ago: number) =>
    new Date(Date.now() + 330 * 60_000 - ago * 86_400_000).toISOString().slice(0, 10)
  const range = { from: day(13), to: day(7) }
  await page.goto('/admin/dashboard')
  await page
    .getByRole('region', { name: 'Today', exact: true })
    .getByRole('link', { name: 'Reports' })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reports')
  await page.getByLabel('From', { exact: true }).fill(range.from)
  await page.getByLabel('To', { exact: true }).fill(range.to)
  await expect(page).toHaveURL(`/admin/reports?from=${range.from}&to=${range.to}`)
  const { total, products, coupons } = await call(api.reports.get, { query: range })
  for (const [name, amount, counts] of [
    ['Placed', total.placed, 'Bills of orders placed on the day, without canceled and unpaid ones'],
    ['Sales', total.sales, 'Placed, less what was refunded of these orders since'],
    ['Delivered', total.deliveredBills, 'Bills of orders delivered on the day, whenever they were placed'],
    ['Net', total.net, 'Invoices less credit notes dated on the day'],
  ] as const) {
    const term = page.getByRole('term').filter({ has: page.getByTitle(counts, { exact: true }) })
    await expect(term).toHaveText(name)
    await expect(term.locator('xpath=following-sibling::dd')).toContainText(money(amount))
  }
  const days = page.getByRole('table', { name: 'Sales by day' })
  await expect(days.getByRole('row')).toHaveCount(1 + 7)
  const top = page.getByRole('table', { name: 'Top products' })
  await expect(top.getByRole('link')).toHaveText(products.map(({ title }) => title))
  await expect(page.getByRole('table', { name: 'Cost of coupons' }).getByRole('row')).toHaveCount(
    1 + coupons.length,
  )
  await expect(page.getByRole('table', { name: 'Packers' }).getByRole('row')).toHaveCount(1 + 3)

  const { total: value } = await call(api.reports.stockValue, {})
  await expect(page.getByRole('region', { name: 'Stock value' })).toContainText(money(value))
  // The sample store has only sold goods that it received before its first stock count, so their cost is unknown.
  const margin = await call(api.reports.margin, { query: range })
  expect(margin.total).toMatchObject({ cost: 0, margin: 0, salesWithoutCost: margin.total.sales })
  await expect(page.getByRole('region', { name: 'Margin' })).toContainText(
    `No cost is known of what was sold. Charges brought ${money(margin.charges)}.`,
  )

  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'CSV of Sales' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toBe(`days-${range.from}-to-${range.to}.csv`)
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines).toHaveLength(1 + 7 + 1)
  expect(lines.at(-1)).toMatch(
    /^"Placed: Bills of orders placed on the day, .* Net: Invoices less credit notes/,
  )
  await expectAccessible(page)
})

test('the margin covers goods with a known cost, and shows the sales of other goods separately', async ({
  staffPage: page,
  customer,
  call,
}) => {
  const pack = async (title: string) => {
    const productId = await aProduct(call, title)
    const body = { productId, value: 1, unit: 'Kilo' as const, sellingPrice: 500 }
    const { variant } = await call(api.variants.add, { body })
    return { productId, variantId: variant[0]?.variantId ?? '', quantity: 2 }
  }
  const ghee = await pack('Costed ghee')
  const items = [{ variantId: ghee.variantId, quantity: 5, cost: 420 }]
  await call(api.receipts.add, { body: { supplier: 'Amul', billNumber: 'M-1', items } })
  const { _id: orderId } = await (await customer()).order({ items: [ghee, await pack('Untracked oil')] })
  await call(api.orders.changeStatus, { params: { orderId, status: 'Prepeared' }, query: {} })
  await page.goto('/admin/reports')
  await page.getByRole('button', { name: 'Today', exact: true }).click()
  const today = new Date(Date.now() + 330 * 60_000).toISOString().slice(0, 10)
  const { total } = await call(api.reports.margin, { query: { from: today, to: today } })
  expect(total.cost).toBeGreaterThanOrEqual(840)
  expect(total.withoutCost).toBeGreaterThanOrEqual(2)
  const region = page.getByRole('region', { name: 'Margin' })
  const costed = total.sales - total.salesWithoutCost
  await expect(region).toContainText(`${money(total.margin)} of ${money(costed)} without tax (`)
  await expect(region).toContainText(
    `They brought ${money(total.salesWithoutCost)}, which is not in the margin.`,
  )
  const { name: category } = await aPlace(call)
  await expect(region.getByRole('row').filter({ hasText: category })).toContainText(/₹[\d,.]+ without cost/)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await region.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)

  // Goods that were refunded and written off have a cost, but no sales.
  const writtenOff = { pieces: 0, sales: 0, salesWithoutCost: 0, cost: 80, margin: -80, withoutCost: 1 }
  const margin = { total: writtenOff, charges: 0, categories: [{ name: 'Written off', ...writtenOff }] }
  await page.route(`**${api.reports.margin.path}?*`, (route) => route.fulfill({ json: { data: margin } }))
  await page.reload()
  await expect(region).toContainText('-₹80.00 of ₹0.00 without tax')
  await expect(region.getByRole('row').filter({ hasText: 'Written off' })).toContainText('₹80.00')
})

test('the superadmin sees the same report, without links to screens of the staff', async ({
  superadminPage: page,
}) => {
  await page.goto('/superadmin/reports')
  const top = page.getByRole('table', { name: 'Top products' })
  await expect(top.getByRole('row').nth(1)).toBeVisible()
  await expect(top.getByRole('link')).toHaveCount(0)
  await page.getByRole('button', { name: '365 days' }).click()
  await expect(page.getByRole('table', { name: 'Sales by month' })).toBeAttached()
})

test('shows today and yesterday, and the day book by method', async ({ staffPage: page, customer, call }) => {
  const order = await (await customer()).order()
  await call(api.orders.changeStatus, { params: { orderId: order._id, status: 'Delivered' }, query: {} })
  await page.goto('/admin/reports')
  const today = new Date(Date.now() + 330 * 60_000).toISOString().slice(0, 10)
  await page.getByRole('button', { name: 'Today', exact: true }).click()
  await expect(page).toHaveURL(`/admin/reports?from=${today}&to=${today}`)
  const rows = await call(api.reports.dayBook, { query: { from: today, to: today } })
  const cash = rows.find(({ method }) => method === 'cash')
  expect(cash?.collected).toBeGreaterThanOrEqual(order.totalPrice)
  const money = (amount = 0) =>
    amount.toLocaleString('en-IN', { style: 'currency', currency: 'INR', minimumFractionDigits: 2 })
  const book = page.getByRole('table', { name: 'Day book' })
  await expect(book.getByRole('row').filter({ hasText: 'Cash' })).toContainText(money(cash?.collected))
  await expectAccessible(page)
  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'CSV of Day book' }).click()
  expect((await saving).suggestedFilename()).toBe(`day-book-${today}-to-${today}.csv`)
  await page.getByRole('button', { name: 'Yesterday', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Yesterday', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
})
