import { api } from '@kirana/contract'
import type { Page } from '@playwright/test'
import { addCookie } from '@kirana/testing/cookies'
import { aProduct } from '../admin/products/product.ts'
import { expect, test } from '../test.ts'
import { kills, mortalBrowser, pause, random } from './browser.ts'

/** The maximum quantity of a variant in an order. */
const PIECES = 50

const countsOf = (text: string | null) => {
  const [, made, stored] = /(\d+) actions?, (\d+) stored/.exec(text ?? '') ?? []
  return { made: Number(made ?? 0), stored: Number(stored ?? 0) }
}
const bill = (page: Page) => page.getByRole('region', { name: 'Bill' })

/** Numbers of a picker's actions on an order: `pressed` counts all, `shown` those that the screen showed as done. */
type Presses = { pressed: number; shown: number }

/** Presses Found until the page is gone. */
async function pressOn(page: Page, presses: Presses) {
  for (;;) {
    presses.pressed += 1
    await page.getByRole('button', { name: /^Found, / }).click()
    await pause(random(40))
    const { made } = countsOf(await bill(page).textContent())
    presses.shown = Math.max(presses.shown, made)
  }
}

test(`${kills} kills of the browser lose and double no press`, async ({ server, call, customer }) => {
  test.setTimeout(kills * 60_000)
  const items: { productId: string; variantId: string; quantity: number }[] = []
  for (const name of ['Sugar', 'Salt']) {
    const productId = await aProduct(call, name)
    const { variant } = await call(api.variants.add, {
      body: { productId, value: 1, unit: 'Kilo', mrp: 50, sellingPrice: 45 },
    })
    items.push({ productId, variantId: variant[0]?.variantId ?? '', quantity: PIECES })
  }
  // Each order is from a new customer, because a customer may have at most twenty open orders.
  const place = async () => (await (await customer()).order({ items }))._id

  const browser = await mortalBrowser()
  const open = async (orderId: string) => {
    const context = await browser.context()
    await addCookie(context, server.origin, server.cookies.staff)
    const page = await context.newPage()
    await page.goto(`${server.origin}/admin/order/pick/${orderId}`)
    await expect(page.getByRole('button', { name: /^Found, / })).toBeVisible()
    return page
  }
  const sum = { stored: 0, closed: 0, crashed: 0, killed: 0 }
  let orderId = await place()
  let presses: Presses = { pressed: 0, shown: 0 }
  try {
    for (let n = 0; n < kills; n++) {
      const page = await open(orderId)
      const { how, network } = await browser.endDuring(page, () => pressOn(page, presses))
      sum[how] += 1

      const next = await open(orderId)
      // All waiting actions are sent.
      await expect(async () => {
        const { made, stored } = countsOf(await bill(next).textContent())
        expect(stored).toBe(made)
        expect((await call(api.pick.get, { params: { orderId } })).stored).toBe(stored)
      }).toPass({ timeout: 30_000 })
      const { stored, lines } = await call(api.pick.get, { params: { orderId } })
      const when = `${how} after ${n} others, ${network}`
      expect(stored, `${when}: lost`).toBeGreaterThanOrEqual(presses.shown)
      expect(stored, `${when}: doubled`).toBeLessThanOrEqual(presses.pressed)
      const pieces = lines.reduce((all, { found }) => all + found, 0)
      expect(pieces, when).toBe(stored)
      await next.close()
      presses = { pressed: stored, shown: stored }
      if (stored > PIECES) {
        sum.stored += stored
        orderId = await place()
        presses = { pressed: 0, shown: 0 }
      }
    }
  } finally {
    await browser.stop()
  }
  sum.stored += presses.shown
  console.log(JSON.stringify(sum))
})
