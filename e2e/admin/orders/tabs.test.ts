import { api } from '@kirana/contract'
import { caller, request } from '@kirana/testing/caller'
import { addCookie } from '@kirana/testing/cookies'
import type { Server } from '@kirana/testing/server'
import type { BrowserContext, Page, Request } from '@playwright/test'
import { expect, test } from '../../test.ts'
import { packWithoutPicking } from './pack.ts'

const board = '/admin/orders/new?view=board'
const light = (page: Page) => page.getByRole('status').filter({ hasText: /^(Live|Reconnecting)$/ })
const card = (page: Page, orderId: string) => page.getByRole('listitem').filter({ hasText: orderId }).first()
const notice = (page: Page) =>
  page.getByText("You were logged out. New orders don't ring here", { exact: true })

/**
 * The tabs that opened a stream of staff (`opened`), and those whose stream is open now (`holders`). On a busy machine
 * a slow tab may count as closed, and another tab opens a stream. Tests therefore check who holds a stream, not how
 * often one was opened.
 */
function watchStreams(context: BrowserContext) {
  const opened: Page[] = []
  const open = new Map<Request, Page>()
  context.on('request', (request) => {
    // The superadmin has a separate stream.
    if (!/\/api\/v1\/events\?(?!as=superadmin)/.test(request.url())) return
    opened.push(request.frame().page())
    open.set(request, request.frame().page())
  })
  const ended = (request: Request) => void open.delete(request)
  context.on('requestfailed', ended).on('requestfinished', ended)
  const holders = () => [...new Set(open.values())].filter((tab) => !tab.isClosed())
  return { opened, holders }
}

async function openBoards(context: BrowserContext, first: Page, count: number) {
  const tabs = [first]
  while (tabs.length < count) tabs.push(await context.newPage())
  for (const tab of tabs) await tab.goto(board)
  for (const tab of tabs) await expect(light(tab)).toHaveText('Live')
  return tabs
}

// More tabs than the six connections that a browser opens to one server.
test('seven tabs share one stream over HTTP/1.1, and another tab opens it when the leading tab ends', async ({
  staffPage,
  context,
  customer,
}) => {
  test.slow()
  const meera = await customer()
  const { holders } = watchStreams(context)
  const tabs = await openBoards(context, staffPage, 7)
  await expect.poll(() => holders().length).toBe(1)
  const answers = tabs.map((tab) => tab.evaluate(`fetch('/api/v1/staff/get').then(({ status }) => status)`))
  expect(await Promise.all(answers)).toEqual(tabs.map(() => 200))

  const gone: Page[] = []
  const leaders = () => holders().filter((tab) => !gone.includes(tab))
  const orderIds: string[] = []
  /** Ends the leading tab with `go` while an order is placed, and checks that every other tab shows the order. */
  async function seeHandover(go: (tab: Page) => Promise<unknown>) {
    await expect.poll(() => leaders().length).toBe(1)
    const [leading] = leaders()
    if (!leading) throw new Error('No tab leads')
    gone.push(leading)
    const [{ order_id: orderId }] = await Promise.all([meera.order(), go(leading)])
    orderIds.push(orderId)
    await expect.poll(() => leaders().length, { intervals: [50] }).toBe(1)
    for (const tab of tabs.filter((one) => !gone.includes(one))) {
      await expect(card(tab, orderId)).toBeVisible()
      await expect(light(tab)).toHaveText('Live')
    }
    return leading
  }
  const closed = await seeHandover((tab) => tab.close())
  expect(closed.isClosed()).toBe(true)
  // The tab stops responding without notifying the other tabs.
  const hold = async (tab: Page) => {
    const session = await context.newCDPSession(tab)
    await session.send('Debugger.enable')
    await session.send('Debugger.pause')
    resume = () => session.send('Debugger.resume')
  }
  let resume: () => Promise<unknown> = () => Promise.reject(new Error('No tab is paused'))
  const held = await seeHandover(hold)
  await resume()
  // The tab responds again, and may lead again.
  gone.pop()
  for (const orderId of orderIds) await expect(card(held, orderId)).toBeVisible()
  await expect(light(held)).toHaveText('Live')
  await expect.poll(() => holders().length).toBe(1)
  // The browser sends an event before it freezes a page.
  await seeHandover(async (tab) => {
    await tab.evaluate(`document.dispatchEvent(new Event('freeze'))`)
    await hold(tab)
  })
  await resume()
})

test('shares the stream without Web Locks, which plain HTTP lacks', async ({
  staffPage,
  context,
  customer,
}) => {
  const meera = await customer()
  await context.addInitScript('delete Navigator.prototype.locks')
  const { holders } = watchStreams(context)
  const tabs = await openBoards(context, staffPage, 3)
  await expect.poll(() => holders().length).toBe(1)
  const [gone] = holders()
  await Promise.all([gone?.close(), meera.order()])
  const { order_id: orderId } = await meera.order()
  for (const tab of tabs.filter((one) => one !== gone)) {
    await expect(card(tab, orderId)).toBeVisible()
    await expect(tab).toHaveTitle(/^\(2\) /)
  }
})

