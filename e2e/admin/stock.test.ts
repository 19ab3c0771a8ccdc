import { api } from '@kirana/contract'
import { toast } from '../superadmin/toast.ts'
import { expect, expectAccessible, test } from '../test.ts'
import { form, save } from './dialogs.ts'
import { aProduct } from './products/product.ts'
import { scan } from './scanner.ts'
import { headers, rowOf, texts } from './table.ts'

/** Replaces the camera by a picture of a barcode, which the library must read. */
const CAMERA = `(bars) => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 1280, height: 720 })
  const context = canvas.getContext('2d')
  const svg = new DOMParser().parseFromString(bars, 'image/svg+xml').documentElement
  const width = Number(svg.getAttribute('viewBox').split(' ')[2])
  const draw = () => {
    context.fillStyle = '#ddd'
    context.fillRect(0, 0, 1280, 720)
    context.fillStyle = '#222'
    for (const bar of svg.querySelectorAll('rect'))
      context.fillRect(150 + (bar.getAttribute('x') * 980) / width, 200, (bar.getAttribute('width') * 980) / width, 300)
    requestAnimationFrame(draw)
  }
  draw()
  navigator.mediaDevices.getUserMedia = () => Promise.resolve(canvas.captureStream(10))
}`

/** An expiry date may be at most ten years ahead. */
const goodYear = new Date().getFullYear() + 9

