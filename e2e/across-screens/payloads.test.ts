import type { Page } from '@playwright/test'
import { startServer, type Server } from '@kirana/testing/server'
import { addCookie } from '@kirana/testing/cookies'
import { expect, test as base } from '../test.ts'
import { payloads, seed, texts, type Seeded } from './payloads.ts'

type Store = Server & { seeded: Seeded }

/** A separate server, because the payloads would appear in other tests. */
const test = base.extend<{ store: Store }>({
  store: [
    // Playwright reads from the pattern which fixtures this one needs: none.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, give) => {
      const server = await startServer()
      await give({ ...server, seeded: await seed(server) })
      await server.stop()
    },
    { timeout: 120_000 },
  ],
  baseURL: async ({ store }, give) => give(store.origin),
})

/** Elements that the screens never create. If one exists, it comes from a payload. */
const INJECTED = `[...document.querySelectorAll('*')].filter((element) => {
  const { localName, src, textContent } = element
  const leads = /^(href|src|action|formaction|data)$/
  const astray = /^\\s*(javascript|vbscript|data:text)|^(https?:)?\\/\\/evil/i
  return [...element.attributes].some(({ name, value }) =>
    name.startsWith('on') || name === 'srcdoc' || (leads.test(name) && astray.test(value)))
    || /^(base|object|embed|animate|audio|marquee)$/.test(localName)
    || (localName === 'script' && !src.startsWith(location.origin))
    || (localName === 'iframe' && !src.startsWith('https://www.youtube-nocookie.com/'))
    || (localName === 'style' && textContent.includes('evil'))
}).map((element) => element.outerHTML.slice(0, 120))`

/** The values of all form fields. */
const TYPED = `[...document.querySelectorAll('input, textarea')].map((box) => box.value).join('\\n')`

/** Records everything that shows that a payload was executed. */
async function watched(page: Page) {
  const signs: string[] = []
  page.on('dialog', (dialog) => {
    signs.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('console', (line) => {
    if (/content security policy/i.test(line.text())) signs.push(line.text())
  })
  page.on('request', (request) => {
    if (new URL(request.url()).hostname === 'evil.test') signs.push(`asked for ${request.url()}`)
  })
  await page.exposeFunction('noteViolation', (what: string) => signs.push(what))
  await page.addInitScript(`addEventListener('securitypolicyviolation', (violation) =>
    noteViolation('policy: ' + violation.violatedDirective + ' ' + violation.blockedURI))`)
  // The player loads an empty page instead of YouTube.
  await page.route('https://www.youtube-nocookie.com/**', (route) => route.fulfill({ body: '' }))
  return signs
}

/** Waits until every payload is shown literally, and checks that none was executed. */
async function staysText(page: Page, wanted = payloads, root = page.locator('body')) {
  const missing = async () => {
    const shown = `${await root.textContent()}\n${await page.evaluate<string>(TYPED)}`
    return wanted.filter((payload) => !shown.includes(payload))
  }
  await expect.poll(missing, { message: page.url(), intervals: [50] }).toEqual([])
  expect(await page.evaluate<string[]>(INJECTED), page.url()).toEqual([])
}

/** The payloads that fit into a text of at most `most` characters. */
const within = (most: number) => payloads.filter((payload) => texts(most)[0]?.includes(payload))

test('shows all stored payloads as plain text on every screen', async ({ page, context, store }) => {
  test.slow()
  const { category, product, order, phone } = store.seeded
  const signs = await watched(page)
  await addCookie(context, store.origin, store.cookies.staff)
  await addCookie(context, store.origin, store.cookies.superadmin)
  for (const path of [
    '/admin/catagories',
    `/admin/subcategory/${category}/${encodeURIComponent(texts(100)[0] ?? '')}`,
    '/admin/products',
    `/admin/product/edit/${product}`,
    `/admin/product/video/${product}`,
    '/admin/coupons',
    '/admin/charges',
    '/admin/dashboard',
    '/admin/orders/new?view=board',
    `/admin/order/get/${order}`,
    '/admin/manual/orders/new',
    '/admin/withdrawal/requests',
    '/admin/transanctions',
    '/superadmin/staff',
    '/superadmin/app-release',
    '/superadmin/audit',
    '/superadmin/company/settings',
  ]) {
    await page.goto(path)
    await staysText(page)
  }
  for (const [path, most] of [
    ['/admin/referred/orders', 100],
    ['/legal', 200],
  ] as const) {
    await page.goto(path)
    await staysText(page, within(most))
  }

  const dialog = page.getByRole('dialog')
  const opened = async (name: string | RegExp) => {
    await page.getByRole('button', { name }).first().click()
    await staysText(page, payloads, dialog)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
  await page.goto('/admin/contact')
  await staysText(page)
  await opened(/^View Message/)
  await page.goto(`/admin/users?search=${phone.slice(3)}`)
  await opened(/^View addresses/)
  await opened('send offer')

  await page.goto('/admin/keywards')
  await staysText(page)
  const [name = ''] = texts(100)
  await page.getByRole('button', { name: `Delete ${name}`, exact: true }).click()
  const question = page.getByRole('alertdialog')
  await staysText(page, within(100), question)
  expect(signs).toEqual([])
})