async function addStaff({ origin, cookies }: Server, username: string) {
  const owner = caller(origin, { cookie: cookies.superadmin })
  const person = { name: 'Asha Rao', email: '', username, password: 'Better@123' }
  const everything = (await owner(api.roles.list, {})).find(({ isFixed }) => isFixed)
  await owner(api.staff.add, { body: { ...person, roleId: everything?._id } })
  return person
}
async function cookieOf({ origin }: Server, body: { username: string; password: string }) {
  const { headers } = await request(origin, api.staff.login, { body })
  return headers.getSetCookie()[0]?.split(';')[0] ?? ''
}
const account = (page: Page, name: string) => page.getByRole('button', { name: `Account: ${name}` })

test('every tab says that the session has ended, and signing in leads back to the board', async ({
  page,
  context,
  server,
  customer,
}) => {
  test.slow()
  const meera = await customer()
  const asha = await addStaff(server, 'asha')
  await addCookie(context, server.origin, await cookieOf(server, asha))
  await addCookie(context, server.origin, server.cookies.superadmin)
  const { opened, holders } = watchStreams(context)
  const owner = await context.newPage()
  await owner.goto('/superadmin/staff')
  const [one, two] = await openBoards(context, page, 2)
  if (!one || !two) throw new Error('Expected two tabs')

  await owner.getByRole('button', { name: 'Disable Asha Rao' }).click()
  await owner.getByRole('alertdialog').getByRole('button', { name: 'Disable', exact: true }).click()
  for (const tab of [one, two]) {
    await expect(tab).toHaveURL('/')
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Landing')
    await expect(notice(tab)).toBeVisible()
  }
  await two.reload()
  await expect(notice(two)).toBeVisible()
  const { order_id: orderId } = await meera.order()

  await owner.getByRole('button', { name: 'Enable Asha Rao' }).click()
  await expect(owner.getByRole('button', { name: 'Disable Asha Rao' })).toBeVisible()
  await one.getByRole('link', { name: 'Log in again' }).click()
  await expect(notice(one)).toBeVisible()
  await one.getByLabel('Username').fill(asha.username)
  await one.getByLabel('Password', { exact: true }).fill(asha.password)
  await one.getByRole('button', { name: 'log in', exact: true }).click()
  for (const tab of [one, two]) {
    await expect(tab).toHaveURL(board)
    await expect(light(tab)).toHaveText('Live')
    await expect(card(tab, orderId)).toBeVisible()
    await expect(notice(tab)).toBeHidden()
  }
  await expect.poll(() => holders().length).toBe(1)
  expect(opened).not.toContain(owner)
})

test('another person in the same browser gets neither the events nor the screens of the first', async ({
  page,
  context,
  server,
  customer,
}) => {
  test.slow()
  const meera = await customer()
  const usha = await addStaff(server, 'usha')
  await addCookie(context, server.origin, await cookieOf(server, usha))
  const [one, two] = await openBoards(context, page, 2)
  if (!one || !two) throw new Error('Expected two tabs')
  await meera.order()
  await expect(two).toHaveTitle(/^\(1\) New Orders/)

  await account(one, 'Asha Rao').click()
  await one.getByRole('button', { name: 'Logout', exact: true }).click()
  await expect(one).toHaveURL('/')
  await expect(notice(one)).toBeHidden()
  await expect(two).toHaveURL('/')
  await expect(notice(two)).toBeVisible()
  const { order_id: between } = await meera.order()

  await addCookie(context, server.origin, server.cookies.staff)
  await one.goto(board)
  await expect(light(one)).toHaveText('Live')
  await expect(card(one, between)).toBeVisible()
  // Orders that arrived for the previous user do not ring.
  await expect(one).toHaveTitle(/^New Orders/)

  // The cookie changes while a tab stays open. The tab's next stream would belong to another person.
  await addCookie(context, server.origin, await cookieOf(server, usha))
  await context.setOffline(true)
  await expect(light(one)).toHaveText('Reconnecting')
  await context.setOffline(false)
  await expect(account(one, 'Asha Rao')).toBeVisible()
  await expect(light(one)).toHaveText('Live')
})

test('a press is sent only with a session of the person who made it', async ({
  staffPage: page,
  context,
  server,
  customer,
  call,
}) => {
  const order = await (await customer()).order()
  const ila = await addStaff(server, 'ila')
  await openBoards(context, page, 1)
  await context.setOffline(true)
  await packWithoutPicking(page, order.order_id)
  await expect(card(page, order.order_id)).toContainText('waiting to send')
  // The tab does not know yet that the cookie is another person's.
  await addCookie(context, server.origin, await cookieOf(server, ila))
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/api\/v1\/(events|staff\/get)/, async (route) => {
    await isReleased
    await route.continue()
  })
  const sent = page.waitForResponse('**/change/delivary/status/**')
  await context.setOffline(false)
  expect((await sent).status()).toBe(401)
  release()
  await expect(account(page, 'Asha Rao')).toBeVisible()
  const latest = async () =>
    (await call(api.orders.get, { params: { orderId: order._id } }))[0]?.history.at(-1)
  expect(await latest()).toMatchObject({ to: 'Confirmed' })

  await addCookie(context, server.origin, server.cookies.staff)
  await page.reload()
  await expect.poll(latest).toMatchObject({ to: 'Prepeared', by: 'Asha Patil (staff)' })
})
