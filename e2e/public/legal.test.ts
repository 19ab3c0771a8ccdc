import { expect, expectAccessible, test } from '../test.ts'

const title = (name: string) => ({ level: 2, name, exact: true })

test('switches between the three documents, each with its own URL', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Legal', exact: true }).click()
  await expect(page).toHaveURL('/legal')
  await expect(page.getByRole('heading', title('Responsible Disclosure'))).toBeVisible()
  await expect(page).toHaveTitle('Responsible Disclosure · Kirana')
  await expect(page.getByRole('tab')).toHaveText([
    'Privacy Policy',
    'Terms Of Service',
    'Responsible Disclosure',
  ])
  const mail = page.getByRole('link', { name: 'security@kirana.example', exact: true })
  await expect(mail).toHaveAttribute('href', 'mailto:security@kirana.example')

  await page.getByRole('heading', { name: '10. Programme terms' }).scrollIntoViewIfNeeded()
  const down = () => page.evaluate<number>('scrollY')
  expect(await down()).toBeGreaterThan(400)
  // Not click(), which would scroll to the tab.
  await page.getByRole('tab', { name: 'Privacy Policy' }).dispatchEvent('click')
  await expect(page).toHaveURL('/legal?document=privacy')
  await expect(page.getByRole('heading', title('Privacy Policy'))).toBeInViewport()
  expect(await down()).toBe(0)
  await expect(page.getByText('Effective from 27 Nov 2026')).toBeVisible()
  await expect(page.getByText(/go to The Grievance Officer, Kirana Mumbai:/)).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'Prescription pictures' })
  await expect(row.getByRole('cell')).toHaveCount(3)

  await page.getByRole('tab', { name: 'Terms Of Service' }).click()
  await expect(page).toHaveURL('/legal?document=terms')
  await expect(page).toHaveTitle('Terms Of Service · Kirana')
  await page.goBack()
  await expect(page.getByRole('heading', title('Privacy Policy'))).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/legal')
  await expect(page.getByRole('tab', { name: 'Responsible Disclosure' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
})

test('jumps to a section from the table of contents and by URL', async ({ page }) => {
  await page.goto('/legal?document=terms')
  await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: '12. Refunds' }).click()
  await expect(page).toHaveURL('/legal?document=terms#refunds')
  const refunds = page.getByRole('heading', { level: 3, name: '12. Refunds' })
  await expect(refunds).toBeInViewport()
  await page.reload()
  await expect(refunds).toBeInViewport()
  await page.goto('/legal?document=nonsense')
  await expect(page.getByRole('heading', title('Responsible Disclosure'))).toBeVisible()
})

test('shows hostile settings as text, and complete sentences without settings', async ({ page }) => {
  const answerWith = (value: string) =>
    page.route('**/api/v1/store/company', (route) => {
      const names = [
        'companyName',
        'email',
        'contact',
        'website',
        'gstNo',
        'fssai',
        'address',
        'deliveryTime',
      ]
      return route.fulfill({
        json: { data: Object.fromEntries(names.map((name) => [name, value])), message: 'OK' },
      })
    })
  let dialogs = 0
  page.on('dialog', (dialog) => {
    dialogs++
    void dialog.dismiss()
  })
  const payload = '<img src=x onerror=alert(1)>'
  await answerWith(payload)
  await page.goto('/legal?document=terms')
  await expect(page.getByText(`The service is run by ${payload}`)).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(/GSTIN|FSSAI/)
  await expect(page.getByRole('main').locator('img')).toHaveCount(0)
  expect(dialogs).toBe(0)

  await page.unrouteAll()
  await answerWith('')
  await page.reload()
  await expect(page.getByText('The service is run by Kirana. You reach us here:')).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(/undefined|\(\)|GSTIN/)
})

test('shows the texts if the company’s settings cannot be loaded', async ({ page }) => {
  await page.route('**/api/v1/store/company', (route) =>
    route.fulfill({ status: 404, json: { message: 'Company not found', code: 'not-found' } }),
  )
  await page.goto('/legal')
  await expect(page.getByRole('alert')).toContainText('Company not found')
  await expect(page.getByText('Send your report by e-mail to our security team')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('link', { name: 'security@kirana.example' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('is accessible, and prints only the text', async ({ page }) => {
  await page.goto('/legal?document=privacy')
  await expect(page.getByRole('heading', title('Privacy Policy'))).toBeVisible()
  await expectAccessible(page)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Skip to content')).toBeHidden()
  for (const chrome of [page.getByRole('tablist'), page.getByRole('banner'), page.getByRole('contentinfo')])
    await expect(chrome).toBeHidden()
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('heading', title('Privacy Policy'))).toBeVisible()
})
