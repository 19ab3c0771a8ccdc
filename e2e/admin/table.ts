import { expect, type Locator, type Page, type Route } from '@playwright/test'

/** The headers of the screen's table, in order. */
export const headers = (page: Page) => page.getByRole('columnheader').allTextContents()

export const rowOf = (page: Page, orderId: string) => page.getByRole('row').filter({ hasText: orderId })

/** All rows below the headers. */
export const rows = (page: Page) => page.getByRole('rowgroup').nth(1).getByRole('row')

/** A row's texts by their headers. */
export async function texts(page: Page, row: Locator) {
  const names = await headers(page)
  const cells = await row.getByRole('cell').allTextContents()
  return Object.fromEntries(names.map((name, index) => [name, cells[index]]))
}

/** The texts of a column, from the first row to the last. */
async function column(page: Page, header: string) {
  const index = (await headers(page)).indexOf(header)
  const cells = await rows(page).all()
  return Promise.all(cells.map((row) => row.getByRole('cell').nth(index).innerText()))
}

/** Presses a column's header once, and checks that the highest amount comes first, also after a reload. */
export async function sortsByAmount(page: Page, header: string) {
  const head = page.getByRole('columnheader', { name: header, exact: true })
  await head.getByRole('button').click()
  const sorted = async () => {
    await expect(head).toHaveAttribute('aria-sort', 'descending')
    await expect(rows(page).nth(1)).toBeVisible()
    const amounts = (await column(page, header)).map((text) => Number(text.replaceAll(/[^\d.]/g, '')))
    expect(amounts.length).toBeGreaterThan(1)
    expect(amounts).toEqual(amounts.toSorted((a, b) => b - a))
  }
  await sorted()
  await page.reload()
  await sorted()
}

/** The date format of all lists of orders: '21 Nov 2026, 1:16 pm'. */
export const DATE_TIME = /^\d{1,2} [A-Z][a-z]{2,3} \d{4}, \d{1,2}:\d{2} [ap]m$/

/** Types a search and presses Enter. */
export async function search(page: Page, text: string) {
  await page.getByRole('searchbox').fill(text)
  await page.getByRole('searchbox').press('Enter')
}

/** Responds with an error. The status is 409, because a 500 would be retried. */
export const refuse = (message: string) => (route: Route) =>
  route.fulfill({ status: 409, json: { message, code: 'refused' } })

/** Responds with a list of these rows. */
export const answer = (data: readonly object[]) => (route: Route) =>
  route.fulfill({ json: { data: { data, totalPages: data.length > 0 ? 1 : 0 }, message: 'OK' } })