test('stock is counted, reserved by orders while the page is open, scanned and received', async ({
  staffPage: page,
  customer,
  call,
}) => {
  const meera = await customer('Meera Nair')
  const productId = await aProduct(call, 'Counted rice')
  await call(api.variants.add, { body: { productId, value: 1, unit: 'Kilo', sellingPrice: 90 } })
  const { products } = await meera.call(api.storeProducts.list, { query: {} })
  const product = products.find(({ _id }) => _id === productId)
  const [variant] = product?.variant ?? []
  if (!product || !variant) throw new Error('The product is not on sale')
  const pack = `${variant.value} ${variant.unit}`
  const name = `${product.title}, ${pack}`
  const items = [{ productId: product._id, variantId: variant.variantId, quantity: 1 }]

  await page.goto(`/admin/stock?search=${encodeURIComponent(product.title)}`)
  const row = rowOf(page, product.title).filter({ hasText: pack }).first()
  await expect(row).toBeVisible()
  expect(await headers(page)).toEqual([
    'Serial No.',
    'Product',
    'Shelf',
    'On Hand',
    'Reserved',
    'Available',
    'Expires',
    'Actions',
  ])

  const cells = () =>
    row.getByRole('cell').evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())))
  const before = await cells()
  await row.getByRole('button', { name: `Count ${name}` }).click()
  await page.getByRole('spinbutton', { name: `Pieces of ${name}` }).fill('2')
  // Opening a count moves no cell, and closing it returns the focus.
  expect(await cells()).toEqual(before)
  await page.keyboard.press('Escape')
  const counted = row.getByRole('button', { name: `Count ${name}` })
  await expect(counted).toBeFocused()
  await counted.press('Enter')
  await page.getByRole('spinbutton', { name: `Pieces of ${name}` }).fill('2')
  await page.getByRole('combobox', { name: 'Reason' }).selectOption('Not there')
  await row.getByRole('button', { name: 'Save', exact: true }).click()
  await toast(page, 'Stock counted successfully')
  await expect(row.getByRole('button', { name: `Count ${name}: 2 on hand` })).toBeFocused()

  await meera.order({ items })
  await expect.poll(() => texts(page, row)).toMatchObject({ Reserved: '1', Available: '1' })
  const open = await page.context().newPage()
  await open.goto(`/admin/products?search=${encodeURIComponent(product.title)}`)
  const cell = open.getByRole('list', { name: `Stock of ${product.title}`, exact: true }).first()
  const marked = cell.getByRole('listitem').filter({ hasText: pack }).first()
  await expect(marked).toHaveText(`${pack} · 1`)
  const { _id: orderId } = await (await customer('Ravi Kumar')).order({ items })
  await expect(row.getByText('Out of stock', { exact: true })).toBeVisible()
  await expect((await customer('Asha Rao')).order({ items })).rejects.toThrow(
    `${product.title} (${pack}) is out of stock: 1 wanted, 0 left`,
  )

  // Every open screen updates, and each of them can set the stock to 0.
  await expect(marked).toHaveText(`${pack}Out`)
  await cell.getByRole('button', { name: `Out of stock: ${name}`, exact: true }).click()
  await expect(row.getByRole('button', { name: `Count ${name}: 0 on hand` })).toBeVisible()
  await cell.getByRole('button', { name: `Undo out of stock: ${name}`, exact: true }).click()
  await expect(row.getByRole('button', { name: `Count ${name}: 2 on hand` })).toBeVisible()
  await expectAccessible(open)
  await open.goto('/admin/orders/new?view=board')
  const card = open.locator(`[data-slot="${orderId}"]`)
  // The board asks first, because a button on a card is easily pressed by mistake.
  const press = card.getByRole('button', { name: `Out of stock: ${name}`, exact: true })
  const question = open.getByRole('alertdialog', { name: `Mark ${name} as out of stock?` })
  // Uses the keyboard, because a card ignores the pointer for 300 ms after it has moved.
  await press.press('Enter')
  await expect(question).toContainText('Its stock goes from 2 pieces to 0.')
  await expectAccessible(open)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(row.getByRole('button', { name: `Count ${name}: 2 on hand` })).toBeVisible()
  await press.press('Enter')
  await expect(question).toContainText('Its stock goes from 2 pieces to 0.')
  await question.getByRole('button', { name: 'Out of stock' }).click()
  await expect(row.getByRole('button', { name: `Count ${name}: 0 on hand` })).toBeVisible()
  await card.getByRole('button', { name: `Undo out of stock: ${name}`, exact: true }).click()
  await expect(row.getByRole('button', { name: `Count ${name}: 2 on hand` })).toBeVisible()
  await open.goto('/admin/dashboard')
  await open.getByRole('link', { name: /variants? low or out of stock$/ }).click()
  await expect(open).toHaveURL('/admin/stock?filter=low')
  await open.close()

  await row.getByRole('button', { name: `Shelf and barcodes of ${name}` }).click()
  await form(page).getByLabel('Shelf', { exact: true }).fill('Cold room 2, rack 14, tray B12')
  await form(page)
    .getByRole('checkbox', { name: /^By weight/ })
    .check()
  await form(page).getByLabel('Barcode', { exact: true }).fill('8901234500017')
  await page.keyboard.press('Enter')
  await expect(form(page).getByRole('list', { name: 'Barcodes' })).toContainText('8901234500017')
  await expectAccessible(page)
  await form(page).getByLabel('Barcode', { exact: true }).fill('8901234500024')
  await save(page)
  await toast(page, 'Stock details updated successfully')
  const [saved] = (await call(api.stock.list, { params: { page: 1 }, query: { search: '8901234500024' } }))
    .data
  expect(saved).toMatchObject({ byWeight: true, barcodes: ['8901234500017', '8901234500024'] })

  // No field has the focus when the scanner types.
  await page.goto('/admin/stock')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await scan(page, '8901234500017')
  await expect(page).toHaveURL(/search=8901234500017/)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(row).toContainText('Cold room 2, rack 14, tray B12')

  // The printed label has a barcode that the camera reads.
  await page.evaluate('window.print = () => {}')
  await page.getByRole('button', { name: 'Labels', exact: true }).click()
  await form(page).getByRole('button', { name: 'Print 1', exact: true }).click()
  const label = page.locator('.labels article')
  await expect(label).toContainText('Cold room 2, rack 14, tray B12')
  await page.emulateMedia({ media: 'print' })
  await expect(form(page)).toBeHidden()
  await expect(label).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  const bars = await label.locator('svg').evaluate((svg) => svg.outerHTML)
  await page.evaluate("dispatchEvent(new Event('afterprint'))")
  await page.getByRole('searchbox').fill('')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByRole('row').nth(2)).toBeVisible()
  await page.evaluate(
    "navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))",
  )
  await page.getByRole('button', { name: 'Scan', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('The browser may not use the camera.')
  await expectAccessible(page)
  await page.evaluate(`(${CAMERA})(${JSON.stringify(bars)})`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page).toHaveURL(/search=8901234500017/)
  await expect(page.getByRole('row')).toHaveCount(2)

  await row.getByRole('button', { name: `Receive ${name}` }).click()
  await form(page).getByLabel('Quantity', { exact: true }).fill('10000')
  await form(page).getByLabel('Expiry', { exact: true }).fill(`${goodYear}-01-31`)
  await form(page).getByRole('button', { name: 'Receive', exact: true }).click()
  await toast(page, 'Stock received successfully')
  expect(await texts(page, row)).toMatchObject({ Available: '10,000', Expires: `31 Jan ${goodYear}` })

  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const file = `Barcode,Counted\n8901234500017,9999\n1234,1`
  await form(page)
    .getByLabel('CSV file')
    .setInputFiles({ name: 'stock.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await expect(form(page).getByRole('status')).toHaveText('1 changed, 1 wrong.')
  await expect(form(page).getByRole('table', { name: 'Changes' }).getByRole('cell')).toHaveText([
    '2',
    `${product.title} · ${pack}`,
    /^On Hand: 10002.*9999$/,
  ])
  await expect(form(page).getByRole('table', { name: 'Errors' }).getByRole('cell')).toHaveText([
    '3',
    'Barcode',
    'No variant has this barcode',
  ])
  await form(page)
    .getByRole('checkbox', { name: 'Leave out the wrong rows and import the other 1 row' })
    .check()
  // The unknown barcode is assigned to a variant before the import.
  expect(saved).toBeDefined()
  if (saved) {
    const { variantId, shelf, lowAt, barcodes } = saved
    await call(api.stock.edit, { body: { variantId, shelf, lowAt, barcodes: [...barcodes, '1234'] } })
  }
  await form(page).getByRole('button', { name: 'Import', exact: true }).click()
  await toast(page, 'Stock imported successfully')
  await expect(form(page).getByRole('table', { name: 'Errors' }).getByRole('cell')).toHaveText([
    '3',
    'Barcode',
    `This barcode now belongs to ${product.title}. Check the file again`,
  ])
  await form(page).getByRole('button', { name: 'Close', exact: true }).first().click()
  expect(await texts(page, row)).toMatchObject({ Available: '9,997' })

  await row.getByRole('button', { name: `Movements of ${name}` }).click()
  const movements = form(page).getByRole('listitem')
  await expect(movements.nth(1)).toContainText('+ 10,000')
  await expect(movements.filter({ hasText: 'Counted: Not there' })).toHaveCount(1)
})
