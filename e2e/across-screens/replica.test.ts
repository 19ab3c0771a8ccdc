import { api, type Data } from '@kirana/contract'
import { caller, request } from '@kirana/testing/caller'
import { addCookie } from '@kirana/testing/cookies'
import { startPostgres, startStandby } from '@kirana/testing/postgres'
import { owner, startNewStore } from '@kirana/testing/server'
import type { Page } from '@playwright/test'
import { expect, test as base } from '../test.ts'

const STAFF = { name: 'Asha Rao', username: 'asha', password: 'Asha@2026' }
/** Seconds. Reads without a position may lack changes of the last five. */
const BEHIND = 3

type Store = { origin: string; superadmin: string; staff: string }

/** A store whose reports are read from a replica that is three seconds behind, with the cookies of two sessions. */
const test = base.extend<{ store: Store }>({
  store: [
    // Playwright reads from the pattern which fixtures this one needs: none.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, give) => {
      const primary = await startPostgres()
      const replica = await startStandby(primary.url, { behind: BEHIND })
      const env = { DATABASE_URL: primary.url, DATABASE_REPLICA_URL: replica.url }
      const { origin, stop } = await startNewStore(env)
      const session = (headers: Headers) =>
        headers
          .getSetCookie()
          .find((cookie) => /^kirana_(staff|superadmin)=/.test(cookie))
          ?.split(';')[0] ?? ''
      const superadmin = session((await request(origin, api.superadmin.login, { body: owner })).headers)
      await caller(origin, { cookie: superadmin })(api.staff.add, { body: STAFF })
      const staff = session((await request(origin, api.staff.login, { body: STAFF })).headers)
      await give({ origin, superadmin, staff })
      await stop()
      await replica.stop()
      await primary.stop()
    },
    { timeout: 120_000 },
  ],
  baseURL: async ({ store }, give) => give(store.origin),
})

/** Repeats a comparison that fails if the machine takes longer than the replica is behind. */
const onceFastEnough = (compare: (attempt: string) => Promise<void>) => {
  const attempts = ['One', 'Two', 'Three', 'Four', 'Five'][Symbol.iterator]()
  return expect(() => compare(attempts.next().value ?? '')).toPass({ timeout: 60_000 })
}

test('a list that is read right after a save shows it, although the replica does not have it yet', async ({
  page,
  context,
  store,
}) => {
  await addCookie(context, store.origin, store.superadmin)
  const withoutPosition = caller(store.origin, { cookie: store.superadmin })
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const follow = (name: string) => page.getByRole('link', { name, exact: true }).click()
  await page.goto('/superadmin/dashboard')
  await onceFastEnough(async (attempt) => {
    const name = `Meera ${attempt}`
    await follow('Add Staff')
    for (const [label, text] of [
      ['Name', name],
      ['Username', `meera.${attempt}`],
      ['Password', 'Better@123'],
    ] as const)
      await page.getByLabel(label, { exact: true }).fill(text)
    await press('Save')
    await page.getByRole('dialog').getByLabel('Role').selectOption('Everything')
    const saved = page.waitForResponse(/\/staff\/edit/)
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await saved
    const shown = page.waitForResponse(/\/audit\/list\/1/)
    await follow('Audit Log')
    const { data } = (await (await shown).json()) as { data: Data<typeof api.audit.list> }
    const anyone = await withoutPosition(api.audit.list, { params: { page: 1 }, query: {} })
    const has = ({ rows }: typeof data) => JSON.stringify(rows).includes(name)
    expect({ browser: has(data), anyone: has(anyone) }).toEqual({ browser: true, anyone: false })
    await expect(page.getByRole('region', { name: 'Audit Log', exact: true })).toContainText(name)
  })
})

test('a tab that received a live event reads at least the state of that event, and so do the other tabs', async ({
  page,
  context,
  store,
}) => {
  await addCookie(context, store.origin, store.staff)
  const staff = caller(store.origin, { cookie: store.staff })
  const otherTab = await context.newPage()
  for (const tab of [page, otherTab]) await tab.goto('/admin/orders/new?view=board')
  const isOpenFor = (tab: Page) =>
    tab.evaluate<boolean>(
      "fetch('/api/v1/store/catalogue').then((r) => r.json()).then(({ data }) => data.isOpen)",
    )
  const note = page.getByText(/^The store is closed/)
  await onceFastEnough(async () => {
    const { isOpen } = await staff(api.opening.get, {})
    await staff(api.opening.close, { body: { isClosed: isOpen } })
    await expect(note).toHaveCount(isOpen ? 1 : 0)
    const [anyone, here, there] = await Promise.all([
      caller(store.origin)(api.storeCatalogue.get, {}),
      isOpenFor(page),
      isOpenFor(otherTab),
    ])
    expect({ anyone: anyone.isOpen, here, there }).toEqual({ anyone: isOpen, here: !isOpen, there: !isOpen })
  })
})
