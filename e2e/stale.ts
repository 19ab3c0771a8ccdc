import type { Locator, Page } from '@playwright/test'
import { acknowledge } from './admin/list.ts'

/** The comparison after a rejected save: the values of the user `by` beside mine. */
export const comparison = (where: Page | Locator, by = 'Asha Patil') =>
  where.getByRole('region', { name: new RegExp(`^This was changed by ${by} at \\d`) })

/** The row of a field in the comparison. */
export const difference = (page: Page, field: string) =>
  comparison(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: field, exact: true }) })

/** The note that a form shows a draft. */
export const draftNote = (page: Page) => page.getByText(/^Draft of \d+:\d\d [ap]m restored$/)

/** Saves a form, and closes the popup about a record that was changed since the form was opened. */
export async function saveStale(page: Page, form: Locator, record: string | RegExp) {
  await form.getByRole('button', { name: 'Save', exact: true }).first().click()
  await acknowledgeStale(page, record)
}

export const acknowledgeStale = (page: Page, record: string | RegExp) =>
  acknowledge(
    page,
    typeof record === 'string' ? `Somebody has changed this ${record} since you opened it` : record,
  )

/** Ends a comparison with one of its buttons. */
export const settle = (page: Page, answer: 'Use theirs' | 'Keep mine') =>
  comparison(page).getByRole('button', { name: answer, exact: true }).click()
