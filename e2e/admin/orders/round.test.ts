import { api } from '@kirana/contract'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../../test.ts'
import { scanAtOnce } from '../scanner.ts'
import { packOf } from './pack-of.ts'
import { secondPicker } from './second-picker.ts'

const bag = (page: Page, letter: string) => page.getByRole('listitem', { name: `Order ${letter}` })
const press = async (page: Page, name: string | RegExp) => {
  await page.getByRole('button', { name }).first().click()
  // A press right after the one that completed a line is ignored.
  await page.waitForTimeout(320)
}

test('three orders are picked in one round, also without a network, while one is canceled', async ({
  staffPage: page,
  context,
  server,
  customer,
  call,
}) => {
  test.slow()
  const [milk, curd, rice] = [
    await packOf(call, 'Round milk', 'A10'),
    await packOf(call, 'Round curd', 'A3'),
    await packOf(call, 'Round rice', 'B1'),
  ]
  const meera = await customer()
  const placed = [
    await meera.order({ items: [milk.item(2), curd.item(2)] }),
    await meera.order({ items: [rice.item(1), curd.item(2)] }),
    await meera.order({ items: [milk.item(1), rice.item(3)] }),
  ]
  const [first, second, third] = placed
  await page.goto('/admin/orders/new?view=board')
  // The oldest order gets letter A, in whichever order they are selected.
  for (const { order_id } of placed.toReversed())
    await page.getByRole('checkbox', { name: `Pick ${order_id} together with others` }).check()
  const taken = await secondPicker(server, 'round-ravi')
  await page.getByRole('link', { name: 'Pick 3 together' }).click()
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText('Pick 3 orders together')
  expect(new URL(page.url()).pathname).toBe('/admin/orders/round')
  const lines = page.getByRole('list', { name: 'Items to pick' }).locator(':scope > li')
  await expect(lines).toContainText([/Round curd/, /Round milk.*A 2 · C 1/, /Round rice.*B 1 · C 3/])
  for (const [letter, order] of [
    ['A', first],
    ['B', second],
    ['C', third],
  ] as const)
    await expect(bag(page, letter)).toContainText(order?.order_id.split('-')[1] ?? '')
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  // The second press of a double press does not count for the next line, although the first press completed this one.
  await page.getByRole('button', { name: 'All 4, Round curd' }).dblclick()
  await expect(page.getByLabel('A: 0 of 2 found')).toBeVisible()
  // A scan counts for the first letter that lacks a piece, and a message names the letter.
  for (const [letter, counted] of [
    ['A', 'A +1, Round milk: 1 of 2'],
    ['A', 'A +1, Round milk: 2 of 2'],
    ['C', 'C +1, Round milk: 1 of 1'],
  ] as const) {
    await expect(page.getByRole('button', { name: `Found for ${letter}, Round milk` })).toBeVisible()
    await scanAtOnce(page, milk.barcode)
    await expect(page.getByRole('status').filter({ hasText: counted })).toBeVisible()
  }
  await expect(page.getByRole('button', { name: 'Found for B, Round rice' })).toBeVisible()
  await scanAtOnce(page, milk.barcode)
  await expect(page.getByRole('alert').filter({ hasText: 'Enough of Round milk' })).toBeVisible()
  await page.getByRole('button', { name: 'OK', exact: true }).click()

  // Missing asks for which order.
  await expect(page.getByText('5 actions, 5 stored')).toBeVisible()
  await page.evaluate('navigator.serviceWorker.ready.then(() => {})')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Missing, Round rice' }).click()
  const which = page.getByRole('dialog', { name: 'Missing for which order?' })
  await which.getByRole('button', { name: 'Order C: 0 of 3 found' }).click()
  await page
    .getByRole('dialog', { name: 'Missing: Round rice for C' })
    .getByRole('button', { name: /^Other/ })
    .click()
  await expect(page.getByText('6 actions, 5 stored')).toBeVisible()
  await page.reload()
  await expect(page.getByText('6 actions, 5 stored')).toBeVisible()
  await expect(bag(page, 'A').getByRole('button', { name: 'Done, A' })).toBeEnabled()
  await expect(bag(page, 'B').getByRole('button', { name: 'Done, B' })).toBeDisabled()
  await context.setOffline(false)
  await expect(page.getByText('6 actions, 6 stored')).toBeVisible()

  // A canceled order leaves the round, and the others continue. Each order has its own Done.
  await call(api.orders.changeStatus, {
    params: { orderId: first?._id ?? '', status: 'Canceled' },
    query: { discardPick: 'true' },
  })
  const end = page.getByRole('alertdialog', { name: 'A: Canceled: put everything back' })
  await expect(end).toContainText('4 pieces to put back')
  // The dialog ignores presses for its first 300 ms.
  await page.waitForTimeout(320)
  await end.getByRole('button', { name: 'OK' }).click()
  await expect(bag(page, 'A')).toContainText('Canceled: put everything back')
  await press(page, 'Found for B, Round rice')
  await bag(page, 'B').getByRole('button', { name: 'Done, B' }).click()
  await expect(bag(page, 'B')).toContainText('The order is Prepeared.')
  await expect(bag(page, 'B').getByRole('button', { name: 'Undo B' })).toBeVisible()
  // Orders that have left the round are not stored for a reload. The others keep their letters.
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Found for C, Round rice' })).toBeVisible()
  await expect(bag(page, 'C').getByRole('button', { name: 'Done, C' })).toBeDisabled()
  await expect(title).toHaveText('Pick 3 orders together')
  for (const letter of ['A', 'B']) await expect(bag(page, letter)).toContainText('Not loaded')
  await context.setOffline(false)
  await expect(bag(page, 'A')).toContainText('Canceled: put everything back')
  await expect(bag(page, 'B')).toContainText('The order is Prepeared.')
  // A second picker takes over the last order with its recorded lines.
  await taken(api.pick.claim, { body: { orderId: third?._id ?? '', takeOver: true } })
  const lost = page.getByRole('alertdialog', { name: 'C: Ravi Kumar has taken over this order' })
  await expect(lost).toBeVisible()
  await page.waitForTimeout(320)
  await lost.getByRole('button', { name: 'OK' }).click()
  await expect(bag(page, 'C')).toContainText('Ravi Kumar is picking this order')
  const { lines: left } = await call(api.pick.get, { params: { orderId: third?._id ?? '' } })
  expect(left).toMatchObject([{ found: 1 }, { found: 0, short: 1, reason: 'other' }])
  const over = page.getByRole('status').filter({ hasText: 'This round is done' })
  const started = page.getByRole('alert').filter({ hasText: 'Another picker has started C' })
  await expect(over).toBeHidden()
  await started.getByRole('button', { name: 'Take over' }).click()
  for (const found of ['0', '1']) {
    await expect(page.getByLabel(`C: ${found} of 3 found`)).toBeVisible()
    await press(page, 'Found for C, Round rice')
  }
  await bag(page, 'C').getByRole('button', { name: 'Done, C' }).click()
  await expect(over).toContainText('In the bags with their letters: B, C. Canceled: A.')
  await expect(over.getByRole('link', { name: 'Back to the board' })).toBeVisible()
  // A dialog that has just appeared ignores presses.
  await page.waitForTimeout(320)
  await over.getByRole('button', { name: 'Undo B' }).click()
  await expect(bag(page, 'B').getByRole('button', { name: 'Done, B' })).toBeEnabled()
  await expect(over).toBeHidden()
})

