import { api } from '@kirana/contract'
import type { Call } from '@kirana/testing/caller'
import { addCookie } from '@kirana/testing/cookies'
import type { Customer } from '@kirana/testing/customer'
import type { Locator, Page } from '@playwright/test'
import { axe, expect, sidewaysScroll, test } from '../../test.ts'
import { aPlace } from '../products/product.ts'

/** Adds a product with one or more packs; `shelf` is the shelf of the first. */
async function aProduct(call: Call, title: string, shelf: string, packs = 1) {
  const { name: _, ...place } = await aPlace(call)
  const { _id: productId } = await call(api.products.add, {
    body: { ...place, title, subTitle: 'Pack', description: 'As it is', loyaltyPoint: 1 },
  })
  const ids: string[] = []
  for (let n = 1; n <= packs; n++) {
    const { variant } = await call(api.variants.add, {
      body: { productId, value: n * 100, unit: 'GM', mrp: 60, sellingPrice: 50 },
    })
    ids.push(variant.map(({ variantId }) => variantId).find((id) => !ids.includes(id)) ?? '')
  }
  await call(api.stock.edit, {
    body: { variantId: ids[0] ?? '', shelf, lowAt: 0, byWeight: true, barcodes: [] },
  })
  return (quantity: number, n = 0) => ({ productId, variantId: ids[n] ?? '', quantity })
}

const place = async (meera: Customer, items: { productId: string; variantId: string; quantity: number }[]) =>
  (await meera.order({ items }))._id

const item = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true })
/** Expands the row of completed lines. */
async function unfold(page: Page) {
  const folded = page.getByRole('button', { name: /lines? done$/, expanded: false })
  if (await folded.isVisible()) await folded.click()
}

/** Waits, because a press within 300 ms of the one that completed a line is ignored. */
const pauseAfterLine = async (page: Page) => page.waitForTimeout(320)

const bill = (page: Page) => page.getByRole('region', { name: 'Bill' })

const SEEN = `(() => {
  const { activeElement: one } = document
  const { left, top, width, height } = one.getBoundingClientRect()
  return one.matches(':focus-visible') && one.contains(document.elementFromPoint(left + width / 2, top + height / 2))
})()`

/** Checks that the element has the focus, and that nothing covers it. */
async function expectFocus(locator: Locator) {
  await expect(locator).toBeFocused()
  await expect.poll(() => locator.page().evaluate(SEEN), 'not covered').toBe(true)
}

async function tabTo(page: Page, locator: Locator) {
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(locator).toBeFocused({ timeout: 1 })
  }).toPass({ intervals: [0] })
  await expectFocus(locator)
}

test('forty lines with long and Hindi names can be picked by keyboard alone, down to 320 px', async ({
  staffPage: page,
  customer,
  call,
}) => {
  test.slow()
  const long = 'Stoneground wheat flour of the fields of Sehore, milled slowly '
    .repeat(4)
    .slice(0, 200)
    .trim()
  const hindi = 'देसी गाय का शुद्ध घी, हाथ से मथा हुआ'
  const [flour, ghee] = [await aProduct(call, long, 'A'), await aProduct(call, hindi, 'B')]
  const rice = await aProduct(call, 'Rice', 'C', 38)
  const other = await aProduct(call, 'Soap', 'Z')
  const barcodes = ['8900000000777']
  await call(api.stock.edit, { body: { variantId: other(1).variantId, shelf: 'Z9', lowAt: 0, barcodes } })
  const packs = Array.from({ length: 38 }, (_, n) => rice(1, n))
  const orderId = await place(await customer(), [flour(2), ghee(2), ...packs])

  await page.goto(`/admin/order/pick/${orderId}`)
  for (const [width, height] of [
    [1024, 768],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(bill(page)).toContainText('0 of 40 lines')
    const whole = Number(await page.evaluate(`document.querySelector('main').scrollHeight`))
    expect(whole).toBeLessThanOrEqual(3 * height)
    const footer = await bill(page).boundingBox()
    expect(Math.round((footer?.y ?? 0) + (footer?.height ?? 0))).toBe(height)
    expect((await item(page, long).getByRole('heading').boundingBox())?.width).toBeGreaterThanOrEqual(240)
  }
  await page.setViewportSize({ width: 320, height: 640 })
  await expect(bill(page)).toContainText('0 of 40 lines')
  expect(await sidewaysScroll(page)).toBe(0)
  const found = (name: string) => page.getByRole('button', { name: `Found, ${name}`, exact: true })
  const dialog = page.getByRole('dialog')
  await tabTo(page, found(long))
  await page.keyboard.press('Enter')
  await expect(item(page, long).getByLabel('1 of 2 found')).toBeVisible()
  await expectFocus(found(long))
  await page.keyboard.press('Space')
  await expectFocus(found(hindi))

  await tabTo(page, page.getByRole('button', { name: `Missing, ${hindi}` }))
  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByRole('button', { name: 'One more' }))
  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByRole('button', { name: /^Damaged/ }))
  await page.keyboard.press('Enter')
  await expectFocus(found('Rice'))
  const done = page.getByRole('button', { name: '2 lines done' })
  await done.focus()
  await page.keyboard.press('Enter')
  await expect(item(page, hindi)).toContainText('2 missing: damaged')
  await tabTo(page, item(page, hindi).getByRole('button'))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: `Start again, ${hindi}` }))
  await page.keyboard.press('Enter')
  await expectFocus(found(hindi))
  await tabTo(page, page.getByRole('button', { name: `Swap, ${hindi}` }))
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('listitem').first()).toBeVisible()
  await tabTo(page, dialog.getByRole('list', { name: 'Replacements' }).getByRole('button').first())
  await page.keyboard.press('Enter')
  await expect(item(page, hindi)).toContainText('Instead 2 ×')
  await expectFocus(found('Rice'))

  await tabTo(page, page.getByRole('button', { name: 'Weigh, Rice' }))
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await page.keyboard.type('60')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('60 % of what was ordered. Is it right?')
  await dialog.getByRole('textbox').fill('95')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Done', exact: true })).toContainText('Weighed')
  await expectFocus(found('Rice'))
  expect(await axe(page, ['label-content-name-mismatch'])).toEqual([])

  // Sent at once, because keys that are sent one by one arrive too slowly for a scan on a busy machine.
  await page.evaluate(`for (const key of [...'${barcodes[0]}', 'Enter'])
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))`)
  const no = page.getByRole('alert').filter({ hasText: 'Not in this order' })
  await expect(no).toContainText('Soap, 100 GM: belongs to Z9')
  await page.getByRole('button', { name: 'OK' }).focus()
  await page.keyboard.press('Enter')
  await expectFocus(found('Rice'))
  for (let open = 37; open > 0; open--) {
    await page.keyboard.press('Enter')
    if (open === 37) await page.keyboard.press('Enter')
    await expect(bill(page)).toContainText(`${41 - open} of 40 lines`)
    await pauseAfterLine(page)
    await expect(bill(page)).toContainText(`${41 - open} of 40 lines`)
  }
  await expectFocus(page.getByRole('button', { name: 'Done', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('The order is Prepeared.')).toBeVisible({ timeout: 30_000 })
  const finished = page.getByRole('status').filter({ hasText: 'The order is Prepeared.' })
  await expectFocus(finished.getByRole('link').first())
  const label = await finished.getByRole('link', { name: 'Print label' }).getAttribute('href')
  const printed = await page.request.get(label ?? '')
  expect(printed.headers()['content-type']).toBe('application/pdf')
})

