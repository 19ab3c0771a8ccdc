import { expect, type Page } from '@playwright/test'

export const form = (page: Page) => page.getByRole('dialog')

/** Clicks Save in the open form dialog. */
export const save = (page: Page) => form(page).getByRole('button', { name: 'Save', exact: true }).click()

/** Waits for the popup, in which OK has the focus, and closes it. */
export async function popup(page: Page, message: string) {
  const told = page.getByRole('alertdialog', { name: message, exact: true })
  await expect(told).toBeVisible()
  const ok = told.getByRole('button', { name: 'OK', exact: true })
  await expect(ok).toBeFocused()
  await ok.click()
  await expect(told).toHaveCount(0)
}

/** Clicks Delete in the confirmation that names the object. */
export async function confirmDelete(page: Page, name: string) {
  const question = page.getByRole('alertdialog', { name: `Delete “${name}”?`, exact: true })
  await expect(question.getByRole('button', { name: 'Cancel', exact: true })).toBeFocused()
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
}

/** Enters the reason for canceling a paid order, and confirms. */
export async function cancelBecause(page: Page, reason = 'Customer asked') {
  const question = page.getByRole('dialog', { name: /^Cancel OD/ })
  await question.getByLabel(reason, { exact: true }).check()
  await question.getByRole('button', { name: 'Cancel the order', exact: true }).click()
}
