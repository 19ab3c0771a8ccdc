import type { Locator, Page, Route } from '@playwright/test'

/** The headers of the screen's table, in order. */
export const headers = (page: Page) => page.getByRole('columnheader').allTextContents()

/** The row of an order. */
export const rowOf = (page: Page, orderId: string) => page.getByRole('row').filter({ hasText: orderId })

/** All rows below the headers. */
export const rows = (page: Page) => page.getByRole('rowgroup').nth(1).getByRole('row')

/** A row's texts by their headers. */
export async function texts(page: Page, row: Locator) {
  const names = await headers(page)
  const cells = await row.getByRole('cell').allTextContents()
  return Object.fromEntries(names.map((name, index) => [name, cells[index]]))
}

/** Shown by all lists of orders: '21 Nov 2026, 1:16 pm'. */
export const DATE_TIME = /^\d{1,2} [A-Z][a-z]{2,3} \d{4}, \d{1,2}:\d{2} [ap]m$/

/** Looks for something the way people do: type, Enter. */
export async function search(page: Page, text: string) {
  await page.getByRole('searchbox').fill(text)
  await page.getByRole('searchbox').press('Enter')
}

/** An answer that says no. 409, because it is not asked a second time as a 500 is. */
export const refuse = (message: string) => (route: Route) =>
  route.fulfill({ status: 409, json: { message, code: 'refused' } })

/** A page of a list that holds the given rows and nothing else. */
export const answer = (data: readonly object[]) => (route: Route) =>
  route.fulfill({ json: { data: { data, totalPages: data.length > 0 ? 1 : 0 }, message: 'OK' } })