test('actions of two offline phones on one order are stored once, whichever phone reconnects first', async ({
  browser,
  server,
  customer,
  call,
}) => {
  test.slow()
  const [milk, curd] = [
    await aProduct(call, 'Two phones milk', 'A'),
    await aProduct(call, 'Two phones curd', 'B'),
  ]
  const meera = await customer()
  for (const isFirstBackFirst of [true, false]) {
    const orderId = await place(meera, [milk(3), curd(2)])
    const phones: Page[] = []
    for (let n = 0; n < 2; n++) {
      const context = await browser.newContext({
        baseURL: server.origin,
        viewport: { width: 390, height: 844 },
      })
      await addCookie(context, server.origin, server.cookies.staff)
      const phone = await context.newPage()
      await phone.goto(`/admin/order/pick/${orderId}`)
      await expect(phone.getByRole('button', { name: 'Found, Two phones milk' })).toBeVisible()
      await context.setOffline(true)
      phones.push(phone)
    }
    const [first, second] = phones as [Page, Page]
    const foundMilk = first.getByRole('button', { name: 'Found, Two phones milk' })
    // Two presses within one frame count as two pieces.
    await foundMilk.dblclick()
    await foundMilk.click()
    await pauseAfterLine(first)
    await first.getByRole('button', { name: 'Found, Two phones curd' }).click()
    await item(second, 'Two phones curd').getByRole('button').click()
    await second.getByRole('button', { name: 'Missing, Two phones curd' }).click()
    await second
      .getByRole('dialog')
      .getByRole('button', { name: /^Other/ })
      .click()
    await second.getByRole('button', { name: 'Found, Two phones curd' }).click()
    await expect(bill(first)).toContainText('4 actions, 0 stored')
    await expect(bill(second)).toContainText('2 actions, 0 stored')
    // The page is also closed while it is offline: its actions wait for the next visit.
    await second.close()
    const reopened = await second.context().newPage()
    const firstBack = async () => {
      await first.context().setOffline(false)
      await expect(bill(first)).toContainText(/(\d) actions, \1 stored/)
    }
    const secondBack = async () => {
      await reopened.context().setOffline(false)
      await reopened.goto(`/admin/order/pick/${orderId}`)
      await expect(reopened.getByRole('button', { name: /lines? done$/ })).toBeVisible()
      await unfold(reopened)
      await expect(item(reopened, 'Two phones curd')).toContainText('1 missing: other')
      await expect(bill(reopened)).toContainText(/(\d) actions, \1 stored/)
    }
    for (const back of isFirstBackFirst ? [firstBack, secondBack] : [secondBack, firstBack]) await back()
    for (const phone of [first, reopened]) {
      await expect(bill(phone)).toContainText('6 actions, 6 stored')
      await unfold(phone)
      await expect(item(phone, 'Two phones milk').getByLabel('3 of 3 found')).toBeVisible()
    }
    // The last action on a line wins: one of the two pieces is found, and the other is missing only if the second phone
    // sent last.
    for (const phone of [first, reopened])
      await expect(item(phone, 'Two phones curd')).toHaveAttribute(
        'data-state',
        isFirstBackFirst ? 'short' : 'open',
      )
    if (!isFirstBackFirst) await first.getByRole('button', { name: 'Found, Two phones curd' }).click()
    await first.getByRole('button', { name: 'Done', exact: true }).click()
    for (const phone of [first, reopened]) {
      await expect(phone.getByText('The order is Prepeared.')).toBeVisible()
      await phone.context().close()
    }
  }
})
