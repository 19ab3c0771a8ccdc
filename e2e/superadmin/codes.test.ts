import { api } from '@kirana/contract'
import { caller } from '@kirana/testing/caller'
import { addCookie } from '@kirana/testing/cookies'
import { startServer, type Server } from '@kirana/testing/server'
import { startHttpSms } from '@kirana/testing/sms/http'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../test.ts'
import { toast } from './toast.ts'

type Fixtures = { sms: Awaited<ReturnType<typeof startHttpSms>>; store: Server }

/** A separate server that sends codes to a fake gateway. */
const testWithGateway = test.extend<Fixtures>({
  // Playwright reads from the pattern which fixtures this one needs: none.
  // oxlint-disable-next-line no-empty-pattern
  sms: async ({}, give) => {
    const sms = await startHttpSms()
    await give(sms)
    await sms.stop()
  },
  store: [
    async ({ sms }, give) => {
      const dlt = { SMS_SENDER_ID: 'KIRANA', SMS_DLT_ENTITY_ID: '1101234567890123456' }
      const server = await startServer({ ...sms.environment, ...dlt })
      await give(server)
      await server.stop()
    },
    { timeout: 120_000 },
  ],
  baseURL: async ({ store }, give) => give(store.origin),
})

const phone = '+919812300001'
const send = async (page: Page, to: string) => {
  await page.getByLabel('Send a test code to').fill(to)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
}
const newest = (page: Page) => page.getByRole('row').nth(1)

testWithGateway(
  'shows the provider, sends test codes and says what became of them',
  async ({ page, context, store, sms }) => {
    await addCookie(context, store.origin, store.cookies.superadmin)
    sms.reply = ({ phone: to }) => (to === phone ? 'sent' : 'refused')
    await caller(store.origin)(api.storeSession.sendCode, { body: { phone } })
    await page.goto('/superadmin/dashboard')
    await page.getByRole('link', { name: 'Sign-in Codes', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign-in Codes')
    const provider = page.getByRole('region', { name: 'Provider' })
    for (const text of ['HTTP gateway', 'SMS', 'KIRANA', '1101234567890123456', new URL(sms.url).host])
      await expect(provider).toContainText(text)
    await expect(provider).not.toContainText('gateway-secret')
    await expect(newest(page)).toContainText(/•{9}0001.*Sent.*SMS/)
    await expect(newest(page)).not.toContainText('Test')

    await send(page, '98123')
    await expect(page.getByRole('alert')).toHaveText('Enter a 10 digit mobile number')
    await send(page, '98123 00001')
    await expect(page.getByRole('region', { name: 'Test' }).getByRole('status')).toContainText(
      'taken it over',
    )
    await expect(newest(page)).toContainText(/•{9}0001Test.*Sent/)
    expect(sms.received.filter((message) => message.phone === phone)).toHaveLength(2)

    await send(page, '98123 00002')
    const status = page.getByRole('region', { name: 'Test' }).getByRole('status')
    await expect(status).toContainText('Failed')
    await expect(status).toContainText('The provider refused it.')
    await expect(status).toContainText('422 {"error":"Unknown template for +91••••••0002: code ••••••"}')
    await expect(page.getByLabel('Send a test code to')).toHaveValue('98123 00002')
    await expect(page.getByRole('region', { name: 'Last 24 hours' })).toContainText(/Sent\s*2\s*Failed\s*1/)
    await expect(newest(page)).toContainText(/0002Test.*Failed.*1.*The provider refused it/)
    await expectAccessible(page)

    await page.setViewportSize({ width: 1280, height: 800 })
    await send(page, '98123 00001')
    await expect(status).toContainText('taken it over')
    await send(page, '98123 00001')
    await toast(page, 'Too many attempts. Please try again in \\d+ seconds', 'failure')
    await expect(page.getByLabel('Send a test code to')).toHaveValue('98123 00001')
  },
)

test('says that customers cannot sign in if no service sends codes', async ({ superadminPage: page }) => {
  let isSample = false
  const budgets = { newNumbers: { sent: 810, limit: 1_000 }, all: { sent: 5_200, limit: 5_000 } }
  const counts = { asked: 0, sent: 0, failed: 0, 'given-up': 0 }
  await page.route(/\/superadmin\/codes$/, (route) =>
    route.request().resourceType() === 'document'
      ? route.fallback()
      : route.fulfill({
          json: {
            data: { isSample, provider: null, counts, ...budgets, messages: [] },
            message: 'OK',
          },
        }),
  )
  await page.goto('/superadmin/codes')
  await expect(page.getByText('Customers can’t sign in: nothing sends them their codes.')).toBeVisible()
  await expect(page.getByText('To new numbers today: 810 of 1,000')).toBeVisible()
  await expect(page.getByText('To everyone today: 5,200, alarm at 5,000')).toBeVisible()
  await expect(page.getByText('No data found', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Send a test code to')).toHaveCount(0)
  await expectAccessible(page)
  isSample = true
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(page.getByText('Sample mode without a provider:')).toBeVisible()
})
