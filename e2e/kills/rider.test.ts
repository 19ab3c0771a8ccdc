import { api } from '@kirana/contract'
import { ownPage } from '@kirana/contract/wire/own-page'
import type { Page } from '@playwright/test'
import type { Call } from '@kirana/testing/caller'
import { addCookie } from '@kirana/testing/cookies'
import type { Customer } from '@kirana/testing/customer'
import { expect, test } from '../test.ts'
import { kills, mortalBrowser, oneOf, random } from './browser.ts'

const PIN = '135790'
const BAGS = 8

type Bag = {
  orderId: string
  total: number
  pressed: Set<'deliver' | 'fail'>
  /** The action that the screen showed as done. */
  shown: 'deliver' | 'fail' | null
}
type Bags = Map<string, Bag>

const ends = { deliver: 'Delivered', fail: 'Bring back' } as const

/** Adds a rider with a session, and bags that are on the road. */
async function onTheRoad(origin: string, call: Call, customer: () => Promise<Customer>, phone: string) {
  const rider = await call(api.riders.add, {
    body: { name: 'Kiran', phone, isActive: true, cashLimit: 50_000, pin: PIN },
  })
  const answer = await fetch(`${origin}/api/v1${api.rider.login.path}`, {
    method: 'POST',
    headers: { ...ownPage, 'content-type': 'application/json' },
    body: JSON.stringify({ phone, pin: PIN }),
  })
  const [cookie = ''] = answer.headers.getSetCookie().map((set) => set.split(';')[0])
  const buyer = await customer()
  const bags: Bags = new Map()
  for (let i = 0; i < BAGS; i++) {
    const order = await buyer.order()
    const change = (status: 'Prepeared' | 'Out for Delivary') =>
      call(api.orders.changeStatus, { params: { orderId: order._id, status }, query: {} })
    await change('Prepeared')
    await call(api.dispatch.assign, { body: { riderId: rider._id, orders: [order._id] } })
    await change('Out for Delivary')
    bags.set(order.order_id, { orderId: order._id, total: order.totalPrice, pressed: new Set(), shown: null })
  }
  return { riderId: rider._id, cookie, bags }
}

/** Delivers or fails one bag after the other until the page is closed or no bag is left. */
async function pressOn(page: Page, bags: Bags) {
  const current = page.getByRole('region', { name: /^Order / })
  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
  for (;;) {
    const number = ((await current.getAttribute('aria-label')) ?? '').replace('Order ', '')
    const bag = bags.get(number)
    if (!bag) throw new Error(`${number} is not a bag of this rider`)
    const step = oneOf(['deliver', 'deliver', 'fail'])
    await press(step === 'deliver' ? 'Delivered' : 'Could not deliver')
    bag.pressed.add(step)
    await press(step === 'deliver' ? /^Exactly .* in cash$/ : 'Nobody at home')
    await page.getByRole('button', { name: new RegExp(`${number}.*${ends[step]}`) }).waitFor()
    bag.shown = step
    await page.waitForTimeout(random(40))
  }
}

/** The results of these bags according to the server, by order number. */
async function endsOf(call: Call, bags: Bags) {
  const result = new Map<string, 'deliver' | 'fail' | null>()
  const { bags: open } = await call(api.dispatch.get, {})
  for (const [number, { orderId }] of bags) {
    const [order] = await call(api.orders.get, { params: { orderId } })
    const deliveries = (order?.history ?? []).filter(({ to }) => to === 'Delivered').length
    expect(deliveries, `${number}: delivered twice`).toBeLessThanOrEqual(1)
    const isFailed = open.some(({ _id, state }) => _id === orderId && state === 'failed')
    result.set(number, deliveries === 1 ? 'deliver' : isFailed ? 'fail' : null)
  }
  return result
}

/**
 * Checks that the server has every action that the screen showed, none that was not pressed, and the cash of each
 * delivery once.
 */
async function compare(call: Call, riderId: string, bags: Bags, when: string) {
  const result = await endsOf(call, bags)
  for (const [number, { shown, pressed }] of bags) {
    const end = result.get(number) ?? null
    if (shown) expect(end, `${when}: ${number} is lost`).toBe(shown)
    if (end) expect([...pressed], `${when}: ${number} was not pressed`).toContain(end)
  }
  const delivered = [...bags].filter(([number]) => result.get(number) === 'deliver')
  const { data: entries } = await call(api.cash.entries, { params: { riderId, page: 1 } })
  const { riders } = await call(api.cash.get, {})
  expect(entries.map(({ order_id }) => order_id).toSorted(), `${when}: wrong postings`).toEqual(
    delivered.map(([number]) => number).toSorted(),
  )
  const due = delivered.reduce((paise, [, { total }]) => paise + Math.round(total * 100), 0)
  const inHand = riders.find(({ _id }) => _id === riderId)?.inHand ?? 0
  expect(Math.round(inHand * 100), `${when}: wrong cash`).toBe(due)
  return {
    delivered: delivered.length,
    failed: [...result.values()].filter((end) => end === 'fail').length,
  }
}

test(`${kills} kills of the browser lose and double no action of the rider`, async ({
  server,
  call,
  customer,
}) => {
  test.setTimeout(kills * 60_000)
  const browser = await mortalBrowser()
  const open = async (cookie: string) => {
    const context = await browser.context()
    await addCookie(context, server.origin, cookie)
    const page = await context.newPage()
    await page.goto(`${server.origin}/rider`)
    await expect(page.getByText('Cash in hand')).toBeVisible()
    return page
  }
  const sum = { delivered: 0, failed: 0, closed: 0, crashed: 0, killed: 0 }
  let riders = 0
  const another = () => onTheRoad(server.origin, call, customer, `+91961${String(++riders).padStart(7, '0')}`)
  let { riderId, cookie, bags } = await another()
  try {
    for (let n = 0; n < kills; n++) {
      const page = await open(cookie)
      const { how, network } = await browser.endDuring(page, () => pressOn(page, bags))
      sum[how] += 1

      const next = await open(cookie)
      const when = `${how} after ${n} others, ${network}`
      // All waiting actions are sent, and none twice.
      let ended = { delivered: 0, failed: 0 }
      await expect(async () => (ended = await compare(call, riderId, bags, when))).toPass({ timeout: 30_000 })
      await next.close()
      if (ended.delivered + ended.failed > BAGS - 3) {
        sum.delivered += ended.delivered
        sum.failed += ended.failed
        ;({ riderId, cookie, bags } = await another())
      }
    }
  } finally {
    await browser.stop()
  }
  console.log(JSON.stringify(sum))
})
