import type { Page } from '@playwright/test'
import { expect } from '../test.ts'

/** The form dialog with this title, such as 'New Pincode'. */
export const form = (page: Page, title: string) => page.getByRole('dialog', { name: title, exact: true })

/** The row with a cell of exactly this text. */
export const rowWith = (page: Page, text: string) =>
  page.getByRole('row').filter({ has: page.getByRole('cell', { name: text, exact: true }) })

/** Waits for the popup with the result of a change, which has the focus, and closes it with OK. */
export async function acknowledge(page: Page, message: string | RegExp) {
  const popup = page.getByRole('alertdialog', { name: message, exact: true })
  const ok = popup.getByRole('button', { name: 'OK', exact: true })
  await expect(ok).toBeFocused()
  await ok.click()
  await expect(popup).toBeHidden()
}

/** Answers the question that a form asks before it enables a flag that the user did not change. */
export async function keepOff(page: Page, off: string, answer = `Save and keep it ${off}`) {
  const question = page.getByRole('alertdialog', { name: `Keep it ${off}?`, exact: true })
  await expect(question.getByRole('button', { name: `Save and keep it ${off}`, exact: true })).toBeFocused()
  await question.getByRole('button', { name: answer, exact: true }).click()
}

/** Deletes with the row's button, after canceling the confirmation once. */
export async function remove(page: Page, name: string) {
  const button = page.getByRole('button', { name: `Delete ${name}`, exact: true })
  const question = page.getByRole('alertdialog', { name: `Delete “${name}”?`, exact: true })
  await button.click()
  await question.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(question).toBeHidden()
  await button.click()
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
}