// Records the name of each current line, in the order in which they were shown.
const RECORD = `
  shown = []
  new MutationObserver(() => {
    const name = document.querySelector('[aria-current=step] h2')?.textContent
    if (name && name !== shown.at(-1)) shown.push(name)
  }).observe(document, { subtree: true, childList: true, characterData: true })`

test('the current line of a round stays when another order is claimed or loaded late', async ({
  staffPage: page,
  customer,
  call,
}) => {
  const [near, far] = [await packOf(call, 'Near oil', 'A2'), await packOf(call, 'Far oil', 'B4')]
  const meera = await customer()
  const place = async () =>
    [await meera.order({ items: [far.item(1)] }), await meera.order({ items: [near.item(1)] })] as const
  await page.addInitScript(RECORD)

  // The live event of the claim reloads the first order before the second one, and before the claim is answered.
  const [first, second] = await place()
  const rest = Promise.withResolvers<void>()
  let isClaiming = false
  await page.route('**/pick/claim-round', async (route) => {
    isClaiming = true
    const response = await route.fetch()
    await rest.promise
    await route.fulfill({ response })
  })
  await page.route(`**/pick/get/${second._id}`, async (route) => {
    if (isClaiming) await rest.promise
    await route.continue()
  })
  const read = page.waitForResponse((answer) => isClaiming && answer.url().endsWith(`/pick/get/${first._id}`))
  await page.goto(`/admin/orders/round?orders=${first._id},${second._id}`)
  await read
  await page.waitForTimeout(300)
  rest.resolve()
  await expect(page.getByRole('button', { name: 'Found for B, Near oil' })).toBeVisible()
  expect(await page.evaluate('shown')).toEqual(['Near oil'])

  // An order that could not be loaded at first joins later. Its shelf comes before the current one.
  const [third, fourth] = await place()
  const late = `**/pick/get/${fourth._id}`
  await page.route(late, (route) => route.abort())
  await page.goto(`/admin/orders/round?orders=${third._id},${fourth._id}`)
  await expect(page.getByRole('button', { name: 'Found for A, Far oil' })).toBeVisible()
  await page.unroute(late)
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByRole('alert').getByRole('button', { name: 'Pick' }).click()
  await expect(page.getByRole('list', { name: 'Items to pick' })).toContainText(/Near oil.*B 1.*Far oil/)
  await expect(page.getByRole('button', { name: 'Found for A, Far oil' })).toBeVisible()
  expect(await page.evaluate('shown')).toEqual(['Far oil'])
})
