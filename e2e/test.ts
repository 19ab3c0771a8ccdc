import { test as base, expect, type Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import { readFileSync } from 'node:fs'
import { caller, type Call } from '@kirana/testing/caller'
import { addCookie } from '@kirana/testing/cookies'
import { freshPhone, newCustomer, type Customer } from '@kirana/testing/customer'
import { startFcm, type FcmServer } from '@kirana/testing/fcm'
import { type RazorpayServer, startRazorpay } from '@kirana/testing/razorpay'
import { startServer, type Server } from '@kirana/testing/server'

type Fixtures = {
  /** A page whose browser is signed in as staff; `page` is not signed in. */
  staffPage: Page
  superadminPage: Page
  /** Calls as the sample staff member. */
  call: Call
  /** A new customer of the store. Names are letters only. */
  customer: (fullName?: string) => Promise<Customer>
}

type WorkerFixtures = {
  server: Server
  /** Where the server pushes messages to. */
  fcm: FcmServer
  /** The payment provider of the server. */
  razorpay: RazorpayServer
}

/**
 * The `test` of all browser tests: each worker has its own server with the sample store. A test that needs another
 * server starts it itself, because a worker option would restart the worker before and after it.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  razorpay: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, give) => {
      const razorpay = await startRazorpay()
      await give(razorpay)
      await razorpay.stop()
    },
    { scope: 'worker' },
  ],
  fcm: [
    // Playwright reads from the pattern which fixtures this one needs: none.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, give) => {
      const fcm = await startFcm()
      await give(fcm)
      await fcm.stop()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ fcm, razorpay }, give) => {
      const push = { FCM_CREDENTIALS: fcm.credentials, FCM_URL: fcm.url }
      const server = await startServer({ ...push, ...razorpay.environment() })
      await give(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ server }, give) => give(server.origin),
  call: async ({ server }, give) => give(caller(server.origin, { cookie: server.cookies.staff })),
  customer: async ({ server }, give, info) =>
    give((fullName = 'Meera Nair') => newCustomer(server.origin, freshPhone(info.workerIndex), fullName)),
  staffPage: async ({ context, page, server }, give) => {
    await addCookie(context, server.origin, server.cookies.staff)
    await give(page)
  },
  superadminPage: async ({ context, page, server }, give) => {
    await addCookie(context, server.origin, server.cookies.superadmin)
    await give(page)
  },
})
export { expect }

const AXE = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')

/**
 * Returns the violations of WCAG 2.2 AA and of good practice, or of `rules` only, one line each. A screen must have
 * none.
 */
export async function axe(page: Page, rules?: readonly string[], within = '{ include: document }') {
  // Not with @axe-core/playwright, which loads axe again for each check and also into a blank page: it is five times as
  // slow.
  for (const frame of page.frames()) if (!(await frame.evaluate("'axe' in window"))) await frame.evaluate(AXE)
  const options = JSON.stringify({ resultTypes: ['violations'], runOnly: rules })
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${within}, ${options})`)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

type Look = { name: string; colour: 'light' | 'dark'; width: number; height: number; rules?: string[] }
const looks: Look[] = [
  // The initial size of pages.
  { name: 'light', colour: 'light', width: 1280, height: 720 },
  // The dark theme differs from the light one only in colours, so only the rules about colours are checked.
  { name: 'dark', colour: 'dark', width: 1440, height: 900, rules: ['color-contrast', 'link-in-text-block'] },
  { name: 'phone', colour: 'light', width: 390, height: 844 },
]

// Ends the transitions, which are short but still run with reduced motion. Until they end, the colours are those of the
// previous look.
const SETTLED = `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))).then(() => {
  for (const motion of document.getAnimations())
    if (motion.effect?.getComputedTiming().endTime !== Infinity) motion.finish()
  return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
})`

// The page behind a dialog and the last rows of a table are checked in the light theme only.
const IN_FRONT = `{
  include: document.querySelector('[role=alertdialog], [role=dialog]') ?? document,
  exclude: 'tbody > tr:nth-child(n+9)',
}`

/** `npm run test:looks` checks all looks. Other runs check only the first, because each look takes the same time. */
const looked = process.env['LOOKS'] === 'all' ? looks : looks.slice(0, 1)

/**
 * Checks that a page has no violations in the looks of this run, and no horizontal scroll in them and at 360 px.
 * Restores the size of the page.
 */
export async function expectAccessible(page: Page) {
  // Checking a whole page is slow, especially beside other workers.
  test.slow()
  const size = page.viewportSize()
  for (const { name, colour, width, height, rules } of looked) {
    await page.emulateMedia({ colorScheme: colour, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height })
    await page.evaluate(SETTLED)
    const within = name === 'light' ? undefined : IN_FRONT
    expect.soft(await axe(page, rules, within), name).toEqual([])
    expect.soft(await sidewaysScroll(page), `${name} scrolls sideways`).toBe(0)
  }
  await page.setViewportSize({ width: 360, height: 740 })
  await page.evaluate(SETTLED)
  expect.soft(await sidewaysScroll(page), '360 px scrolls sideways').toBe(0)
  if (size) await page.setViewportSize(size)
}

/** By how many pixels the page is wider than its window. */
export const sidewaysScroll = (page: Page) =>
  page.evaluate('Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)')
