import { api } from '@kirana/contract'
import { caller } from '@kirana/testing/caller'
import { expect, expectAccessible, sidewaysScroll, test } from '../../test.ts'
import { form } from '../list.ts'
import { headers, refuse, rowOf, rows, texts } from '../table.ts'

test('shows a message with its ticket, as plain text', async ({ staffPage: page, server }) => {
  const said: string[] = []
  page.on('dialog', (dialog) => {
    said.push(dialog.message())
    void dialog.dismiss()
  })
  const name = `<img src=x onerror=alert(1)> "Meera's"`
  const msg = `<script>alert(2)</script>\n${'long'.repeat(60)}\nकब आएगा?`
  const sent = { name, email: `javascript:alert(3)@example.in`, phone: '98200 98200', msg }
  const { ticket } = await caller(server.origin)(api.storeContact.add, { body: sent })
  await page.goto('/admin/contact')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Messages')
  await expect(rowOf(page, ticket)).toBeVisible()
  expect(await headers(page)).toEqual(['Serial No.', 'Name', 'Email', 'Phone', 'View Message'])
  expect(await texts(page, rows(page).first())).toEqual({
    'Serial No.': '1',
    Name: name,
    Email: sent.email,
    Phone: '+91 98200 98200',
    'View Message': `View Message${ticket}`,
  })
  await page.getByRole('button', { name: `View Message ${ticket}`, exact: true }).click()
  const dialog = form(page, 'Message')
  await expect(dialog.getByText(msg, { exact: true })).toBeVisible()
  await expect(dialog).toContainText(
    new RegExp(`${ticket} · \\d{1,2} [A-Z][a-z]+ \\d{4}, \\d{1,2}:\\d{2} [ap]m`),
  )
  await expect(dialog).toContainText(name)
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 720 }
  await page.setViewportSize({ width: 360, height })
  expect(await sidewaysScroll(page)).toBe(0)
  await page.setViewportSize({ width, height })
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect(said).toEqual([])

  await page.route('**/contact/get/all', refuse('The letters are being sorted'))
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(page.getByText('The letters are being sorted', { exact: true })).toBeVisible()
  await expect(rowOf(page, ticket)).toBeVisible()
})

test('shows No data found without messages', async ({ staffPage: page }) => {
  await page.route('**/contact/get/all', (route) => route.fulfill({ json: { data: [], message: 'OK' } }))
  await page.goto('/admin/contact')
  await expect(page.getByText('No data found', { exact: true })).toBeVisible()
  await page.unroute('**/contact/get/all')
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(page.getByRole('button', { name: /^View Message/ }).first()).toBeVisible()
})

test('has an accessible list and message in light, dark and on a phone', async ({ staffPage: page }) => {
  await page.goto('/admin/contact')
  const view = page.getByRole('button', { name: /^View Message/ }).first()
  await expect(view).toBeVisible()
  await expectAccessible(page)
  await view.click()
  await expect(form(page, 'Message')).toBeVisible()
  await expectAccessible(page)
})
