import { api } from '@kirana/contract'
import { addCookie } from '@kirana/testing/cookies'
import { freshPhone, newCustomer } from '@kirana/testing/customer'
import { startServer, type Server } from '@kirana/testing/server'
import { expect, test as base } from '../../test.ts'
import { popup } from '../dialogs.ts'
import { rows, search } from '../table.ts'

/** A separate server without a push service. */
const test = base.extend<{ store: Server }>({
  store: [
    // Playwright reads from the pattern which fixtures this one needs: none.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, give) => {
      const server = await startServer()
      await give(server)
      await server.stop()
    },
    { timeout: 120_000 },
  ],
  baseURL: async ({ store }, give) => give(store.origin),
})

const RECORDED = 'Recorded only: push is not configured'

test('says before and after sending that push is not configured', async ({ page, context, store }, {
  workerIndex,
}) => {
  await addCookie(context, store.origin, store.cookies.staff)
  const meera = await newCustomer(store.origin, freshPhone(workerIndex), 'Meera Nair')
  await meera.call(api.storeMe.edit, { body: { fcmToken: `token ${meera.phone}` } })
  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'send offer', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Send an offer to everybody', exact: true })
  await expect(dialog.getByText(`${RECORDED}.`)).toBeVisible()
  await expect(dialog.getByText(/^It would reach \d+ customers$/)).toBeVisible()
  await dialog.getByLabel('Title').fill('Mango days')
  await dialog.getByLabel('Body').fill('20% off')
  await dialog.getByRole('button', { name: 'send offer', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: /^Send “Mango days” to \d+ customers\?$/ })
  await expect(question).toContainText(RECORDED)
  await question.getByRole('button', { name: 'Send', exact: true }).click()
  await popup(page, 'Notification send successfully')
  const message = dialog.getByRole('listitem').filter({ hasText: 'Mango days' })
  await expect(message.getByText(RECORDED, { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(dialog).toBeHidden()
  await search(page, meera.phone)
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: /^SEND/ }).click()
  await expect(page.getByRole('dialog').getByText(`${RECORDED}.`)).toBeVisible()
})
