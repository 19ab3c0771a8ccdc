import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { api } from '@kirana/contract'
import { chromium, type Browser, type Page } from '@playwright/test'
import { chromiumFlags, findChromium } from '@kirana/testing/chromium'
import { addCookie } from '@kirana/testing/cookies'
import { aProduct } from '../admin/products/product.ts'
import { expect, test } from '../test.ts'

const kills = Number(process.env['KILLS'] ?? 500)
const PIECES = 99

const random = (max: number) => Math.floor(Math.random() * max)
const oneOf = <const T>(all: readonly [T, ...T[]]): T => all[random(all.length)] ?? all[0]
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A browser whose store stays on the disk, and which can be killed: Playwright's own says goodbye to its pages. */
async function launch(profile: string): Promise<{ browser: Browser; child: ChildProcess }> {
  const flags = [...chromiumFlags, '--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`]
  const child = spawn(findChromium() ?? chromium.executablePath(), flags, {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  if (!child.stderr) throw new Error('The browser cannot be heard')
  for await (const line of createInterface({ input: child.stderr })) {
    const [, address] = /listening on (ws:\S+)/.exec(line) ?? []
    if (address) return { child, browser: await chromium.connectOverCDP(address) }
  }
  throw new Error('The browser has not started')
}

/** Ends all its processes at once, as a device does that runs out of memory. */
async function kill(child: ChildProcess) {
  const ended = once(child, 'exit')
  process.kill(-(child.pid ?? 0), 'SIGKILL')
  await ended
}

async function crash(page: Page) {
  const session = await page.context().newCDPSession(page)
  await Promise.race([session.send('Page.crash').catch(() => {}), pause(2000)])
  await page.close().catch(() => {})
}

const countsOf = (text: string | null) => {
  const [, made, stored] = /(\d+) actions?, (\d+) stored/.exec(text ?? '') ?? []
  return { made: Number(made ?? 0), stored: Number(stored ?? 0) }
}
const bill = (page: Page) => page.getByRole('region', { name: 'Bill' })

/** What a picker did to an order: `told` are the actions that the screen said it has, `pressed` those that were tried. */
type Presses = { pressed: number; told: number }

/** Presses Found until the page is gone. */
async function pressOn(page: Page, presses: Presses) {
  for (;;) {
    presses.pressed += 1
    await page.getByRole('button', { name: /^Found, / }).click()
    await pause(random(40))
    const { made } = countsOf(await bill(page).textContent())
    presses.told = Math.max(presses.told, made)
  }
}

test(`of ${kills} kills of the browser none loses or doubles a press`, async ({ server, call, customer }) => {
  test.setTimeout(kills * 60_000)
  const productId = await aProduct(call, 'Sugar')
  const { variant } = await call(api.variants.add, {
    body: { productId, value: 1, unit: 'Kilo', mrp: 50, sellingPrice: 45 },
  })
  // Each of a new customer: one has at most twenty open orders.
  const place = async () => {
    const meera = await customer()
    const items = [{ productId, variantId: variant[0]?.variantId ?? '', quantity: PIECES }]
    return (await meera.order({ items }))._id
  }

  const profile = await mkdtemp(join(tmpdir(), 'kirana-kills-'))
  let { browser, child } = await launch(profile)
  const open = async (orderId: string) => {
    const context = browser.contexts()[0] ?? (await browser.newContext())
    await context.setOffline(false)
    await addCookie(context, server.origin, server.cookies.staff)
    const page = await context.newPage()
    await page.goto(`${server.origin}/admin/order/pick/${orderId}`)
    await expect(page.getByRole('button', { name: /^Found, / })).toBeVisible()
    return page
  }
  const sum = { stored: 0, closed: 0, crashed: 0, killed: 0 }
  let orderId = await place()
  let presses: Presses = { pressed: 0, told: 0 }
  try {
    for (let n = 0; n < kills; n++) {
      const page = await open(orderId)
      const network = oneOf(['online', 'offline', 'back online'])
      await page.context().setOffline(network !== 'online')
      const pressing = pressOn(page, presses).catch(() => {})
      await pause(50 + random(1500))
      // The end comes while the queue is being sent.
      if (network === 'back online') await page.context().setOffline(false)
      const how = oneOf(['closed', 'crashed', 'killed'])
      sum[how] += 1
      if (how === 'closed') await page.close()
      else if (how === 'crashed') await crash(page)
      else {
        await kill(child)
        ;({ browser, child } = await launch(profile))
      }
      await pressing

      const next = await open(orderId)
      // All that waited is sent.
      await expect(async () => {
        const { made, stored } = countsOf(await bill(next).textContent())
        expect(stored).toBe(made)
        expect((await call(api.pick.get, { params: { orderId } })).stored).toBe(stored)
      }).toPass({ timeout: 30_000 })
      const { stored, lines } = await call(api.pick.get, { params: { orderId } })
      const when = `${how} after ${n} others, ${network}`
      expect(stored, `${when}: lost`).toBeGreaterThanOrEqual(presses.told)
      expect(stored, `${when}: doubled`).toBeLessThanOrEqual(presses.pressed)
      expect(lines[0]?.found, when).toBe(stored)
      await next.close()
      presses = { pressed: stored, told: stored }
      if (stored > PIECES / 2) {
        sum.stored += stored
        orderId = await place()
        presses = { pressed: 0, told: 0 }
      }
    }
  } finally {
    await kill(child)
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  sum.stored += presses.told
  console.log(JSON.stringify(sum))
})
