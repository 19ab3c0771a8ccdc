import { api } from '@kirana/contract'
import { caller } from '@kirana/testing/caller'
import { expect, expectAccessible, test } from '../../test.ts'
import { acknowledge, form } from '../list.ts'
import { answer, headers, refuse, rowOf, rows, texts } from '../table.ts'

test('shows a message with its ticket, as plain text, accessibly', async ({ staffPage: page, server }) => {
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
  expect(await headers(page)).toEqual([
    'Serial No.',
    'Name',
    'Email',
    'Phone',
    'View Message',
    'State',
    'Due',
    'Owner',
  ])
  expect(await texts(page, rows(page).first())).toEqual({
    'Serial No.': '1',
    Name: name,
    Email: sent.email,
    Phone: '+91 98200 98200',
    'View Message': `View Message${ticket}`,
    State: 'New',
    Due: expect.stringMatching(/^Acknowledge by /),
    Owner: '–',
  })
  await expectAccessible(page)
  await page.getByRole('button', { name: `View Message ${ticket}`, exact: true }).click()
  const dialog = form(page, 'Message')
  await expect(dialog.getByText(msg, { exact: true })).toBeVisible()
  await expect(dialog).toContainText(
    new RegExp(`${ticket} · \\d{1,2} [A-Z][a-z]+ \\d{4}, \\d{1,2}:\\d{2} [ap]m`),
  )
  await expect(dialog).toContainText(name)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect(said).toEqual([])

  await page.route('**/contact/get/all/*', refuse('The letters are being sorted'))
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(page.getByText('The letters are being sorted', { exact: true })).toBeVisible()
  await expect(rowOf(page, ticket)).toBeVisible()
})

test('a message is taken in work and answered; a press on a stale screen changes nothing', async ({
  staffPage: page,
  server,
  call,
}) => {
  const sent = { name: 'Farida', phone: '9820098201', msg: 'Where is my refund?' }
  const { ticket } = await caller(server.origin)(api.storeContact.add, { body: sent })
  await page.goto('/admin/contact')
  await page.getByRole('button', { name: `View Message ${ticket}`, exact: true }).click()
  const dialog = form(page, 'Message')
  const state = dialog.getByRole('region', { name: 'State', exact: true })
  await expect(state).toContainText('Nobody yet')
  await state.getByRole('button', { name: 'Start Work', exact: true }).click()
  await acknowledge(page, 'Status has been changed')
  await expect(state).toContainText(/In progress.*Answer by .*Owner.*In progress since/s)
  await expectAccessible(page)
  const kept = (await call(api.contact.list, {})).find((message) => message.ticket === ticket)
  const { _id: messageId = '', version = 0 } = kept ?? {}
  await call(api.contact.setState, { body: { messageId, state: 'new', version } })
  await state.getByRole('button', { name: 'Mark Answered', exact: true }).click()
  await acknowledge(page, 'Somebody has changed this message since you opened it')
  await expect(state).toContainText('Nobody yet')
  await state.getByRole('button', { name: 'Mark Answered', exact: true }).click()
  await acknowledge(page, 'Status has been changed')
  await expect(state).toContainText(/Answered.*Owner/s)
  await page.keyboard.press('Escape')
  await expect(rowOf(page, ticket)).toContainText('Answered')

  await page.getByRole('combobox', { name: 'State', exact: true }).selectOption('New')
  await expect(page).toHaveURL(/state=new/)
  await expect(rowOf(page, ticket)).toHaveCount(0)
  await page.getByRole('combobox', { name: 'State', exact: true }).selectOption('Overdue')
  await expect(page.getByRole('row').filter({ hasText: 'Answered' })).toHaveCount(0)
  await page.getByRole('combobox', { name: 'State', exact: true }).selectOption('All Messages')
  await page.getByLabel('Order', { exact: true }).selectOption('Next deadline first')
  await expect(page).toHaveURL(/sort=due/)
  await expect(rows(page).last()).toContainText('Answered')
})

test('an overdue message is marked', async ({ staffPage: page, call }) => {
  const [message] = await call(api.contact.list, {})
  const overdue = { ...message, dueAt: '2026-01-01T00:00:00.000Z', isOverdue: true, state: 'in-work' }
  await page.route('**/contact/get/all/*', answer([overdue]))
  await page.goto('/admin/contact?state=overdue')
  await expect(rows(page).first()).toContainText('Overdue')
  await expectAccessible(page)
})

test('shows No data found without messages', async ({ staffPage: page }) => {
  await page.route('**/contact/get/all/*', answer([]))
  await page.goto('/admin/contact')
  await expect(page.getByText('No data found', { exact: true })).toBeVisible()
  await page.unroute('**/contact/get/all/*')
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(page.getByRole('button', { name: /^View Message/ }).first()).toBeVisible()
})
