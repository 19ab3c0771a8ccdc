import { api } from '@kirana/contract'
import { request } from '@kirana/testing/caller'
import { addCookie } from '@kirana/testing/cookies'
import { toast } from '../superadmin/toast.ts'
import { expect, expectAccessible, test } from '../test.ts'
import { addPerson } from '../person.ts'
import { form, popup } from './dialogs.ts'
import { withSecondPerson } from './second-person.ts'

const password = 'Second@2026'

test('a payout waits until another person approves it, and links to the request', async ({
  staffPage: page,
  browser,
  customer,
  call,
  server,
}) => {
  const name = 'Zarina Lobo'
  const zarina = await customer(name)
  const found = await call(api.users.list, { params: { page: 1 }, query: { search: zarina.phone } })
  await call(api.wallet.addCoins, { body: { userId: found.data[0]?._id ?? '', point: 500 } })
  for (const amount of [120, 80])
    await zarina.call(api.storeWallet.withdraw, {
      body: { amount, upiId: 'zarina@upi', bankAcNumber: '', ifscCode: '' },
    })
  const other = await browser.newContext()
  // This browser is signed in to both areas.
  const [owner, mine] = [await page.context().newPage(), await page.context().newPage()]
  await addCookie(page.context(), server.origin, server.cookies.superadmin)
  await withSecondPerson(server, 0, async (superadmin) => {
    await addPerson(superadmin, { name: 'Second Person', username: 'second', password })
    await owner.goto('/superadmin/approvals')
    await mine.goto('/admin/approvals/own')
    const waitingOn = (one: typeof page) => one.getByRole('region', { name: /^Waiting/ })
    const [ofOwner, ofMine] = [waitingOn(owner), waitingOn(mine)]
    for (const one of [owner, mine]) await expect(one.getByText('Live', { exact: true })).toBeVisible()
    await page.goto('/admin/withdrawal/requests')
    for (const amount of ['₹120.00', '₹80.00']) {
      const row = page.getByRole('row').filter({ hasText: name }).filter({ hasText: amount })
      await row.getByRole('button', { name: `Approve ${name}` }).click()
      await form(page).getByRole('button', { name: 'Save', exact: true }).click()
      const question = page.getByRole('dialog', { name: 'Approve without a document?', exact: true })
      await question.getByLabel('Reason').fill('Paid in cash at the counter')
      await question.getByRole('button', { name: 'Approve', exact: true }).click()
      if (amount === '₹80.00') continue
      await popup(page, 'Waiting for approval')
      await expect(row).toContainText('Waiting for approval')
      await expect(row).toContainText('Incomplete')
    }
    // The screen is updated by a live event.
    await expect(ofOwner.getByRole('listitem')).toHaveCount(2)
    await expect(ofMine.getByRole('listitem')).toHaveCount(2)
    await expect(owner.getByRole('link', { name: 'Approvals 2 waiting' })).toBeVisible()
    await expectAccessible(owner)
    await page.getByRole('alertdialog').getByRole('link', { name: 'Show the request' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Approvals')
    const waiting = waitingOn(page)
    await expect(waiting.getByRole('listitem')).toHaveCount(2)
    await expect(waiting.getByRole('listitem').first()).toContainText('You asked for this yourself')
    await expect(waiting.getByRole('button')).toHaveCount(0)

    const { headers } = await request(server.origin, api.staff.login, {
      body: { username: 'second', password },
    })
    await addCookie(other, server.origin, headers.getSetCookie()[0]?.split(';')[0] ?? '')
    const second = await other.newPage()
    await second.goto(`${server.origin}/admin/dashboard`)
    await second.getByRole('link', { name: 'Approvals 2 waiting' }).click()
    const pay = `Pay ₹120.00 out to ${name}`
    const row = second.getByRole('listitem').filter({ hasText: pay })
    await expect(row).toContainText('Paid in cash at the counter')
    await expectAccessible(second)
    await second.setViewportSize({ width: 1440, height: 900 })
    await row.getByRole('button', { name: `Approve: ${pay}` }).click()
    const question = second.getByRole('alertdialog', { name: `${pay}?` })
    await question.getByRole('button', { name: 'Approve', exact: true }).click()
    await toast(second, 'Approved successfully')
    await second.getByRole('button', { name: `Refuse: Pay ₹80.00 out to ${name}` }).click()
    await form(second).getByLabel('Reason').fill('Wrong account')
    await form(second).getByRole('button', { name: 'Refuse', exact: true }).click()
    await toast(second, 'Refused successfully')

    await expect(waiting).toContainText('Nothing is waiting for approval.')
    await expect(ofOwner).toContainText('Nothing is waiting for approval.')
    await expect(ofMine).toContainText('None of your requests is waiting for approval.')
    const decided = page.getByRole('region', { name: /^Decided/ })
    await expect(decided.getByRole('listitem').first()).toContainText('Refused because')
    await decided.getByRole('link', { name: 'Withdrawal Requests' }).last().click()
    const paid = page.getByRole('row').filter({ hasText: name }).filter({ hasText: '₹120.00' })
    await expect(paid).toContainText('Completed')
    await expect(
      page.getByRole('button', { name: `Approve ${name}` }).and(page.locator(':enabled')),
    ).toHaveCount(1)
    await other.close()
  })
})

test('the approver sees the items and the address of an order paid from a wallet', async ({
  superadminPage: page,
  customer,
  call,
  server,
}) => {
  const tara = await customer('Tara Gill')
  const paid = await tara.order({ lines: 2 })
  const items = paid.products.map(({ productId, variantId }) => ({ productId, variantId, quantity: 2 }))
  // Fills the wallet with more than the price of the next order.
  const dear = await tara.order({ items: items.map((item) => ({ ...item, quantity: 3 })) })
  for (const { _id: orderId } of [paid, dear]) {
    await call(api.orders.changeStatus, { params: { orderId, status: 'Delivered' }, query: {} })
    const query = { cash: 'collected' } as const
    await call(api.orders.changeStatus, { params: { orderId, status: 'Canceled' }, query })
  }
  const { pincode } = paid.address
  const address = {
    fullName: 'Tara Gill',
    phone: tara.phone,
    houseNo: '9',
    street: 'Linking Road',
    city: 'Mumbai',
    pincode,
  }
  await withSecondPerson(server, 0, async (superadmin) => {
    const ordered = { userId: tara.id, items, payment: 'wallet' as const }
    const { totalPrice: expectedTotal } = await call(api.staffOrders.quote, { body: { ...ordered, pincode } })
    await call(api.staffOrders.place, { body: { ...ordered, address, expectedTotal } })
    await page.goto('/superadmin/approvals')
    const waiting = page.getByRole('region', { name: /^Waiting/ })
    for (const { productTitle } of paid.products) await expect(waiting).toContainText(`2 × ${productTitle}`)
    await expect(waiting).toContainText(`Linking Road, Mumbai, ${pincode}`)
    await expect(waiting).toContainText('Not an address that the customer saved')
    await expectAccessible(page)
    const [asked] = (await superadmin(api.approvals.list, { query: { as: 'superadmin' } })) ?? []
    await superadmin(api.approvals.refuse, {
      params: { id: asked?._id ?? '' },
      query: { as: 'superadmin' },
      body: { reason: 'Not hers' },
    })
    await expect(page.getByRole('region', { name: /^Decided/ })).not.toContainText('Linking Road')
  })
})
